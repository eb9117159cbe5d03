import JournalCore
import JournalFormats
import JournalSeal
import JournalStore
import TerminalDriver

/// Why something that a person asked for was not done: a sentence for them, and a code for their scripts.
package struct CommandFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of failure; the raw values are part of the `--json` output and do not change.
  package enum Code: String, Hashable, Sendable {
    /// The command line itself is wrong: the exit status is 2.
    case usage
    case invalidInput = "invalid-input"
    case notFound = "not-found"
    case ambiguous
    case exists
    case cancelled
    case noTerminal = "no-terminal"
    case editorFailed = "editor-failed"
    case badFile = "bad-file"
    case notAJournal = "not-a-journal"
    case newerFormat = "newer-format"
    case readOnly = "read-only"
    case diskFull = "disk-full"
    case damaged
    /// The journal is encrypted on the disk, and its key is not here.
    case locked
    case busy
    /// The journal's file was removed or replaced while it was open.
    case moved
    case inputOutput = "input-output"
    /// The journal is encrypted, and this computer does not have its keys.
    case needsKey = "needs-key"
    /// The journal is encrypted, and what the server shows of its keys is not used.
    case keysRefused = "keys-refused"
    /// The journal on the server is not encrypted, and encryption was asked for.
    case notEncrypted = "not-encrypted"
    /// It is not shared, or not any more.
    case notShared = "not-shared"
    /// It is shared with others, or for reading alone.
    case noAccess = "no-access"
    /// It is done on the server, which cannot be reached.
    case needsNetwork = "needs-network"
    case unexpected
  }

  /// The kind of failure; it decides the exit status.
  package let code: Code
  /// What is wrong, where, and what to do.
  package let sentence: String

  package init(_ code: Code, _ sentence: String) {
    (self.code, self.sentence) = (code, sentence)
  }

  /// A mistake in the command line.
  package static func usage(_ sentence: String) -> CommandFailure { CommandFailure(.usage, sentence) }

  /// Understands a part of the command line; one that cannot be understood is a mistake in it.
  static func reading<Value>(_ body: () throws(InvalidInput) -> Value) throws -> Value {
    do { return try body() } catch { throw usage(error.sentence) }
  }

  /// Takes over what another part of the program has thrown.
  package init(_ error: any Error) {
    switch error {
    case let failure as CommandFailure: self = failure
    case let error as StoreError: self.init(CommandFailure.code(of: error), error.description)
    case let input as InvalidInput: self.init(.invalidInput, input.sentence)
    case let date as NaturalDateError: self.init(.invalidInput, date.sentence)
    case let failure as VaultFailure: self.init(CommandFailure.code(of: failure), failure.description)
    case let error as ImportError: self.init(.badFile, error.description)
    case let error as ExportError: self.init(.inputOutput, error.sentence)
    case let error as TerminalError: self.init(.noTerminal, error.description)
    case let name as JournalPaths.InvalidName: self.init(.usage, name.description)
    default: self.init(.unexpected, "Something unexpected went wrong (\(error)). Nothing more was done.")
    }
  }

  /// An error of an examination: it does not send the person to the examination.
  package static func ofExamination(_ error: any Error, _ paths: JournalPaths) -> any Error {
    guard case .damaged(let path, let detail)? = error as? StoreError else { return error }
    let latest = FolderFiles.names(in: paths.backups, prefix: "").filter { $0.hasSuffix(".sqlite") }.max()
    let backup = latest.map { "the latest is \(paths.backups)/\($0)" } ?? "there is none in \(paths.backups)"
    return CommandFailure(
      .damaged,
      "\(path) is damaged (\(detail)), and cannot be examined to its end. Nothing was changed. Write what can be read to a "
        + "file with “cloudjournal export”; then put a backup in its place: \(backup).")
  }

  /// The process's exit status: 2 for a wrong command line, 3 where only a person can decide, 1 for everything else.
  package var exitStatus: Int32 {
    switch code {
    case .usage: 2
    case .notEncrypted: 3
    default: 1
    }
  }

  /// The sentence, so that any way of printing the error shows it.
  package var description: String { sentence }

  private static func code(of failure: VaultFailure) -> Code {
    switch failure {
    case .wrongPassphrase: .locked
    case .damaged, .forged: .damaged
    case .newer: .newerFormat
    case .memory: .inputOutput
    }
  }

  private static func code(of error: StoreError) -> Code {
    switch error {
    case .notAJournal: .notAJournal
    case .newerFormat: .newerFormat
    case .readOnly: .readOnly
    case .diskFull: .diskFull
    case .damaged, .notSealed: .damaged
    case .sealed: .locked
    case .busy: .busy
    case .missing, .unknownRecord: .notFound
    case .recordExists: .exists
    case .noPermission, .noLocks, .inputOutput, .notWritten, .uncertain: .inputOutput
    case .moved: .moved
    case .taken, .invalid: .invalidInput
    }
  }
}
