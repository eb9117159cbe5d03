import Foundation
import JournalCore
import JournalUI
import TerminalKit
import Testing

/// The main screens cell by cell: what stands where, and how it looks, for every kind of terminal. All other screens are in
/// ``ScreenLookTests``.
///
/// The files in `Looks` have the screen, below it the same rows with a letter for each style, and then the styles.
/// `CLOUDJOURNAL_WRITE_LOOKS=1` writes them anew; what has changed in them is to be read before it is committed.
@Suite struct LookTests {
  /// A kind of terminal, and a theme.
  enum Look: String, CaseIterable, Sendable {
    case ink, paper, indexed, dark16, light16, unknown16, colourless, ascii

    var depth: ColorDepth {
      switch self {
      case .ink, .paper: .direct
      case .indexed: .indexed256
      case .dark16, .light16, .unknown16: .ansi16
      case .colourless, .ascii: .none
      }
    }

    var isDark: Bool? {
      switch self {
      case .paper, .light16: false
      case .unknown16: nil
      default: true
      }
    }
  }

  enum Shown: String, CaseIterable, Sendable { case main, reading, editor, mood, question, compare }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Looks")
  private static let writes = ProcessInfo.processInfo.environment["CLOUDJOURNAL_WRITE_LOOKS"] == "1"

  @Test(arguments: Shown.allCases, Look.allCases) func everyCellIsAsWrittenDown(shown: Shown, look: Look) throws {
    let text = Self.picture(of: view(person(shown, look).model))
    let file = Self.folder.appending(path: "\(shown.rawValue)-\(look.rawValue).txt")
    if Self.writes { try Data(text.utf8).write(to: file) }
    let expected = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == expected, "\(file.lastPathComponent)")
  }

  /// Colours are the user's where there are only 16, and none where none are wanted.
  @Test(arguments: Shown.allCases, Look.allCases) func noLookUsesColoursThatItsTerminalHasNot(shown: Shown, look: Look)
  {
    let frame = view(person(shown, look).model)
    for cell in frame.cells {
      for color in [cell.style.foreground, cell.style.background] {
        switch (look.depth, color) {
        case (_, .standard), (.direct, _), (.indexed256, .ansi): break
        case (.ansi16, .ansi(let index)) where index < 16: break
        default: Issue.record("\(color) in \(look.rawValue)")
        }
      }
      if look == .ascii { #expect(cell.text.utf8.allSatisfy { $0 < 128 }) }
    }
  }

  /// On a background that is not known, words have the terminal's own colour: only signs may have another one.
  @Test(arguments: Shown.allCases) func wordsHaveNoColourWhereTheBackgroundIsNotKnown(shown: Shown) {
    let frame = view(person(shown, .unknown16).model)
    for cell in frame.cells where cell.base.properties.isAlphabetic {
      #expect(cell.style.foreground == .standard && cell.style.background == .standard, "\(cell.text)")
      #expect(!cell.style.attributes.contains(.dim))
    }
  }

  private func person(_ shown: Shown, _ look: Look) -> Person {
    var preferences = Preferences()
    preferences.theme = .auto
    var person = Person(
      .merged, columns: 80, rows: 24, preferences: preferences, isUTF8: look != .ascii, depth: look.depth,
      isDark: look.isDark)
    person.send(.syncChanged(.busy))
    switch shown {
    case .main: break
    case .reading: person.press("enter")
    case .editor: person.press("e")
    case .mood: person.press("m")
    case .question: person.press("T D")
    case .compare: person.press("S j c")
    }
    return person
  }

  /// A frame in words.
  private static func picture(of frame: Frame) -> String {
    let letters = Array(".abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+*#@%&=?<>")
    var known: [Style: Character] = [:]
    var styles: [String] = []
    var looks = ""
    for row in 0..<frame.size.rows {
      for column in 0..<frame.size.columns {
        let style = frame[row, column].style
        if known[style] == nil {
          let letter = styles.count < letters.count ? letters[styles.count] : "!"
          known[style] = letter
          styles.append("\(letter) \(style.words)")
        }
        looks.append(known[style] ?? "!")
      }
      looks += "\n"
    }
    let cursor = frame.cursor.map { "\ncursor \($0.row) \($0.column)" } ?? ""
    return frame.text + "\n\n" + looks + "\n" + styles.joined(separator: "\n") + cursor + "\n"
  }
}
