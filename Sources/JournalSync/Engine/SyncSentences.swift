import CloudRecord
import JournalCore
import SyncCore

/// The sentences about sync that a person reads, all in one place; with numbers and the server's words, never content.
enum SyncSentences {
  static let offline = "Offline. What waits is sent when you are back online."

  // MARK: Errors

  /// The sentence of one error of CloudKit's.
  ///
  /// - Parameters:
  ///   - words: What the server or the network said.
  ///   - seconds: How long the server asked to wait.
  static func sentence(
    _ code: CloudErrorCode, _ words: String, id: String? = nil, service: String? = nil, seconds: Double? = nil,
    _ speech: SyncSpeech = .keys
  ) -> String {
    let wait = seconds.map { Int(min(max($0, 0), 86_400).rounded(.up)) }
    return switch code {
    case .internalError: "The server made a mistake" + (id.map { " (id \($0))" } ?? "") + "."
    case .batchRequestFailed: "The server did not take this, and does not say what is wrong with it."
    case .networkUnavailable: offline
    case .networkFailure: "Cannot reach \(service.map(host) ?? "the server")\(bracketed(words))."
    case .badContainer: "The server has no container of this name\(bracketed(words)). \(speech.checkContainer)"
    case .serviceUnavailable: "The server is under maintenance." + (wait.map { " Again in \($0) s." } ?? "")
    case .requestRateLimited: "Too many requests; waiting \(wait.map { "\($0) s " } ?? "")as asked."
    case .missingEntitlement: "This program’s API token is not accepted: ask the server’s owner."
    case .notAuthenticated: "Session ended. \(speech.signIn); nothing is lost."
    case .permissionFailure: "You may read this entry, not change it. Your version is kept here."
    case .unknownItem: "Deleted on another device while you edited: kept."
    case .invalidArguments: "The server refused this\(bracketed(words))."
    case .serverRecordChanged: "Changed elsewhere too: merged."
    case .serverRejectedRequest: "The server refused this\(bracketed(words))."
    case .assetFileNotFound: "A file is missing on this computer."
    case .assetFileModified: "A file changed on disk; it is not sent."
    case .constraintViolation: "The server has this value already, and it may be there only once\(bracketed(words))."
    case .operationCancelled: "Interrupted."
    case .changeTokenExpired: "Reading everything again, as is usual after a long absence."
    case .zoneBusy: "The journal is busy on the server."
    case .quotaExceeded: "Your space on the server is full\(bracketed(words))."
    case .zoneNotFound, .userDeletedZone: "Your journal was erased on the server. It is complete here."
    case .limitExceeded: "This is larger than the server takes\(bracketed(words))."
    case .tooManyParticipants: "100 people at most can share an entry."
    case .alreadyShared: "Already shared."
    case .referenceViolation: "What this refers to is not on the server yet."
    case .managedAccountRestricted: account(.restricted, words, speech)
    case .assetNotAvailable: "A file is not on the server at the moment."
    case .accountTemporarilyUnavailable: account(.temporarilyUnavailable, words, speech)
    }
  }

  private static func bracketed(_ words: String) -> String { words.isEmpty ? "" : " (\(words))" }

  /// The host of a base URL.
  private static func host(_ service: String) -> String {
    let rest = service.firstRange(of: "://").map { service[$0.upperBound...] } ?? service[...]
    return String(rest.prefix { $0 != "/" })
  }

  // MARK: States

  static func waiting(
    _ trouble: SyncTrouble, failures: Int, service: String?, _ speech: SyncSpeech = .keys
  ) -> String {
    switch trouble {
    case .request(let failure) where failure.isOtherHistory: return question(.otherIncarnation)
    case .request(let failure):
      // One mistake of a server is gone by the next try; the third is worth a report.
      let id = failures >= 3 ? failure.uuid : nil
      return sentence(
        failure.code, failure.reason, id: id, service: service, seconds: failure.retryAfter, speech)
    case .store(let words): return "The journal’s file could not be written (\(words)); what you write is not synced."
    case .contention: return "Other devices are writing the same entries; waiting for them."
    }
  }

