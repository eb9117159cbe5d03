import JournalCore
import TerminalKit

/// What synchronising is called, in the words of a person.
extension ShowsSync {
  /// The sentence of an account's state with the key that does something about it; nil where all is well.
  func accountSentence(_ status: SyncStatus) -> String? { accountSentence(status.account, who: status.who) }

  func accountSentence(_ account: SyncStatus.Account, who: String?) -> String? {
    let here = desk.screens.last == .account
    switch account {
    case .available: return nil
    case .noAccount:
      let key = here ? "" : keyText(.showAccount, in: [.journal, .sync])
      if who != nil {
        return here
          ? "Sign in again to go on; nothing is lost." : "Session ended. Press \(key) to sign in; nothing is lost."
      }
      return here ? "Not signed in. You can write." : "Not signed in. You can write; press \(key) to sync."
    case .restricted:
      return "The server’s owner has restricted this account. Ask them; your journal stays here."
    case .temporarilyUnavailable: return "The account is not ready yet; sync continues automatically."
    case .couldNotDetermine:
      let key = keyText(.refreshAccount, in: [.account])
      return "Cannot ask the server who you are. Check the connection; \(key) tries again."
    }
  }

  func name(of account: SyncStatus.Account) -> String {
    switch account {
    case .available: "available"
    case .noAccount: "not signed in"
    case .restricted: "restricted"
    case .temporarilyUnavailable: "not ready"
    case .couldNotDetermine: "not known"
    }
  }

  func name(of kind: WaitingRecord.Kind) -> String {
    switch kind {
    case .entry: "entry"
    case .category: "category"
    case .image: "image"
    case .preference: "saved search or word"
    case .other: "record"
    }
  }

  /// `“Title”`, or what stands for one.
  func titled(_ title: String) -> String { title.isEmpty ? "An entry" : "“\(shortened(title, 40))”" }

  /// What a person can do about a refused change, by CloudKit's name of the error.
  func advice(for code: String?) -> String {
    let retry = keyText(.retryRecord, in: [.sync])
    let report = keyText(.copyReport, in: [.sync])
    switch code {
    case "limitExceeded": return "Make it shorter or split it; saving it tries again."
    case "permissionFailure": return "Your version is kept here."
    case "quotaExceeded": return "Free some space on the server, or ask its owner; \(retry) tries again."
    case "assetFileNotFound", "assetFileModified": return "Add the picture again; the others go on."
    case "invalidArguments", "serverRejectedRequest", "internalError", "constraintViolation":
      return "\(retry) tries again; \(report) copies details for a bug report, without your words."
    default: return "\(retry) tries again; an edit does, too."
    }
  }

  /// `18 ms behind the server`.
  func clockText(_ offset: Int64) -> String {
    let size = abs(offset)
    guard size > 0 else { return "as the server’s" }
    let text = size < 10_000 ? "\(grouped(Int(size))) ms" : span(size)
    return "\(text) \(offset > 0 ? "behind" : "ahead of") the server"
  }

  /// `1.2/3.4 MB`.
  func transferText(_ transfer: SyncTransfer) -> String {
    let total = bytesText(transfer.total)
    let done = bytesText(min(transfer.done, transfer.total))
    guard let space = total.lastIndex(of: " "), done.hasSuffix(total[space...]) else { return "\(done) of \(total)" }
    return "\(done.dropLast(total[space...].count))/\(total)"
  }

  func bytesText(_ bytes: Int64) -> String { NumberText.bytes(bytes) }

  /// `62 % of 1.2 MB`.
  func shareText(_ transfer: SyncTransfer) -> String {
    "\(NumberText.percent(transfer.permille / 10)) of \(bytesText(transfer.total))"
  }

  /// ` · 340 kB/s`, or nothing.
  func speedText(_ transfer: SyncTransfer) -> String {
    transfer.speed.map { " \(glyphs.separator) \(bytesText($0))/s" } ?? ""
  }

  /// `2nd try in 4 s`; nil where nothing has failed and no try is planned.
  func tryText(after tries: Int, at next: Instant?) -> String? {
    guard tries > 0 || next != nil else { return nil }
    let name = tries > 0 ? "\(NumberText.ordinal(tries + 1)) try" : "next try"
    guard let next else { return tries > 0 ? "\(name)" : nil }
    let left = next.milliseconds - now.instant.milliseconds
    return left > 0 ? "\(name) in \(fineSpan(left + 999))" : "\(name) now"
  }

  /// `1 min 12 s`: a span that is told to the second for an hour.
  func fineSpan(_ milliseconds: Int64) -> String {
    let seconds = max(0, milliseconds) / 1000
    guard seconds >= 60, seconds < 3600 else { return span(milliseconds) }
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
