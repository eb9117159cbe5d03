/// Finds out how a terminal takes pictures: what to ask it, and what its answers mean, whenever they come.
///
/// Terminals answer in the order in which they were asked, or not at all; the answer to DA1 comes from every terminal
/// and ends the series. Where something comes later still, it is taken into account from then on.
package struct PictureSurvey: Sendable {
  /// The id under which kitty's protocol is asked for.
  static let questionId = 31
  /// The id under which the terminal is asked whether it reads files.
  package static let fileQuestionId = 32
  /// Larger cells are taken for a mistake, pixels.
  private static let cellLimit = 500

  private let wanted: PictureProtocol?
  private let isInsideMultiplexer: Bool
  private let namesInlineImages: Bool
  private let canShowPixels: Bool
  private let canOverwrite: Bool
  private let mayAsk: Bool
  /// How sequences get to the terminal that shows them.
  package let passage: PicturePassage

  private var takesGraphics = false
  private var version: String?
  private var hasSixel = false
  private var cell: (width: Int, height: Int)?
  /// Whether the terminal shows what is written between two marks at once (mode 2026).
  package private(set) var isSynchronizing = false
  /// Whether the terminal reads pixels from files of this computer: it runs on it, and may.
  package private(set) var readsFiles = false
  /// Whether the terminal has answered the last question of the series, or was asked nothing.
  package private(set) var isComplete: Bool

  /// - Parameters:
  ///   - wanted: what the person has set; nil leaves it to the terminal.
  ///   - asks: whether questions may be sent at all.
  package init(
    wanted: PictureProtocol?, environment: [String: String], depth: ColorDepth, isUTF8: Bool, asks: Bool = true
  ) {
    let term = environment["TERM"] ?? ""
    let isScreen = TerminalTraits.isInsideScreen(environment)
    let isTmux = !isScreen && (environment["TMUX"] != nil || term.hasPrefix("tmux") || term.hasPrefix("screen"))
    self.wanted = wanted
    isInsideMultiplexer = isScreen || isTmux
    passage = isScreen ? .screen : isTmux ? .tmux : .straight
    // A person who wants no colours wants no coloured pictures either, unless the person asks for them by name.
    canShowPixels = depth != .none
    // Cells under a picture hold a sign that is no ASCII; see PictureLayer.
    canOverwrite = isUTF8
    let names = [environment["TERM_PROGRAM"], environment["LC_TERMINAL"]]
    namesInlineImages = names.contains("iTerm.app") || names.contains("iTerm2") || names.contains("WezTerm")
    mayAsk = asks && TerminalTraits.answersQuestions(term)
    isComplete = true
    isComplete = questions.isEmpty
  }

  /// The questions to send before one that every terminal answers; empty where the answers would change nothing.
  package var questions: String {
    guard mayAsk, wanted != .blocks, wanted != PictureProtocol.none, !isInsideMultiplexer || wanted != nil,
      canShowPixels || wanted != nil
    else { return "" }
    if isInsideMultiplexer { return "\u{1B}[16t" }
    let id = Self.questionId
    // Two kinds of terminals mistake an application's command. tmux, which may be there although nothing says so, takes
    // it for a title: hence the first and the last part, which keep the title. Others print it: it is wiped at once.
    let command = "\u{1B}_Gi=\(id),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    let graphics = "\u{1B}[22;2t\u{1B}7" + command + "\u{1B}8\u{1B}[K\u{1B}[23;2t"
    return (wanted == nil ? graphics : "") + "\u{1B}[>q\u{1B}[16t\u{1B}[?2026$p"
  }

  /// Whether the terminal can be asked for files: a multiplexer would keep its answer.
  package var mayAskForFiles: Bool { mayAsk && passage == .straight }

  /// The question for the size of a cell, to be sent again when it may have changed; DA1 ends it.
  package static let cellQuestion = "\u{1B}[16t\u{1B}[c"

  /// Takes an answer of the terminal into account; other events change nothing.
  package mutating func take(_ event: InputEvent) {
    switch event {
    case .graphics(id: Self.questionId, let isOK): takesGraphics = takesGraphics || isOK
    case .graphics(id: Self.fileQuestionId, let isOK): readsFiles = isOK
    case .version(let text): version = text
    case .cellPixels(let width, let height):
      if 1...Self.cellLimit ~= width, 1...Self.cellLimit ~= height { cell = (width, height) }
    case .mode(2026, let isSupported): isSynchronizing = isSupported
    case .deviceAttributes(let attributes):
      // The first number is the terminal's class.
      if attributes.dropFirst().contains(4) { hasSixel = true }
      isComplete = true
    default: break
    }
  }

  /// True where the way is known: the person has set it, or no answer is due any more.
  package var isSettled: Bool { isComplete || wanted != nil }

  /// Forgets the size of a cell that the terminal told, because it has changed.
  package mutating func forgetCell() { cell = nil }

  /// Returns the abilities as known so far; blocks until the terminal has answered, unless the person set a way.
  ///
  /// - Parameter windowCell: the pixels of a cell as the system knows them, for terminals that do not tell.
  package func abilities(windowCell: (width: Int, height: Int)? = nil) -> PictureAbilities {
    let known = cell ?? windowCell
    return PictureAbilities(way: way, cellWidth: known?.width ?? 10, cellHeight: known?.height ?? 20)
  }

  private var way: PictureProtocol {
    if let wanted {
      return canOverwrite || (wanted != .sixel && wanted != .iterm2) ? wanted : .blocks
    }
    guard isComplete, canShowPixels, !isInsideMultiplexer, !isKnownMultiplexer else { return .blocks }
    if takesGraphics { return .kitty }
    guard canOverwrite else { return .blocks }
    if takesInlineImages { return .iterm2 }
    return hasSixel ? .sixel : .blocks
  }

  private var isKnownMultiplexer: Bool { version?.hasPrefix("tmux") ?? false }

  /// The terminal's own answer counts more than a variable, which programs started in it hand on.
  private var takesInlineImages: Bool {
    guard let version else { return namesInlineImages }
    return version.hasPrefix("iTerm2") || version.hasPrefix("WezTerm")
  }
}
