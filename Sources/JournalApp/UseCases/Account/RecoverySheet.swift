package import JournalCore
import JournalFormats

/// The page on which a recovery key is kept.
package struct RecoverySheet: Sendable {
  private let key: [String]
  private let journal: String
  private let owner: String

  /// - Throws: ``CommandFailure`` where the key is not kept here.
  package init(_ desk: AccountDesk, journal: String) async throws {
    key = try await desk.recovery()
    owner = try AccountReport.owner(desk)
    self.journal = journal
  }

  /// The page.
  ///
  /// - Parameter now: The time, of which the day in UTC is told.
  package func text(on now: Instant) -> String {
    let groups = key.enumerated().map { "\($0.offset + 1) \($0.element)" }
    return """
      CloudJournal: recovery key

      Journal   \(journal)
      Account   \(owner)
      Date      \(ISODate.string(now).prefix(10))

          \(groups.prefix(4).joined(separator: "    "))
          \(groups.suffix(4).joined(separator: "    "))

      Keep this on paper, or in a password manager. With it and your password anybody can read the journal.
      To use it: sign in, then run: cloudjournal account recovery --enter

      """
  }

  /// Writes the page to a new file, which only its owner can read.
  ///
  /// - Throws: ``CommandFailure``, also where there is such a file already.
  package static func write(_ page: String, to path: String) throws {
    do {
      let file = try OutputFile(path: path, replaces: false, isPrivate: true)
      try file.write(Array(page.utf8))
      try file.finish()
    } catch let failure as CommandFailure where failure.code == .exists {
      // Unlike an export, a page with the key is never written over another file.
      throw CommandFailure(.exists, "\(path) is there already, and was left as it is. Name another file.")
    }
  }
}

/// What commands say of keys.
package enum KeySaying {
  /// What is asked before a journal is plain by the server's word.
  package static var question: String { KeyWords.question }

  /// Where to type the words that this computer shows.
  package static func waiting(_ words: [String]) -> String { "\(KeyWords.waiting)\n\(KeyWords.type(words))" }

  /// As ``waiting(_:)`` where the words would be kept in a log: without them.
  package static var waitingUnseen: String {
    "\(KeyWords.waiting) “cloudjournal account keys” shows the six words to be typed on a device that can read it."
  }
}

extension AccountDesk.Arrival.Keys {
  /// The raw value of ``EncryptionStatus/State``.
  package var state: String {
    switch self {
    case .plain: EncryptionStatus.State.open.rawValue
    case .founded, .ready: EncryptionStatus.State.ready.rawValue
    case .waiting: EncryptionStatus.State.waiting.rawValue
    case .refused: EncryptionStatus.State.refused.rawValue
    }
  }
}

extension Answers {
  /// Returns `{"ok":true,"count":…,"items":[{"id","device","since"}]}` and a line end.
  package static func asking(_ devices: [AccountDesk.Asking]) -> [UInt8] {
    Answer.items(devices) { device, json in
      json.member("id", device.id)
      json.member("device", device.name)
      json.member("since", ISODate.string(device.since))
    }
  }
}
