import Foundation
package import JournalCore

/// How synchronising stood when it last did anything, kept for commands and screens that do not run it.
package struct SyncNote: Hashable, Sendable, Codable {
  /// The raw value of ``SyncStatus/Account``.
  package var account: String
  /// Milliseconds since 1970 of the last fetch that came to its end.
  package var lastSuccess: Int64?
  /// Whether the last attempt reached the service.
  package var isOnline: Bool
  /// Whether the last attempt came to its end.
  package var isComplete: Bool
  /// The account and its server, as “anna@journal.example.org”; the last one after signing out.
  package var who: String?
  /// The zones that were synchronised.
  package var zones: [Zone]
  /// Why the server may not have what was sent; nil where there is no doubt.
  package var doubt: Doubt?
  /// Why it does not go on, where it does not.
  package var trouble: String?
  /// The raw value of ``EncryptionStatus/State``; nil for a journal that is not encrypted.
  package var encryption: String?

  /// What a person has to decide, or has decided, of a server that is not what it was.
  package enum Doubt: String, Hashable, Sendable, Codable {
    /// The journal is gone from the server.
    case gone
    /// The server's data are another history.
    case otherHistory
    /// The server says that much of the journal is gone.
    case massRemoval
    /// The person chose to leave the server alone.
    case staysLocal
  }

  /// A zone and the place up to which this device has read it.
  package struct Zone: Hashable, Sendable, Codable {
    /// The zone's name on the server.
    package var name: String
    /// The end of its change token.
    package var token: String?
  }

  /// Sums up a status; `before` fills in what the status does not know yet.
  package init(_ status: SyncStatus, before: SyncNote?) {
    account = status.account.rawValue
    lastSuccess = [status.lastSuccess?.milliseconds, before?.lastSuccess].compactMap(\.self).max()
    who = status.who ?? before?.who
    zones = status.zones.map { zone in
      Zone(name: zone.name, token: zone.token ?? before?.zones.first { $0.name == zone.name }?.token)
    }
    isComplete = status.account == .available && status.activity == .idle && status.lastSuccess != nil
    encryption = status.encryption?.state.rawValue ?? before?.encryption
    doubt =
      switch status.activity {
      case .asking(.zoneGone): .gone
      case .asking(.otherIncarnation): .otherHistory
      case .asking(.massRemoval): .massRemoval
      case .stopped where status.staysLocal: .staysLocal
      // A question goes with its answer, and not with the network.
      default: isComplete || before?.doubt == .staysLocal ? nil : before?.doubt
      }
    switch status.activity {
    case .idle, .fetching, .sending: (isOnline, trouble) = (status.account == .available, nil)
    // What was known holds until something else is.
    case .checking: (isOnline, trouble) = (before?.isOnline ?? false, nil)
    case .paused: (isOnline, trouble) = (before?.isOnline ?? false, "Paused.")
    case .waiting(_, let why): (isOnline, trouble) = (false, why)
    case .offline: (isOnline, trouble) = (false, "Offline.")
    case .asking:
      (isOnline, trouble) = (
        true, "A question waits for you: press S on the screen, or see cloudjournal sync --help for --answer."
      )
    case .stopped(let why) where status.staysLocal:
      (isOnline, trouble) = (false, why + " cloudjournal sync --answer upload-again undoes it.")
    case .stopped(let why): (isOnline, trouble) = (false, why)
    }
  }

  /// The note in a journal's folder; nil where there is none, or none that can be read: it is made anew with the next attempt.
  package static func read(_ paths: JournalPaths) -> SyncNote? {
    do {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: paths.syncNote)))
      return try JSONDecoder().decode(SyncNote.self, from: Data(JournalVault.open(bytes, paths.syncNote, of: paths)))
    } catch {
      return nil
    }
  }

  /// What is said of a note that is there and cannot be read; nil where there is none, or all is well.
  package static func fault(_ paths: JournalPaths) -> String? {
    guard FolderFiles.exists(paths.syncNote), read(paths) == nil else { return nil }
    return "How synchronising stood (\(paths.syncNote)) cannot be read. Write it anew with: cloudjournal sync"
  }

  /// Writes the note as a whole, in place of a former one, without waiting for the disk: after a crash the next attempt
  /// writes it anew.
  ///
  /// - Throws: ``CommandFailure`` where the file cannot be written.
  package func write(_ paths: JournalPaths) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let file = try OutputFile(path: paths.syncNote, replaces: true)
    try file.write(JournalVault.seal(Array(encoder.encode(self)), paths.syncNote, of: paths))
    try file.finish(durably: false)
  }
}
