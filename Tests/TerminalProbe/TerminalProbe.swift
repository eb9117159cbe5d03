import Glibc
import TerminalDriver
import TerminalKit

/// A small program for tests of the driver: two pictures between lines of text, moved and covered by keys.
///
/// `j` and `k` scroll, `t` changes text beside the pictures, `d` covers one of them, `D` the other, `b` shows a large one,
/// `e` runs a program, `r` draws anew, `c` crashes, `q` ends. Keys are counted in a file as well, so that a test can see them
/// taken while nobody reads what is drawn.
@main enum TerminalProbe {
  static func main() throws {
    var environment: [String: String] = [:]
    for name in ["TERM", "LANG", "TMUX", "TERM_PROGRAM", "NO_COLOR", "COLORTERM"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    let arguments = CommandLine.arguments
    try Terminal.supervised {
      Terminal.blockSignals()
      let probe = try Probe(
        environment: environment, pictures: arguments.count > 1 ? PictureProtocol(rawValue: arguments[1]) : nil,
        keyLog: arguments.count > 2 ? arguments[2] : nil, folder: arguments.count > 3 ? arguments[3] : nil)
      try probe.run()
    }
  }
}

private final class Probe {
  private static let box = Size(rows: 3, columns: 10)

  private let terminal: Terminal
  private let keyLog: String?
  /// Where the pictures lie as files, for a terminal that reads them.
  private let folder: String?
  private var top = 0
  private var count = 0
  private var keys = ""
  private var covered: Set<String> = []
  private var showsLarge = false

  init(environment: [String: String], pictures: PictureProtocol?, keyLog: String?, folder: String?) throws {
    terminal = try Terminal(
      TerminalOptions(environment: environment, logPath: "/dev/null", crashNote: "crashed\r\n", pictures: pictures),
      waker: try Waker(), width: LibcWidth(environment: environment))
    (self.keyLog, self.folder) = (keyLog, folder)
  }

  func run() throws {
    terminal.present(frame())
    while true {
      for event in terminal.nextEvents() {
        switch event {
        case .pictures:
          if let folder { terminal.offerFiles(in: folder) }
          keep()
        case .quit: return terminal.close()
        case .input(.key(let key)):
          if key.name == "q" { return terminal.close() }
          try press(key.name)
        default: break
        }
      }
      terminal.present(frame())
    }
  }

  private func press(_ key: String) throws {
    keys += key
    if let keyLog, let file = fopen(keyLog, "w") {
      fputs(keys, file)
      fclose(file)
    }
    switch key {
    case "j": top += 1
    case "k": top -= 1
    case "t": count += 1
    case "d": covered.formSymmetricDifference(["a"])
    case "D": covered.formSymmetricDifference(["b"])
    case "b": showsLarge.toggle()
    case "r": terminal.redraw()
    case "e": _ = try terminal.run(["true"])
    case "c": raise(SIGSEGV)
    default: break
    }
  }

  private func keep() {
    for (name, bytes) in [("a", 20), ("b", 20), ("large", 600_000)] {
      let key = PictureKey(content: name, box: Self.box)
      switch terminal.pictureAbilities.way {
      case .kitty:
        terminal.keepPicture(
          .kitty(zlib: Array(repeating: 7, count: bytes), width: 100, height: 60), for: key, size: Self.box,
          file: folder.map { PictureFile(path: "\($0)/\(name)", count: bytes) })
      case .sixel:
        let data = "\u{1B}Pq\"1;1;100;60#\(name)" + String(repeating: "~", count: bytes) + "\u{1B}\\"
        terminal.keepPicture(.sixel(Array(data.utf8)), for: key, size: Self.box)
      case .iterm2: terminal.keepPicture(.iterm2(Array(name.utf8)), for: key, size: Self.box)
      case .blocks, .none: break
      }
    }
  }

  private func frame() -> Frame {
    var frame = Frame(terminal.size)
    for row in 0..<max(0, frame.size.rows - 1) {
      frame.put("line \(top + row)", row: row, column: 0, width: terminal.width)
    }
    for (name, row) in [("a", 5), ("b", 10), ("large", 15)] where !covered.contains(name) {
      let key = PictureKey(content: name, box: Self.box)
      let rect = Rect(row: row - top, column: 40, rows: Self.box.rows, columns: Self.box.columns)
      guard name != "large" || showsLarge, terminal.hasPicture(key), rect.row >= 0 else { continue }
      frame.pictures.append(PicturePlacement(key: key, rect: rect))
    }
    let status = "way \(terminal.pictureAbilities.way) count \(count) keys [\(keys)]"
    frame.put(status, row: frame.size.rows - 1, column: 0, width: terminal.width)
    return frame
  }
}
