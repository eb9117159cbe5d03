import JournalCore
import TerminalKit

/// One sentence of how synchronising stands: short for the top line, long for the sync screen.
///
/// Both forms are made at one place, so that the two can never contradict each other.
struct SyncSaying: Hashable {
  /// The words of the top line, with their sign.
  var promise: SyncPromise
  /// A sign of one column for the sync screen.
  var sign: String
  var title: String
  /// What is to be known beside it, or to be done.
  var detail: String
}

extension ShowsSync {
  /// How things stand, then what is to review; each only where it is so.
  var syncSayings: [SyncSaying] {
    guard let status = syncing.status else { return [localSaying] }
    return [standing(status)].compactMap { $0 } + reviewSayings(status)
  }

  /// The short form of the saying that matters most.
  func promise(of status: SyncStatus) -> SyncPromise {
    if let account = accountSaying(status) { return account.promise }
    if let keys = keysSaying(status) { return keys.promise }
    let count = needingAttention(status)
    if count > 0 {
      // What was refused is among what is to be reviewed.
      let unsent = max(0, status.overview.unsent - status.overview.parked)
      let more = unsent > 0 && size.columns >= 60 ? " \(glyphs.separator) \(grouped(unsent)) to send" : ""
      return SyncPromise("\(glyphs.attention) \(grouped(count)) to review\(more)", .warning)
    }
    return standing(status)?.promise ?? SyncPromise("\(glyphs.ring) Not yet synced")
  }

  var localSaying: SyncSaying {
    SyncSaying(
      promise: localOnly, sign: String(glyphs.localOnly), title: "Your journal is on this computer only",
      detail: "\(keyText(.showAccount, in: [.journal, .sync])) to sign in and sync")
  }

  private var localOnly: SyncPromise {
    if case .saved = editorStatus { return SyncPromise("\(glyphs.localOnly) Saved here") }
    return SyncPromise("\(glyphs.localOnly) \(size.columns < 60 ? "Local only" : "On this computer only")")
  }

  /// Safe or not, or what goes on; nil where only a review stands in the way.
  private func standing(_ status: SyncStatus) -> SyncSaying? {
    if let account = accountSaying(status) { return account }
    if let keys = keysSaying(status) { return keys }
    if status.staysLocal {
      return SyncSaying(
        promise: localOnly, sign: String(glyphs.localOnly), title: "Your journal stays on this computer",
        detail: "\(keyText(.answerSync, in: [.everywhere])) to sync it after all")
    }
    if case .stopped(let why) = status.activity {
      return saying("\(glyphs.attention)", "Sync stopped", .bad, why.isEmpty ? "Sync stopped" : why)
    }
    return activitySaying(status)
  }

  /// A sentence whose first part is its title.
  private func saying(_ sign: String, _ short: String, _ tone: SyncPromise.Tone, _ sentence: String) -> SyncSaying {
    let scalars = sentence.unicodeScalars
    // What stands in brackets is the reason, which is told to its end.
    let end = scalars.firstIndex { $0 == "." || $0 == ";" || $0 == "(" } ?? scalars.endIndex
    let rest = scalars[end...].drop { $0 == "." || $0 == ";" || $0 == " " }
    let title = scalars[..<end]
    return SyncSaying(
      promise: SyncPromise("\(sign) \(short)", tone), sign: sign,
      title: String(title.last == " " ? title.dropLast() : title), detail: String(rest))
  }

  /// What stands in the way of an encrypted journal; nil where nothing does.
  func keysSaying(_ status: SyncStatus) -> SyncSaying? {
    guard case .stopped(let why) = status.activity else { return nil }
    switch status.encryption?.state {
    case .waiting: return saying("\(glyphs.attention)", "Key needed", .warning, why)
    case .removed:
      guard let removal = status.encryption?.removal else {
        return saying("\(glyphs.attention)", "Device removed", .bad, why)
      }
      let known = KeyRemoval(
        at: removal.at, by: shortened(TerminalSafe(removal.by, keepingLines: false).text, 40))
      return SyncSaying(
        promise: SyncPromise("\(glyphs.attention) Device removed", .bad), sign: "\(glyphs.attention)",
        title: known.clause(in: environment.zone),
        detail:
          "Your journal is whole here; nothing is sent. \(keyText(.retryRecord, in: [.sync])) asks to be let in again.")
    case .refused: return saying("\(glyphs.attention)", "Keys refused", .bad, why)
    case .open, .founding, .ready, .sealing, .opening, nil: return nil
    }
  }

  /// What a person has to look at before anything else is asked: no server but the one that is known gets anything.
  func otherKeySaying(_ status: SyncStatus) -> SyncSaying? {
    guard status.otherKey != nil, case .waiting = status.activity else { return nil }
    return SyncSaying(
      promise: SyncPromise("\(glyphs.attention) Other server key\(toSend(status))", .bad), sign: "\(glyphs.attention)",
      title: "The server shows another key",
      detail: "\(held(status))nothing was sent; \(keyText(.showAccount, in: [.sync])) shows both keys and what to do")
  }

