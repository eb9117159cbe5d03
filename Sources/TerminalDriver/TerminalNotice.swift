import TerminalKit

/// A notice that the terminal shows outside of its window.
///
/// OSC 777 is that of rxvt, foot and Ghostty, OSC 9 that of iTerm2, kitty, WezTerm and others; terminals that know neither
/// pass both over. The console of Linux shows no notices, and gets the bell.
struct TerminalNotice {
  private enum Form { case osc9, osc777, bell }

  private let form: Form
  private let passage: PicturePassage
  private let isUTF8: Bool

  /// - Parameters:
  ///   - environment: `TERM`, `TMUX`, `STY` and `TERM_PROGRAM` are read from it.
  ///   - isUTF8: Whether the terminal is; bytes of other characters than ASCII could be commands to one that is not.
  init(_ environment: [String: String], isUTF8: Bool) {
    self.isUTF8 = isUTF8
    let names = [environment["TERM"] ?? "", environment["TERM_PROGRAM"] ?? ""].map { $0.lowercased() }
    if names[0] == "linux" {
      form = .bell
    } else if names.contains(where: { $0.contains("rxvt") || $0.contains("foot") || $0.contains("ghostty") }) {
      form = .osc777
    } else {
      form = .osc9
    }
    passage =
      TerminalTraits.isInsideScreen(environment) ? .screen : environment["TMUX"]?.isEmpty == false ? .tmux : .straight
  }

  /// The bytes that show a notice; what would end it, or part it, is left out of its text.
  func sequence(_ text: String) -> [UInt8] {
    let words = TerminalSafe(text, keepingLines: false).text.filter { $0 != ";" && (isUTF8 || $0.isASCII) }
    return switch form {
    case .bell: [7]
    case .osc9: passage.wrap(Array("\u{1B}]9;\(words)\u{7}".utf8))
    case .osc777: passage.wrap(Array("\u{1B}]777;notify;CloudJournal;\(words)\u{7}".utf8))
    }
  }
}