  static func stopped(_ stop: SyncStop, session: SyncSession?, _ speech: SyncSpeech = .keys) -> String {
    switch stop {
    case .failure(let failure):
      let words = failure.code == .badContainer ? session?.containerID ?? failure.reason : failure.reason
      return sentence(failure.code, words, id: failure.uuid, service: session?.service, speech)
    case .otherAccount:
      return "Another account is signed in: this journal belongs to a different one, and nothing of it is sent."
    case .stayLocal: return "As you chose, this journal stays on this computer."
    case .keys(let reason): return keys(reason, speech)
    }
  }

  /// Why a device cannot use the keys of its account's journal.
  static func keys(_ reason: KeyStop, _ speech: SyncSpeech) -> String {
    switch reason {
    case .waiting:
      "The journal on the server is encrypted. Until this computer has the key nothing comes and nothing is sent. "
        + "You can write."
    case .removed(let name):
      "This device was removed\(KeyRemoval.actor(name)). Your journal is whole here; nothing is sent. \(speech.askAgain)"
    case .unanswered:
      "The server says this journal is not encrypted end to end. If you turned encryption on elsewhere, stop here. Nothing is "
        + "sent or taken in before you sign out and in again, and agree."
    case .noRing: "This journal is to be encrypted, and the server shows no keys. Nothing is sent or taken in."
    case .forked: "The server shows keys that none of your devices agreed to. Nothing is sent or taken in."
    case .another: "The server shows other keys than those of your devices. Nothing is sent or taken in."
    case .newer: "Your keys were written by a newer version of this program: update it."
    case .broken: "The keys that the server shows are damaged. Nothing is sent or taken in."
    case .unconfirmed: "The server says that this journal is not encrypted. Nothing is sent or taken in."
    }
  }

  /// - Parameter words: Why, where that is known better than the state says it: sentences.
  static func account(_ state: SyncStatus.Account, _ words: String = "", _ speech: SyncSpeech = .keys) -> String {
    switch state {
    case .available: "Signed in."
    case .noAccount: "Not signed in. You can write; \(speech.toSync)."
    case .restricted where words == speech.signedOut: words
    case .restricted: "The server’s owner has restricted this account. Ask them; your journal stays here."
    case .temporarilyUnavailable where !words.isEmpty: words
    case .temporarilyUnavailable: "The account is not ready yet; sync continues automatically."
    case .couldNotDetermine: "Cannot ask the server who you are. Check the connection; \(speech.tryAgain)."
    }
  }

  /// - Parameters:
  ///   - words: What the server said of it: how much is used, of how much.
  ///   - pictures: How many wait for space.
  static func fullSpace(_ words: String, pictures: Int) -> String {
    let waiting = pictures == 0 ? "" : pictures == 1 ? " 1 picture waits;" : " \(pictures) pictures wait;"
    return sentence(.quotaExceeded, words) + (pictures > 0 ? waiting + " words go first." : "")
  }

  static func question(_ question: SyncQuestion) -> String {
    switch question {
    case .zoneGone: sentence(.userDeletedZone, "")
    case .otherIncarnation:
      "The server’s journal is of another history: a restored backup, or a new server. Yours is complete here."
    case .massRemoval(let removals, let records):
      "With what the server wants to remove, \(removals) of the \(records) entries here would go within a day; "
        + "these are still here."
    }
  }

  static func words(_ answer: SyncQuestion.Answer) -> String {
    switch answer {
    case .uploadAgain: "everything here is sent again"
    case .takeServers: "what the server has is taken"
    case .stayLocal: "the journal stays here"
    }
  }

  // MARK: Records

  /// Why a record is not sent, as the list of what waits says it.
  ///
  /// - Parameter picture: The record, if it is one of a picture; it is called by its caption.
  static func parked(_ code: CloudErrorCode, _ words: String, picture: RecordVersion? = nil) -> String {
    guard let picture, picture.recordType == JournalSchema.imageType else { return sentence(code, words) }
    var name = "The picture"
    if case .string(let caption)? = picture.values["caption"], !caption.isEmpty { name = caption }
    switch code {
    case .assetFileNotFound: return "\(name) is missing on this computer. Add it again, or remove it."
    case .assetFileModified: return "\(name) changed on disk; not sent."
    case .limitExceeded: return "\(name) is larger than the server takes\(bracketed(words))."
    case .assetNotAvailable: return "\(name) is not here, and does not come from the server at the moment."
    default: return sentence(code, words)
    }
  }

