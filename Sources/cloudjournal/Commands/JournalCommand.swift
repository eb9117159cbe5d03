import ArgumentParser
import JournalApp

/// A command that opens the journal and works on it.
protocol JournalCommand: ParsableCommand {
  /// How the journal is opened.
  static var purpose: JournalOpening.Purpose { get }

  var global: GlobalOptions { get }

  /// - Throws: What is said as a sentence; ``ExitCode`` where all was said already.
  func run(_ session: CommandSession, in journal: OpenedJournal) throws
}

extension JournalCommand {
  func run() throws {
    let session = try CommandSession(global)
    try session.withJournal(Self.purpose) { try run(session, in: $0) }
  }
}

/// A command that changes nothing.
protocol ReadingCommand: JournalCommand {}

extension ReadingCommand {
  static var purpose: JournalOpening.Purpose { .read }
}

/// A command that writes, and makes the journal where there is none.
protocol WritingCommand: JournalCommand {}

extension WritingCommand {
  static var purpose: JournalOpening.Purpose { .write }
}

/// A command for a journal that is there already.
protocol MaintainingCommand: JournalCommand {}

extension MaintainingCommand {
  static var purpose: JournalOpening.Purpose { .maintain }
}
