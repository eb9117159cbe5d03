import CloudClient
package import JournalCore
import JournalFormats
import JournalStore
import JournalSync

/// Whether a journal is safe, for a command that does not synchronise it itself.
package struct SafetyReport: Sendable {
  /// The account's state as the note has it; `noAccount` without a session.
  package let account: SyncStatus.Account
  /// The account and its server; nil without a session, or where neither note nor session says.
  package let who: String?
  /// The store's numbers, and the first records that wait.
  package let overview: SyncOverview
  /// The state that the last synchronisation left; nil where there was none.
  package let note: SyncNote?
  /// How many records and drafts in what others share are not on the server.
  let unsentShared: Int
  /// What waits in what others share, and for what, a sentence each.
  let sharedWaits: [String]
  /// What is wrong with the note, as a sentence; nil where nothing is.
  let noteFault: String?
  /// How this device stands with the keys of an encrypted journal; nil for one that is not.
  package let encryption: EncryptionStatus?

  /// What the journal and its notes say; nothing is asked of the network.
  ///
  /// - Parameter count: How many records that wait are named, at most.
  /// - Throws: ``StoreError`` where the journal cannot be read; ``CommandFailure`` where the session cannot.
  package init(_ journal: OpenedJournal, naming count: Int = 20) throws {
    let paths = journal.paths
    overview = try journal.store.syncOverview(limit: count)
    (unsentShared, sharedWaits) = GuestJournals(journal).standing()
    note = SyncNote.read(paths)
    noteFault = note == nil ? SyncNote.fault(paths) : nil
    let session: KeptSession?
    do { session = try paths.session.read() } catch { throw ServiceWords.failure(error) }
    if session == nil {
      account = .noAccount
    } else {
      account = note.flatMap { SyncStatus.Account(rawValue: $0.account) } ?? .couldNotDetermine
    }
    who = session == nil ? nil : note?.who ?? session?.name
    encryption = try SafetyReport.encryption(paths, journal.store, note)
  }

  private static func encryption(
    _ paths: JournalPaths, _ store: JournalStore, _ note: SyncNote?
  ) throws -> EncryptionStatus? {
    let keys: AccountKeys?
    do {
      guard let settings = try paths.account.read() else { return nil }
      keys = try AccountKeys(paths, settings, store)
    } catch {
      throw ServiceWords.failure(error)
    }
    guard let keys else { return nil }
    var status = try keys.status() ?? EncryptionStatus(.waiting)
    // Only the look at the server told that what it shows is not used.
    if status.isUsable, note?.encryption == EncryptionStatus.State.refused.rawValue { status.state = .refused }
    return status
  }

  /// What to do about an empty journal whose entries may be on the server: this device is signed in and has fetched nothing
  /// since. nil where it has, or is not signed in.
  ///
  /// - Throws: ``CommandFailure`` where the session's file or the keys cannot be used.
  package static func advice(onEmpty journal: OpenedJournal) throws -> String? {
    let session: KeptSession?
    do { session = try journal.paths.session.read() } catch { throw ServiceWords.failure(error) }
    let note = SyncNote.read(journal.paths)
    guard session != nil, note?.lastSuccess == nil else { return nil }
    return try encryption(journal.paths, journal.store, note)?.state == .waiting
      ? "This computer has no key to those on the server yet: cloudjournal account keys"
      : "Fetch those on the server with: cloudjournal sync"
  }

  /// Whether nothing is unsent, parked, in a draft, or closed to this device, and the last fetch came to its end.
  package var isSafe: Bool {
    account == .available && note?.isComplete == true && overview.unsent == 0 && overview.parked == 0
      && unsentShared == 0
      && overview.drafts == 0 && overview.unreadable == 0 && encryption?.setback?.isKept != true
  }

  /// `{"ok":true,"account":…,"online":…,"pending":…,"parked":…,"conflicts":…,"lastSuccess":…,"zones":[…],…}` and a line end.
  ///
  /// - Parameters:
  ///   - traffic: What has come and gone, for the command that synchronised: `"sent"`, `"fetched"`, `"merged"`.
  ///   - isOK: Whether the command did what it was asked to.
  package func json(_ traffic: SyncTraffic? = nil, isOK: Bool = true) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", isOK)
      json.member("account", account.rawValue)
      json.member("online", account == .available && note?.isOnline == true)
      json.member("pending", Int64(overview.unsent))
      json.member("parked", Int64(overview.parked))
      json.member("conflicts", Int64(overview.conflicts))
      json.member("lastSuccess", note?.lastSuccess.map { ISODate.string(Instant(milliseconds: $0)) })
      json.key("zones")
      json.array { json in
        for zone in note?.zones ?? [] {
          json.object { json in
            json.member("name", zone.name)
            json.member("token", zone.token)
          }
        }
      }
      json.member("drafts", Int64(overview.drafts))
      json.member("who", who)
      json.member("safe", isSafe)
      if unsentShared > 0 || !sharedWaits.isEmpty {
        json.key("shared")
        json.object { json in
          json.member("unsent", Int64(unsentShared))
          guard !sharedWaits.isEmpty else { return }
          json.key("waits")
          json.strings(sharedWaits)
        }
      }
      json.member("trouble", note?.trouble)
      json.key("encryption")
      json.object { json in
        json.member("state", (encryption?.state ?? .open).rawValue)
        json.member("key", Int64(encryption?.key ?? 0))
        json.member("unreadable", Int64(overview.unreadable))
        json.member("recoveryConfirmed", encryption?.isRecoveryConfirmed ?? false)
        (encryption ?? EncryptionStatus(.open)).write(to: &json)
      }
      if let traffic {
        json.member("sent", Int64(traffic.sent))
        json.member("fetched", Int64(traffic.fetched))
        json.member("merged", Int64(traffic.merged))
      }
    }
    json.lineFeed()
    return json.bytes
  }

  /// - Parameter zone: In which moments are told.
  package func print(to output: inout Printout, now: Instant, zone: any LocalZone) {
    output.line(headline(now: now, zone), isSafe ? .strong : .warning)
    if let who { output.line("Account     \(who), \(words(account))") }
    if let last = note?.lastSuccess {
      output.line("Last sync   \(DateText.ago(Instant(milliseconds: last), now: now))")
    }
    if let encryption { output.line("Encryption  \(KeyWords.state(encryption))") }
    if let setback = encryption?.setback { output.addLines("\(setback.words(now: now))\n", .warning) }
    if overview.awaitsKeys(at: now) {
      output.line("Closed      \(overview.keyless) on the server under a key that another device has just made")
    }
    let faults = overview.faults(at: now)
    if faults > 0 { output.line("Closed      \(faults) on the server that cannot be opened here", .warning) }
    if overview.drafts > 0 {
      let them = overview.drafts == 1 ? "it" : "them"
      output.line("Drafts      \(overview.drafts), saved nowhere else: open the screen to go on with \(them)")
    }
    if unsentShared > 0 {
      output.line(
        "Shared      \(NumberText.counted(unsentShared, "change", "changes")) of yours in what others share, not sent yet"
      )
    }
    for sentence in sharedWaits { output.line("Shared      \(sentence)", .warning) }
    if overview.conflicts > 0 {
      output.line("Merged      \(overview.conflicts) with both texts kept: look at \(merged)")
    }
    if let cause = cause(in: zone), account != .noAccount { output.line("Server      \(cause)", .warning) }
    if let noteFault { output.line("Trouble     \(noteFault)", .warning) }
    if let trouble = note?.trouble, account != .noAccount { output.line("Trouble     \(trouble)") }
    // Where there is nothing to send it to, nothing waits.
    guard !overview.waiting.isEmpty, account != .noAccount || note != nil else { return }
    output.line()
    output.line("Waiting")
    for item in overview.waiting {
      output.add(item.reason == nil ? "  ↑ " : "  ! ", item.reason == nil ? .plain : .warning)
      output.add("\(item.kind)".padding(8) + (item.title.isEmpty ? item.recordName.rawValue : item.title))
      output.line(item.reason.map { "  \($0)" } ?? "", .dim)
    }
    let rest = overview.unsent - overview.waiting.count
    if rest > 0 { output.line("  … and \(NumberText.grouped(rest)) more", .dim) }
  }

  /// The latest entry in which both texts were kept, by its title, and how many others there are.
  private var merged: String {
    EntryNaming.first(overview.merges.filter(\.isConflict).map(\.title), of: overview.conflicts) ?? "them"
  }

  private func headline(now: Instant, _ zone: any LocalZone) -> String {
    let waiting = NumberText.counted(overview.unsent, "change is", "changes are")
    switch account {
    case .noAccount where note == nil: return "This journal is on this computer only."
    case .noAccount: return "Not signed in." + (overview.unsent > 0 ? " \(waiting) on this computer only." : "")
    default: break
    }
    if isSafe { return "Everything is safe: here and on the server." }
    switch encryption?.state {
    case .waiting: return "The journal on the server is encrypted, and this computer has no key yet."
    case .removed: return "\((encryption?.removal ?? KeyRemoval(at: nil, by: "")).clause(in: zone)): nothing is sent."
    default: break
    }
    // What was acknowledged once may not be there any more.
    switch note?.doubt {
    case .staysLocal: return "This journal stays on this computer, as you chose."
    case .gone, .otherHistory, .massRemoval: return "Complete here, in doubt on the server: a question waits for you."
    case nil: break
    }
    if overview.parked > 0 {
      return "\(NumberText.counted(overview.parked, "record", "records")) of \(overview.unsent) waiting to be reviewed."
    }
    if overview.unsent > 0 { return "\(waiting) not on the server yet." }
    if unsentShared > 0, overview.drafts == 0 { return "What you wrote in what others share is not on the server yet." }
    if overview.drafts > 0 { return "\(NumberText.counted(overview.drafts, "draft is", "drafts are")) not saved yet." }
    if overview.awaitsKeys(at: now), overview.faults(at: now) == 0 {
      return
        "Everything here was sent; \(NumberText.counted(overview.keyless, "record waits for its key", "records wait for their key"))."
    }
    if overview.unreadable > 0 {
      let records = NumberText.counted(overview.unreadable, "record", "records")
      return "Everything here was sent; \(records) on the server cannot be opened here."
    }
    if encryption?.setback?.isKept == true { return "Everything here was sent; the server keeps older keys." }
    return "Everything here was sent; whether there is news on the server is not known."
  }

  /// What the question that waits is about; nil where none does.
  private func cause(in zone: any LocalZone) -> String? {
    switch note?.doubt {
    case .gone:
      let lastSeen = note?.lastSuccess.map { Instant(milliseconds: $0) }
      let since = SyncQuestion.zoneGone.stillThere(lastSeen, in: zone).map { " \($0)" } ?? ""
      return "Your journal was erased there.\(since)"
    case .otherHistory: return "It has another history: a restored backup, or a new server. Yours is complete here."
    case .massRemoval: return "It has removed more than half of the entries; they are still here."
    case .staysLocal, nil: return nil
    }
  }

  private func words(_ account: SyncStatus.Account) -> String {
    switch account {
    case .restricted where [SyncSpeech.keys, .commands].contains { $0.signedOut == note?.trouble }:
      "this device was signed out"
    case .available: "available"
    case .noAccount: "not signed in"
    case .restricted: "restricted by the server’s owner"
    case .temporarilyUnavailable: "not ready yet"
    case .couldNotDetermine where note == nil: "nothing has synced here yet"
    case .couldNotDetermine: "not known yet: the server has not answered"
    }
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - unicodeScalars.count))
  }
}