  /// Why a picture did not come.
  static func fetching(_ failure: CloudFailure, service: String?) -> String {
    switch failure.code {
    case .changeTokenExpired where failure.isOtherHistory: question(.otherIncarnation)
    case .assetNotAvailable: "It is not available at the moment\(bracketed(failure.reason))."
    case .limitExceeded: "It is larger than is taken here\(bracketed(failure.reason))."
    default: sentence(failure.code, failure.reason, id: failure.uuid, service: service)
    }
  }

  /// Of parked records, which are entries, categories or pictures.
  static func refused(_ count: Int) -> String {
    "\(records(count)) \(count == 1 ? "was" : "were") refused by the server."
  }

  /// Of records on the server that are closed to this device.
  static func unreadable(_ count: Int) -> String {
    "\(records(count)) on the server cannot be opened here."
  }

  /// Of records on the server whose key may be on its way.
  static func keyless(_ count: Int) -> String {
    "\(records(count)) on the server \(count == 1 ? "waits" : "wait") for a key that another device has just made."
  }

  static func waiting(_ count: Int) -> String {
    "\(NumberText.counted(count, "change is", "changes are")) not on the server yet."
  }

  // MARK: The log

  static func log(_ failure: CloudFailure) -> String {
    let id = failure.uuid.map { " · id \($0)" } ?? ""
    return "\(failure.code.rawValue): \(failure.reason)\(id)"
  }

  static func fetched(_ count: Int, _ summary: ApplySummary) -> String {
    "fetched \(count) \(count == 1 ? "change" : "changes")" + counts(summary)
  }

  static func lookedUp(_ count: Int, _ summary: ApplySummary) -> String {
    "looked up \(records(count))" + counts(summary)
  }

  private static func records(_ count: Int) -> String { count == 1 ? "1 record" : "\(count) records" }

  private static func counts(_ summary: ApplySummary) -> String {
    var text = ""
    if summary.merged > 0 { text += " · \(summary.merged) merged" }
    if summary.conflicts > 0 { text += " · \(summary.conflicts) with both texts" }
    if summary.removed > 0 { text += " · \(summary.removed) removed" }
    if summary.unreadable > 0 { text += " · \(summary.unreadable) cannot be opened" }
    return text
  }

  /// Of records that go up again in another form.
  static func resealing(_ count: Int, _ goal: SealGoal) -> String {
    goal == .plain ? "\(records(count)) to be sent without encryption" : "\(records(count)) to be sent encrypted"
  }

  /// Of encryption that a device has turned off.
  static func turnedOff(by device: String) -> String {
    "Encryption was turned off" + (device.isEmpty ? "" : " by “\(device)”")
      + ": what is written goes plain to the server"
  }

  /// Of a ring that is older than the known one, or breaks a rule.
  static func olderKeys(isDamaged: Bool, isReplaced: Bool) -> String {
    let keys = isDamaged ? "damaged keys" : "an older version of the keys"
    return isReplaced
      ? "The server showed \(keys); yours were saved over it"
      : "The server has shown \(keys) more than three times within a day, and keeps them for now"
  }

  /// Of copies that were not taken in.
  static func refusedCopies(_ count: Int) -> String {
    "The server showed an older or plain version of \(records(count)); what is here is sent again"
  }

  static func clockCorrected(_ offset: Int64, _ count: Int) -> String {
    "this computer’s clock is \(abs(offset) / 1000) s \(offset < 0 ? "ahead" : "behind"): \(records(count)) not sent yet "
      + (count == 1 ? "was" : "were") + " given the server’s time"
  }

  static func sent(_ tally: SendTally, took milliseconds: Int64) -> String {
    var text = "sent \(records(tally.acknowledged)) in \(max(0, milliseconds)) ms"
    if tally.toLookUp > 0 { text += " · \(tally.toLookUp) changed elsewhere" }
    if tally.parked > 0 { text += " · \(tally.parked) refused" }
    if tally.withoutSpace > 0 { text += " · \(tally.withoutSpace) without space" }
    return text
  }
}