  /// `3 changes wait here; `, or nothing.
  private func held(_ status: SyncStatus) -> String {
    let unsent = status.overview.unsent
    return unsent > 0 ? "\(counted(unsent, "change waits", "changes wait")) here; " : ""
  }

  private func nextTry(_ time: Instant) -> String {
    let left = time.milliseconds - now.instant.milliseconds
    return left > 0 ? "next try in \(span(left + 999))" : "trying now"
  }

  private func accountSaying(_ status: SyncStatus) -> SyncSaying? {
    if let key = otherKeySaying(status) { return key }
    let waiting = toSend(status)
    let sentence = accountSentence(status) ?? ""
    switch status.account {
    case .available: return nil
    case .noAccount:
      guard status.who != nil else { return localSaying }
      return saying("\(glyphs.attention)", "Session ended", .warning, sentence)
    case .restricted: return saying("\(glyphs.attention)", "Account restricted", .bad, sentence)
    case .temporarilyUnavailable: return saying("\(glyphs.ring)", "Account not ready\(waiting)", .warning, sentence)
    case .couldNotDetermine:
      switch status.activity {
      case .offline, .paused, .asking: return nil
      case .idle, .checking, .fetching, .sending: return asking
      case .waiting(let until, let why) where !why.isEmpty:
        return SyncSaying(
          promise: SyncPromise("\(glyphs.ring) No answer\(waiting)", .warning), sign: "\(glyphs.ring)",
          title: "No answer from the server",
          detail: "\(held(status))\(nextTry(until)) \(glyphs.separator) \(why)")
      case .waiting, .stopped: return saying("\(glyphs.ring)", "No answer\(waiting)", .warning, sentence)
      }
    }
  }

  private var asking: SyncSaying {
    SyncSaying(promise: SyncPromise("\(syncGlyph) Checking"), sign: moving, title: "Asking the server", detail: "")
  }

  /// One column for what is on its way; the two arrows of the top line take two outside of UTF-8.
  private var moving: String { environment.isUTF8 ? "⇅" : "^" }

  private func activitySaying(_ status: SyncStatus) -> SyncSaying? {
    let unsent = status.overview.unsent
    let waiting = toSend(status)
    let held = held(status)
    switch status.activity {
    case .paused:
      return SyncSaying(
        promise: SyncPromise("\(glyphs.ring) Paused\(waiting)", .warning), sign: "\(glyphs.ring)",
        title: "Sync is paused", detail: "\(held)\(keyText(.pauseSync, in: [.sync])) to resume")
    case .offline(let byWish):
      let way = byWish ? "\(keyText(.goOffline, in: [.sync])) to reconnect" : "continues when the network is back"
      return SyncSaying(
        promise: SyncPromise("\(glyphs.ring) Offline\(waiting)", .warning), sign: "\(glyphs.ring)",
        title: byWish ? "Offline by choice" : "Offline", detail: held + way)
    case .fetching(let done, let all) where done > 0 || all != nil:
      return movingSaying("Fetching", done, all, status)
    case .sending(let done, let all): return movingSaying(sendingVerb(status), done, all, status)
    case .checking, .fetching: return unsent > 0 ? sendingSaying(unsent, "asking the server") : asking
    case .waiting(let until, let why):
      let again = nextTry(until)
      let detail = why.isEmpty ? again : "\(again) \(glyphs.separator) \(why)"
      return SyncSaying(
        promise: SyncPromise("\(glyphs.ring) Waiting\(waiting)"), sign: "\(glyphs.ring)", title: "Waiting",
        detail: held + detail)
    case .idle, .asking, .stopped: return restSaying(status)
    }
  }

  /// What is done by sending: every record goes up again as encryption is turned on or off.
  private func sendingVerb(_ status: SyncStatus) -> String {
    switch status.encryption?.state {
    case .sealing: "Encrypting"
    case .opening: "Making plain"
    default: "Sending"
    }
  }

  private func movingSaying(_ verb: String, _ done: Int, _ all: Int?, _ status: SyncStatus) -> SyncSaying {
    var parts: [String] = []
    if let transfer = status.transfer, transfer.total > 0 {
      parts.append(shareText(transfer) + speedText(transfer))
    } else if let all, all > 0 {
      parts.append(NumberText.percent(max(0, min(100, done * 100 / all))))
    }
    parts.append("nothing for you to do")
    let count = progress(done, all)
    return SyncSaying(
      promise: SyncPromise("\(syncGlyph) \(verb == "Encrypting" ? "encrypting " : "")\(count)"),
      sign: moving, title: "\(verb) \(count)",
      detail: parts.joined(separator: "; "))
  }

