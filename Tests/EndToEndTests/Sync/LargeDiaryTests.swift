import Foundation
import ScreenKit
import Testing

/// A diary of years arrives on another machine while somebody writes there.
@Suite final class LargeDiaryTests: TwoComputers {
  private static let count = 1437

  /// A jrnl file whose entries differ in everything: dates over years, lengths, stars, tags, scripts, line ends.
  private static let diary: String = {
    var text = ""
    for number in 0..<count {
      let (year, month, day) = (2015 + number / 144, 1 + number / 12 % 12, 1 + number % 28)
      let date = [month, day, number % 24, number * 7 % 60].map { ($0 < 10 ? "0" : "") + String($0) }
      let star = number.isMultiple(of: 17) ? " *" : ""
      text += "[\(year)-\(date[0])-\(date[1]) \(date[2]):\(date[3])] Day \(number) of the diary.\(star)\n"
      for paragraph in 0..<(number % 5) {
        text += "Paragraph \(paragraph): walked @place\(number % 31) — 漢字, Größe, \(number * 37 % 1009) steps.\n\n"
      }
      text += "\n"
    }
    return text
  }()

  /// A diary that somebody really wrote: the jrnl files of the folder that `CLOUDJOURNAL_DIARY` names, or of `diary` beside
  /// the working copy. Without one there is nothing to be tried.
  private static let folder: String? = {
    if let named = ProcessInfo.processInfo.environment["CLOUDJOURNAL_DIARY"] { return named }
    let neighbour = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../diary").path
    return FileManager.default.fileExists(atPath: neighbour) ? neighbour : nil
  }()

  @Test(.enabled(if: folder != nil)) func aRealDiaryArrivesThereToTheByte() throws {
    let folder = try #require(Self.folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".txt") }.sorted()
    #expect(!files.isEmpty)
    for file in files { try laptop.output("import", "--from", "jrnl", "\(folder)/\(file)") }
    try laptop.signIn(to: server)
    try desktop.signIn(to: server)
    try laptop.sync()
    try desktop.sync()
    let here = try laptop.page("list", "--json", "-n", "100000").items
    let there = try desktop.page("list", "--json", "-n", "100000").items
    #expect(here.count > 1000)
    #expect(here.inOrder == there.inOrder)
    let exports = try [laptop, desktop].map { try $0.output("export", "--format", "jrnl", "-o", "-") }
    #expect(exports[0].utf8.elementsEqual(exports[1].utf8))
    #expect(try desktop.run("doctor").status == .success)
  }

  @Test func theDiaryImportedHereArrivesThereCompleteWhileSomebodyWritesThere() throws {
    try laptop.signIn(to: server)
    try desktop.signIn(to: server)
    let file = try laptop.sandbox.write("home/diary.txt", Self.diary.utf8)
    let imported = try laptop.run("import", "--from", "jrnl", file)
    #expect(imported.status == .success)

    let screen = try desktop.open()
    try screen.wait(for: "✓ Synced")
    try screen.writeEntry("Written meanwhile", "begin")
    let upload = try laptop.start(["sync", "--once"])
    var written = 0
    var read: Set<Int> = []
    while written < 12, !upload.hasEnded(within: .milliseconds(200)) {
      // On the screen into the entry that is being written, and by commands into those that have arrived.
      try screen.type(" w\(written)", showing: "w\(written)")
      if let arrived = try desktop.page("list", "--json", "-n", "1").items.first {
        try desktop.output("edit", arrived.id, "--body", "-", input: "\(arrived.body)\n\nRead there, \(written).")
        read.insert(written)
      }
      try desktop.output("new", "--title", "There \(written)", "--body", "while the diary came")
      written += 1
    }
    #expect(try upload.finish(within: .seconds(60)).status == .success)
    try screen.press(.escape, hiding: "Esc done")
    try screen.type("s", showing: "✓ Synced")
    try screen.leave()

    try laptop.sync()
    try desktop.sync()
    let here = try laptop.page("list", "--json", "-n", "5000").items
    let there = try desktop.page("list", "--json", "-n", "5000").items
    #expect(here.count == Self.count + written + 1)
    #expect(here.inOrder == there.inOrder)
    #expect(Set(here.map(\.title)).isSuperset(of: (0..<Self.count).map { "Day \($0) of the diary." }))
    let own = try #require(there.first { $0.title == "Written meanwhile" })
    #expect(own.body == "begin" + (0..<written).map { " w\($0)" }.joined())
    for number in 0..<written {
      #expect(there.contains { $0.title == "There \(number)" })
    }
    for number in read { #expect(there.contains { $0.body.contains("Read there, \(number).") }) }
    #expect(try desktop.run("doctor").status == .success)
  }
}
