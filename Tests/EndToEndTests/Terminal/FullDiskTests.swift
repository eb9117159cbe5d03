import Foundation
import Glibc
import ScreenKit
import Testing

/// A disk without a free byte: what is in the journal can be read.
@Suite struct FullDiskTests {
  private static let reading = [
    ["list"], ["search", "herons"], ["show", "last"], ["export", "-o", "-"], ["--read-only", "list"], ["stats"],
    ["doctor"],
  ]

  /// How a mount of one's own is made here; nil where that is not allowed.
  private static let unshare: [String]? = [["unshare", "-m"], ["unshare", "-Urm"]].first { way in
    do {
      let script = "mount -t tmpfs none /mnt"
      return try Program.run(way + ["sh", "-c", script]).status == .success
    } catch {
      return false
    }
  }

  /// Puts the journal on a small disk of its own, fills that, and goes on with what follows.
  ///
  /// - Parameter source: A folder with the files of the journal.
  private static func filled(_ source: String) -> [String] {
    let script = """
      set -e
      umask 077
      mount -t tmpfs -o size=3m none "$XDG_DATA_HOME"
      mkdir -p "$XDG_DATA_HOME/cloudjournal/journals/Personal"
      cp "\(source)"/journal.sqlite* "$XDG_DATA_HOME/cloudjournal/journals/Personal"
      rm -f "$XDG_DATA_HOME"/cloudjournal/journals/Personal/*-shm
      dd if=/dev/zero of="$XDG_DATA_HOME/fill" bs=4k 2> /dev/null || :
      exec "$@"
      """
    return (unshare ?? []) + ["sh", "-c", script, "sh"]
  }

  /// A journal with an entry, whose files lie in a folder beside it; with a log where the program was killed.
  private func makeJournal(withLog: Bool) throws -> (journal: TestJournal, source: String) {
    let journal = try TestJournal()
    try journal.output("herons on the canal")
    if withLog {
      let screen = try journal.openJournal()
      try screen.writeEntry("In the log alone", "more herons")
      try screen.press(.control("s"), showing: "Saved here")
      let process = try screen.journalProcess()
      kill(process, SIGKILL)
      try screen.waitForExit()
      try waitUntilGone(process)
    }
    let source = journal.sandbox.path("home/files")
    let folder = URL(filePath: journal.databasePath).deletingLastPathComponent().path
    try FileManager.default.copyItem(atPath: folder, toPath: source)
    return (journal, source)
  }

  @Test(.enabled(if: FullDiskTests.unshare != nil, "no mount of one's own is allowed here"), arguments: [false, true])
  func everyCommandThatReadsWorks(withLog: Bool) throws {
    let (journal, source) = try makeJournal(withLog: withLog)
    for command in Self.reading {
      let outcome = try journal.start(command, prefix: Self.filled(source)).finish()
      #expect(outcome.status == .success, "\(command): \(outcome)")
      if command != ["stats"], command != ["doctor"] {
        #expect(outcome.output.contains("herons"), "\(command): \(outcome)")
      }
      if withLog, command == ["list"] { #expect(outcome.output.contains("In the log alone")) }
    }
    let status = try journal.start(["status"], prefix: Self.filled(source)).finish()
    #expect(!status.errors.contains("full") && !status.output.isEmpty, "\(status)")
  }

  @Test(.enabled(if: FullDiskTests.unshare != nil, "no mount of one's own is allowed here"))
  func writingSaysThatTheDiskIsFull() throws {
    let (journal, source) = try makeJournal(withLog: false)
    let outcome = try journal.start(["new", "--json", "--title", "T"], prefix: Self.filled(source)).finish()
    #expect(outcome.status == .code(1) && outcome.output.contains("disk-full"), "\(outcome)")
    #expect(outcome.errors.contains("Nothing was saved"), "\(outcome)")
  }

  @Test(.enabled(if: FullDiskTests.unshare != nil, "no mount of one's own is allowed here"), arguments: [false, true])
  func theScreenOpensForReading(withLog: Bool) throws {
    let (journal, source) = try makeJournal(withLog: withLog)
    let screen = try journal.start(screen: [], rows: 30, columns: 120, prefix: Self.filled(source))
    try screen.wait(for: "herons on the canal", "The disk that holds the journal is full", "Read only")
    try screen.type("/herons\r", showing: "Search")
    screen.press(.control("q"))
    #expect(try screen.waitForExit() == .success)
  }

  /// Without any privilege: a process that may not write a byte into a file meets the same.
  @Test func whereNoFileMayGrowTheJournalIsRead() throws {
    let journal = try TestJournal()
    try journal.output("herons on the canal")
    let limit = ["sh", "-c", "trap '' XFSZ; ulimit -f 0; exec \"$@\"", "sh"]
    for command in Self.reading {
      let outcome = try journal.start(command, prefix: limit).finish()
      #expect(outcome.status == .success, "\(command): \(outcome)")
    }
  }

  /// A commit whose fsync failed may hold or not, and nobody says that it does not.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/strace"), "strace is not installed"))
  func aFailedCommitIsNotSaidToBeNone() throws {
    for number in 1...4 {
      let journal = try TestJournal()
      try journal.output("--", "before")
      let fault = [
        "strace", "-f", "-o", "/dev/null", "-e", "trace=fdatasync", "-e",
        "inject=fdatasync:error=EIO:when=\(number)",
      ]
      let outcome = try journal.start(["in doubt"], prefix: fault).finish()
      let isThere = try journal.entries().contains { $0.title == "in doubt" }
      if outcome.status == .success {
        #expect(isThere, "\(number): \(outcome)")
      } else if outcome.errors.contains("Nothing was saved") {
        #expect(!isThere, "\(number): \(outcome)")
      } else {
        #expect(outcome.errors.contains("cloudjournal list"), "\(number): \(outcome)")
      }
    }
  }
}