  private func sendingSaying(_ count: Int, _ detail: String) -> SyncSaying {
    SyncSaying(
      promise: SyncPromise("\(glyphs.waiting) \(grouped(count)) to send"), sign: "\(glyphs.waiting)",
      title: "\(counted(count, "change", "changes")) on \(count == 1 ? "its" : "their") way", detail: detail)
  }

  private func restSaying(_ status: SyncStatus) -> SyncSaying? {
    let overview = status.overview
    if overview.unsent > overview.parked {
      let isAsking = if case .asking = status.activity { true } else { false }
      return sendingSaying(overview.unsent, isAsking ? "after your answer" : "with the next batch")
    }
    if overview.parked > 0 { return nil }
    if syncing.isBehind(at: now.instant) { return sendingSaying(1, "with the next batch") }
    if overview.drafts > 0 {
      let words = counted(overview.drafts, "draft", "drafts")
      return SyncSaying(
        promise: SyncPromise("\(glyphs.waiting) \(words)"), sign: "\(glyphs.waiting)", title: "\(words) not saved yet",
        detail: "saving sends \(overview.drafts == 1 ? "it" : "them")")
    }
    if overview.awaitsKeys(at: now.instant) {
      let count = overview.keyless
      return SyncSaying(
        promise: SyncPromise("\(glyphs.ring) Waiting for a key"), sign: "\(glyphs.ring)",
        title: "\(counted(count, "record waits", "records wait")) for \(count == 1 ? "its" : "their") key",
        detail: "another device has made it, and puts it on the server")
    }
    guard status.isSafe, let last = status.lastAgreement else {
      if status.lastSuccess != nil { return nil }
      return SyncSaying(
        promise: SyncPromise("\(glyphs.ring) Not yet synced"), sign: "\(glyphs.ring)", title: "Not yet synced",
        detail: "\(keyText(.syncNow, in: [.sync])) to sync now")
    }
    let place = status.who.flatMap { $0.split(separator: "@").last.map(String.init) } ?? "the server"
    return SyncSaying(
      promise: SyncPromise("\(glyphs.check) Synced \(age(of: last, isFine: showsSeconds))", .good),
      sign: "\(glyphs.check)", title: "Every entry is safe",
      detail: "here and on \(place), as of \(age(of: last, isFine: true))")
  }

  private func reviewSayings(_ status: SyncStatus) -> [SyncSaying] {
    let short = SyncPromise("\(glyphs.attention) \(grouped(needingAttention(status))) to review", .warning)
    func review(_ title: String, _ detail: String) -> SyncSaying {
      SyncSaying(promise: short, sign: "\(glyphs.attention)", title: title, detail: detail)
    }
    var sayings: [SyncSaying] = []
    if case .asking(let question) = status.activity {
      sayings.append(review(heading(of: question), "\(keyText(.answerSync, in: [.everywhere])) to answer"))
    }
    for device in status.encryption?.asking ?? [] {
      let name = shortened(TerminalSafe(device, keepingLines: false).text, 24)
      sayings.append(
        review("“\(name)” asks to read this journal", "\(keyText(.showAccount, in: [.sync])) to let it in, or not"))
    }
    let faults = status.overview.faults(at: now.instant)
    if faults > 0 {
      sayings.append(
        review(
          "\(counted(faults, "record", "records")) cannot be opened",
          "they lie on the server; nothing overwrites them"))
    }
    if let setback = status.encryption?.setback { sayings.append(saying(setback, short)) }
    let (parked, conflicts) = (status.overview.parked, status.overview.conflicts)
    if parked > 0 {
      sayings.append(
        review(
          "\(counted(parked, "change", "changes")) refused",
          "see why; \(keyText(.retryRecord, in: [.sync])) to try again"))
    }
    if conflicts > 0 {
      sayings.append(
        review("\(counted(conflicts, "merge", "merges")) to review", "both texts were kept; choose the one you like"))
    }
    return sayings
  }

  /// Older keys that the server showed: to be looked at as long as it keeps them, and a day's news otherwise.
  private func saying(_ setback: KeySetback, _ review: SyncPromise) -> SyncSaying {
    let when = age(of: setback.moment, isFine: false)
    return SyncSaying(
      promise: setback.isKept ? review : SyncPromise(""),
      sign: setback.isKept ? "\(glyphs.attention)" : "\(glyphs.check)",
      title: setback.isKept ? "The server keeps older keys" : "The server showed older keys",
      detail: setback.isKept ? setback.advice : "\(when); those of this device were saved over them")
  }

  /// ` · 3 to send`, or nothing.
  private func toSend(_ status: SyncStatus) -> String {
    status.overview.unsent > 0 ? " \(glyphs.separator) \(grouped(status.overview.unsent)) to send" : ""
  }
}
