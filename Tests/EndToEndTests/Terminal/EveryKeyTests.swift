import Foundation
import ScreenKit
import Testing

/// Presses every key that `cloudjournal keys` lists, where it is listed.
@Suite struct EveryKeyTests {
  struct Table: Decodable {
    struct Row: Decodable {
      let context: String
      let action: String
      let keys: [String]
    }
    let items: [Row]
  }

  /// How each place is reached from the list.
  static let ways: [(context: String, keys: String, sign: String)] = [
    ("journal", "", "All entries"), ("list", "", "All entries"), ("reader", "l", "All entries"),
    ("reading", "\r", "Space read on"),
    ("sidebar", "h", "All entries"), ("trash", "T", "›  Trash"), ("search", "/", "⏎ results"),
    ("editor", "n", "Esc done"), ("history", "H", "›  History"), ("categories", "\u{1B}c", "›  Categories"),
    ("calendar", "C", "›  Calendar"),
    ("year", "Y", "›  The year"), ("insights", "I", "›  Insights"),
    ("settings", ",", "›  Settings"), ("help", "?", "›  Keys"), ("everywhere", "", "All entries"),
    ("marking", "v", "0 marked"), ("sync", "S", "›  Sync"), ("account", "A", "›  Account"),
    ("removedPictures", "Z", "›  Removed pictures"),
  ]

  @Test(arguments: EveryKeyTests.ways.indices) func everyKeyIsHarmless(place: Int) throws {
    let (context, way, sign) = EveryKeyTests.ways[place]
    let journal = try TestJournal()
    let table = try JSONDecoder().decode(Table.self, from: Data(try journal.output("keys", "--json").utf8))
    let rows = table.items.filter { $0.context == context }
    #expect(!rows.isEmpty)
    var screen = try open(journal)
    for row in rows {
      for name in row.keys {
        let bytes = try #require(KeyBytes.of(name), "\(name) of \(context) cannot be typed")
        try screen.type(way, showing: sign)
        // Ctrl-C quits only when it is pressed twice, and never from the editor.
        let isInterrupt = name.lowercased() == "ctrl-c"
        screen.send((isInterrupt && context == "everywhere" ? bytes + bytes : bytes).utf8)
        if row.action == "quit", !(isInterrupt && context == "editor") {
          // In the editor nothing was written, so nothing is asked.
          #expect(try screen.waitForExit() == .success, "\(context): \(name)")
          #expect(screen.leakedModes.isEmpty, "\(context): \(name)")
          screen = try open(journal)
          continue
        }
        try goHome(screen, after: "\(context): \(name)")
      }
    }
    try screen.leave()
  }

  private func open(_ journal: TestJournal) throws -> Screen {
    try journal.openDemo(environment: ["VISUAL": "true"])
  }

  /// Closes whatever a key opened, by Esc alone, and goes back to the list of all entries.
  ///
  /// Esc is sent in the form that needs no waiting for what follows it; by then the keys before it were dealt with.
  private func goHome(_ screen: Screen, after key: String) throws {
    let escape = "\u{1B}[27u"
    screen.type(String(repeating: escape, count: 4))
    // With nothing open any more, this is the list of all entries.
    screen.type("aag")
    do {
      try screen.settle()
      try screen.wait(until: "the list of all entries is back after \(key)") {
        $0.shows("All entries") && $0.shows("this computer only")
      }
    } catch {
      Issue.record("after \(key): \(error)")
      throw error
    }
  }
}

/// What a terminal sends for a key by its name in the program's own list.
enum KeyBytes {
  private static let named: [String: String] = [
    "Up": "\u{1B}[A", "Down": "\u{1B}[B", "Right": "\u{1B}[C", "Left": "\u{1B}[D", "Home": "\u{1B}[H",
    "End": "\u{1B}[F",
    "Page-Up": "\u{1B}[5~", "Page-Down": "\u{1B}[6~", "Delete": "\u{1B}[3~", "Enter": "\r", "Tab": "\t", "Space": " ",
    "Backspace": "\u{7F}", "Insert": "\u{1B}[2~", "F10": "\u{1B}[21~", "F11": "\u{1B}[23~", "F12": "\u{1B}[24~",
    "Shift-Tab": "\u{1B}[Z", "Shift-Left": "\u{1B}[1;2D", "Shift-Right": "\u{1B}[1;2C", "Esc": "\u{1B}[27u",
    "Shift-Up": "\u{1B}[1;2A", "Shift-Down": "\u{1B}[1;2B",
    "Alt-Left": "\u{1B}[1;3D",
    "Alt-Up": "\u{1B}[1;3A", "Alt-Down": "\u{1B}[1;3B", "F1": "\u{1B}OP", "F2": "\u{1B}OQ", "F3": "\u{1B}OR",
    "F4": "\u{1B}OS", "F5": "\u{1B}[15~", "F6": "\u{1B}[17~", "F7": "\u{1B}[18~", "F8": "\u{1B}[19~",
    "F9": "\u{1B}[20~",
  ]

  static func of(_ name: String) -> String? {
    if let bytes = named[name] { return bytes }
    if name.unicodeScalars.count == 1 { return name }
    guard let dash = name.firstIndex(of: "-"), let letter = name.utf8.last else { return nil }
    let isLetter = name[dash...].utf8.count == 2
    switch name[..<dash] {
    case "Ctrl" where isLetter: return String(UnicodeScalar(letter & 0x1F))
    case "Alt" where isLetter: return "\u{1B}\(name.suffix(1))"
    default: return nil
    }
  }
}
