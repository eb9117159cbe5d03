import Foundation
import JournalCore
import JournalStore
import JournalUI
import Testing

@testable import JournalApp

/// Importing from the screen: what came, what the screen is told, and what stays as it was where it fails.
@Suite(.timeLimit(.minutes(3))) struct ImportEffectsTests {
  private let shell: ShellFixture

  init() throws { shell = try ShellFixture() }

  /// What the screen is told of an import, in its order.
  private func answers(to effect: Effect) -> [Message] {
    let queue = shell.queue()
    queue.run(effect)
    queue.finish()
    return shell.messages.take()
  }

  private func write(_ text: String, _ name: String) throws -> String {
    let path = shell.paths.home + "/" + name
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func aFileComesAndIsTakenBack() throws {
    _ = try write("[2024-03-02 09:00] A heron. Seen at dawn.\n\n[2024-03-03 10:00] Two herons.\n", "diary.txt")
    let told = answers(to: .importFiles(path: "~/diary.txt"))
    let outcomes = told.compactMap { if case .imported(let outcome) = $0 { outcome } else { nil } }
    #expect(outcomes.map(\.imported) == [2] && outcomes.first?.conflicting == 0, "\(told)")
    let percents = told.compactMap { if case .importing(_, let percent) = $0 { percent } else { nil } }
    #expect(percents == percents.sorted() && percents.allSatisfy { (0...100).contains($0) }, "\(percents)")
    // The list is read again.
    #expect(told.contains { if case .journalChanged = $0 { true } else { false } })
    #expect(try shell.journal.store.page(ListRequest()).rows.map(\.title).map { $0.prefix(3) } == ["Two", "A h"])
    let again = answers(to: .importFiles(path: "~/diary.txt"))
    #expect(again.contains { if case .imported(let outcome) = $0 { outcome.same == 2 } else { false } }, "\(again)")
    let undone = answers(to: .undoImport)
    #expect(undone.contains { if case .importUndone(moved: 2, kept: 0) = $0 { true } else { false } }, "\(undone)")
    #expect(try shell.journal.store.page(ListRequest()).rows.isEmpty)
    let nothing = answers(to: .undoImport)
    #expect(nothing.contains { if case .importUndone(moved: nil, kept: 0) = $0 { true } else { false } }, "\(nothing)")
  }

  /// A journal that is left stops an import between two steps; the next one goes on.
  @Test func leavingStopsAnImport() throws {
    let lines = (0..<3000).map { "[2024-03-02 09:\(10 + $0 % 50)] Entry \($0).\n" }
    _ = try write(lines.joined(separator: "\n"), "diary.txt")
    let queue = shell.queue()
    queue.run(.importFiles(path: "~/diary.txt"))
    queue.leave()
    let told = shell.messages.take()
    let isStopped = told.contains { if case .failed(.importFiles, _) = $0 { true } else { false } }
    let isDone = told.contains { if case .imported = $0 { true } else { false } }
    #expect(isStopped != isDone, "\(told)")
    let again = answers(to: .importFiles(path: "~/diary.txt"))
    let outcomes = again.compactMap { if case .imported(let outcome) = $0 { outcome } else { nil } }
    #expect(outcomes.map { $0.imported + $0.same + $0.conflicting } == [3000], "\(again.suffix(3))")
  }

  /// The screen has no options: a folder that is no export of ours is one of notes.
  @Test func anyFolderOfMarkdownComes() throws {
    let folder = shell.paths.home + "/notes"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try write("Just words of a day.\n", "notes/2026-05-05.md")
    _ = try write("---\ntitle: A note\ndate: 2026-05-06\ntags: [alpha, beta]\n---\nMore words.\n", "notes/fm.md")
    let told = answers(to: .importFiles(path: folder))
    #expect(told.contains { if case .imported(let outcome) = $0 { outcome.imported == 2 } else { false } }, "\(told)")
  }

  @Test(.timeLimit(.minutes(1))) func whatNeverEndsIsNotRead() throws {
    let pipe = shell.paths.home + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/tty", "/dev/stdin"] {
      let told = answers(to: .importFiles(path: path))
      #expect(told.contains { if case .failed(.importFiles, _) = $0 { true } else { false } }, "\(told)")
    }
  }

  @Test(arguments: ["~/nowhere.txt", "-", "~/page.bin"]) func whatCannotBeTakenLeavesTheJournal(path: String) throws {
    try Data([0xFF, 0xFE, 0, 1, 2, 3]).write(to: URL(fileURLWithPath: shell.paths.home + "/page.bin"))
    let told = answers(to: .importFiles(path: path))
    #expect(told.contains { if case .failed(.importFiles, _) = $0 { true } else { false } }, "\(told)")
    #expect(!told.contains { if case .imported = $0 { true } else { false } })
    #expect(try shell.journal.store.page(ListRequest()).rows.isEmpty)
  }
}
