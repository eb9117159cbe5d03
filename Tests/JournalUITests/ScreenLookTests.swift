import Foundation
import JournalCore
import JournalUI
import TerminalKit
import Testing

/// Every screen as it looks: its words at three sizes, and its styles in five kinds of terminal.
///
/// The files in `Looks/Screens` have the screen at 80 × 24, 120 × 36 and 200 × 60; then, for each kind of terminal, the
/// styles of its rows at 80 × 24 as runs of letters (`a12b3` is twelve cells of one style and three of another), and what
/// the letters mean. `CLOUDJOURNAL_WRITE_LOOKS=1` writes them anew; what has changed in them is to be read.
@Suite struct ScreenLookTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Looks/Screens")
  private static let writes = ProcessInfo.processInfo.environment["CLOUDJOURNAL_WRITE_LOOKS"] == "1"
  private static let sizes = [Size(rows: 24, columns: 80), Size(rows: 36, columns: 120), Size(rows: 60, columns: 200)]
  private static let looks: [LookTests.Look] = [.ink, .paper, .dark16, .colourless, .ascii]

  @Test(arguments: ShownScreen.all.map(\.name)) func everyScreenIsAsWrittenDown(name: String) throws {
    let screen = try #require(ShownScreen.all.first { $0.name == name })
    var text = ""
    for size in Self.sizes {
      let frame = view(person(screen, .ink, size).model)
      text += "== \(size.columns) × \(size.rows)\n\(frame.text)\n"
    }
    for look in Self.looks {
      let frame = view(person(screen, look, Self.sizes[0]).model)
      text += "== \(look.rawValue)\n"
      if look == .ascii { text += frame.text + "\n--\n" }
      text += Self.runs(of: frame)
    }
    let file = Self.folder.appending(path: "\(name).txt")
    if Self.writes { try Data(text.utf8).write(to: file) }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    guard text != expected else { return }
    let (now, then) = (text.split(separator: "\n"), expected.split(separator: "\n"))
    let line = zip(now, then).enumerated().first { $1.0 != $1.1 }?.offset ?? min(now.count, then.count)
    Issue.record(
      "\(name), line \(line + 1): “\(now.dropFirst(line).first ?? "")” is not “\(then.dropFirst(line).first ?? "")”")
  }

  /// No screen is written over another one's file, and no file has no screen.
  @Test func everyFileHasItsScreen() throws {
    let names = ShownScreen.all.map(\.name)
    #expect(Set(names).count == names.count)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(names.map { "\($0).txt" }))
  }

  /// On no screen does a word lie on the last column, where the next line would seem to go on with it.
  @Test(arguments: ShownScreen.all.map(\.name)) func wordsKeepTheirMargin(name: String) throws {
    let screen = try #require(ShownScreen.all.first { $0.name == name })
    for size in Self.sizes {
      let frame = view(person(screen, .ink, size).model)
      for row in 0..<size.rows {
        let last = frame[row, size.columns - 1]
        #expect(!last.base.properties.isAlphabetic, "\(name) at \(size.columns), row \(row): \(frame.line(row))")
      }
    }
  }

  private func person(_ screen: ShownScreen, _ look: LookTests.Look, _ size: Size) -> Person {
    var preferences = Preferences()
    preferences.theme = .auto
    var person = Person(
      screen.journal(), columns: size.columns, rows: size.rows, preferences: preferences, isUTF8: look != .ascii,
      depth: look.depth, isDark: look.isDark)
    person.journal.accountAnswers = { $0 == .load ? .overview(.anna) : nil }
    if let status = screen.status { person.send(.syncChanged(status)) }
    screen.steps(&person)
    return person
  }

  /// The styles of a frame, row by row; rows that are alike stand together.
  private static func runs(of frame: Frame) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+*#@%&=?<>")
    var known: [Style: Character] = [:]
    var styles: [String] = []
    var rows: [(first: Int, last: Int, runs: String)] = []
    for row in 0..<frame.size.rows {
      var runs: [(letter: Character, count: Int)] = []
      for column in 0..<frame.size.columns {
        let style = frame[row, column].style
        let letter = known[style] ?? (styles.count < letters.count ? letters[styles.count] : "!")
        if known.updateValue(letter, forKey: style) == nil { styles.append("\(letter) \(style.words)") }
        if runs.last?.letter == letter { runs[runs.count - 1].count += 1 } else { runs.append((letter, 1)) }
      }
      let text = runs.map { "\($0.letter)\($0.count)" }.joined()
      if rows.last?.runs == text { rows[rows.count - 1].last = row } else { rows.append((row, row, text)) }
    }
    let lines = rows.map { "\($0.first == $0.last ? "\($0.first)" : "\($0.first)-\($0.last)") \($0.runs)" }
    let cursor = frame.cursor.map { ["cursor \($0.row) \($0.column)"] } ?? []
    return (lines + styles + cursor).joined(separator: "\n") + "\n"
  }
}
