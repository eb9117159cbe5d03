import Foundation
import ScreenKit
import Testing

/// A name is on the disk once its folder was flushed: what was said to be saved is found after a power cut.
@Suite(.enabled(if: DiskLog.hasCompiler, "a C compiler is needed")) struct DurableNamesTests {
  private let journal: TestJournal
  private let library: String

  init() throws {
    journal = try TestJournal()
    library = try DiskLog.library(in: journal.sandbox)
  }

  /// What our program does, with the library between it and the disk.
  private func made(_ arguments: String...) throws -> DiskLog {
    let environment = DiskLog.environment(library: library, journal.sandbox)
    let outcome = try journal.start(arguments, environment: environment).finish()
    #expect(outcome.status == .success, "\(arguments) → \(outcome)")
    return try DiskLog.take(journal.sandbox)
  }

  /// All of these were named, and each name is on the disk.
  private func expectDurable(_ log: DiskLog, _ paths: String..., line: Int = #line) {
    for path in paths.map({ journal.sandbox.path($0) }) {
      #expect(log.made.contains(path), "\(line): \(path) is not among \(log.made)")
      #expect(!log.volatile.contains(path), "\(line): \(path)")
    }
  }

  @Test func theFirstCaptureFlushesEveryNewFolder() throws {
    let log = try made("the", "first", "words")
    let folder = "data/cloudjournal/journals"
    expectDurable(log, "data/cloudjournal", folder, "\(folder)/Personal", "\(folder)/Personal/journal.sqlite")
  }

  @Test func copiesThatLeaveTheJournalFlushTheirFolder() throws {
    let picture = try journal.sandbox.write("home/canal.jpg", PictureSamples.photograph)
    try journal.output("new", "--title", "Canal", "--body", "text", "--image", picture)
    expectDurable(try made("export", "--format", "archive", "-o", "x.zip"), "home/x.zip")
    expectDurable(try made("export", "--format", "jrnl", "-o", "x.txt"), "home/x.txt")
    let backup = try made("backup")
    let names = backup.made.filter { $0.contains("/backups/") && $0.hasSuffix(".sqlite") }
    #expect(!names.isEmpty && backup.volatile.isDisjoint(with: names), "\(backup)")
    let save = try made("images", "save", "last", "1", "kept.jpg")
    expectDurable(save, "home/kept.jpg")
  }

  /// The log itself is tried: programs that flush nothing are caught.
  @Test func aNameThatIsNotFlushedIsNoticed() throws {
    let sandbox = journal.sandbox
    let path = sandbox.path("home")
    let outcome = try Program(
      ["/bin/sh", "-c", "mkdir a && echo >b && mv b a/c && mkdir d && sync d ."],
      environment: sandbox.environment.merging(DiskLog.environment(library: library, sandbox)) { $1 }, directory: path,
      sandbox: sandbox
    ).finish()
    #expect(outcome.status == .success, "\(outcome)")
    let log = try DiskLog.take(sandbox)
    #expect(Set(log.made) == ["\(path)/a", "\(path)/b", "\(path)/a/c", "\(path)/d"], "\(log)")
    #expect(log.volatile == ["\(path)/a/c"], "\(log)")
  }
}
