import Foundation
import ScreenKit
import Testing

/// Pictures on the screen, drawn as blocks: a terminal that says nothing of pictures gets no others.
@Suite struct PictureScreenTests {
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal()
    try journal.output("By the canal.")
  }

  private func sample(_ name: String) throws -> String {
    try journal.sandbox.write("home/\(name)", PictureSamples.png(width: 80, height: 40))
  }

  private func open() throws -> Screen {
    try journal.openJournal(rows: 30, columns: 110, environment: ["COLORTERM": "truecolor", "TERM": "xterm-256color"])
  }

  private var captions: [String] {
    get throws {
      let output = try journal.output("images", "last", "--json")
      return output.components(separatedBy: "\"caption\":\"").dropFirst()
        .map { String($0.prefix { $0 != "\"" }) }
    }
  }

  private var renderings: Int {
    get throws {
      let folder = "cache/cloudjournal/pictures"
      guard journal.sandbox.exists(folder) else { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: journal.sandbox.path(folder)).count
    }
  }

  @Test func aPictureIsSeenInTheReader() throws {
    try journal.output("attach", "last", sample("canal.png"))
    let screen = try open()
    try screen.wait(until: "the picture is drawn") { $0.redCells > 20 }
    #expect(screen.shows("canal.png") && screen.shows("By the canal."))
    try screen.settle()
    #expect(screen.redCells > 20)
    screen.type("q")
    #expect(try screen.waitForExit() == .success)
    #expect(screen.leakedModes == [])
    #expect(try renderings > 0)
    // A second time it comes from its rendering: the original need not be read.
    let images = journal.sandbox.path("data/cloudjournal/journals/Personal/images")
    for name in try FileManager.default.contentsOfDirectory(atPath: images) where name.utf8.count == 64 {
      try FileManager.default.removeItem(atPath: images + "/" + name)
    }
    let again = try open()
    try again.wait(until: "the rendering is drawn") { $0.redCells > 20 }
    again.type("q")
    #expect(try again.waitForExit() == .success)
  }

  @Test func picturesAreAttachedByPathAndTakenBack() throws {
    _ = try sample("canal.png")
    let screen = try open()
    screen.type("i")
    try screen.wait(until: "the files are listed") { $0.shows("canal.png") }
    screen.type("canal")
    screen.press(.enter)
    try screen.wait(until: "the picture is drawn") { $0.redCells > 20 && $0.shows("canal.png: 80 × 40") }
    #expect(try captions == ["canal.png"])
    screen.type("u")
    try screen.wait(until: "it is gone") { $0.redCells == 0 }
    #expect(try captions == [])
    screen.press(.control("r"))
    try screen.wait(until: "it is back") { $0.redCells > 20 }
    screen.type("q")
    #expect(try screen.waitForExit() == .success)
    #expect(try captions == ["canal.png"])
  }

  @Test func aPictureIsRemovedInTheViewerAndTakenBack() throws {
    try journal.output("attach", "last", sample("canal.png"))
    let screen = try open()
    try screen.wait(until: "the picture is drawn") { $0.redCells > 20 }
    screen.type("z")
    try screen.wait(until: "the viewer shows it") { $0.shows("1 of 1") && $0.redCells > 200 }
    screen.type("d")
    try screen.wait(until: "it is removed") { $0.redCells == 0 }
    #expect(try captions == [])
    screen.type("u")
    try screen.wait(until: "it is back") { $0.redCells > 20 }
    #expect(try captions == ["canal.png"])
  }

  @Test func removedPicturesAreSeenTakenBackAndDeletedForGood() throws {
    try journal.output("attach", "last", sample("canal.png"))
    try journal.output("images", "rm", "last", "1")
    let screen = try open()
    screen.type("Z")
    try screen.wait(until: "it is listed and drawn") {
      $0.shows("Removed pictures · 1") && $0.shows("canal.png") && $0.shows("from “By the canal.”") && $0.redCells > 20
    }
    screen.type("r")
    try screen.wait(until: "it is taken back") { $0.shows("Restored “canal.png”") && $0.redCells == 0 }
    #expect(try captions == ["canal.png"])
    screen.type("u")
    try screen.wait(until: "it is removed again") { $0.shows("Removed pictures · 1") && $0.redCells > 20 }
    #expect(try captions == [])
    screen.type("q")
    screen.type("T")
    try screen.wait(until: "the trash says so") { $0.shows("Z lists 1 removed picture.") }
    screen.type("Z")
    try screen.wait(until: "it is listed") { $0.shows("Removed pictures · 1") }
    screen.type("D")
    try screen.wait(until: "it is asked") { $0.shows("Delete the picture forever?") }
    screen.type("y")
    try screen.wait(until: "it is gone") {
      $0.shows("1 picture deleted forever") && $0.shows("No removed pictures")
    }
    screen.type("u")
    try screen.wait(until: "nothing is undone") { $0.shows("There is nothing to undo.") }
    screen.type("q")
    try screen.leave()
    #expect(try journal.run("images", "restore", "last").status == .code(1))
    // The file waits for its time, as every file that nothing names.
    #expect(try journal.run("doctor").status == .success)
  }

  @Test func whatCannotBeShownIsSaid() throws {
    try journal.output("attach", "last", sample("canal.png"))
    let images = journal.sandbox.path("data/cloudjournal/journals/Personal/images")
    for name in try FileManager.default.contentsOfDirectory(atPath: images) where name.utf8.count == 64 {
      try FileManager.default.removeItem(atPath: images + "/" + name)
    }
    let screen = try open()
    try screen.wait(until: "it is said") { $0.shows("missing on") && $0.shows("this computer.") }
    screen.type("q")
    #expect(try screen.waitForExit() == .success)
  }
}

extension Screen {
  /// How many cells show the red of the sample, as a sign or behind it.
  fileprivate var redCells: Int {
    func isRed(_ color: ScreenCell.Color) -> Bool {
      switch color {
      case .rgb(let red, let green, let blue): red > 150 && green < 90 && blue < 90
      case .indexed(let index): [124, 160, 167, 131].contains(index)
      case .standard: false
      }
    }
    return (0..<rows).reduce(0) { count, row in
      count
        + (0..<columns).count { column in
          let cell = cell(row: row, column: column)
          return isRed(cell.background) || isRed(cell.foreground)
        }
    }
  }
}
