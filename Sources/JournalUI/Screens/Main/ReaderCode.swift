import TerminalKit

/// Blocks of code in the text: sunk in, with their language, and never wrapped.
extension MainScreen {
  /// Columns between the edge of a block and its words.
  static let codePadding = 2

  /// The columns for the words of a block.
  func codeRoom(_ code: ReaderPage.Code) -> Int {
    max(1, (reader.pageKey?.columns ?? 0) - code.indent - 2 * Self.codePadding)
  }

  /// Whether some code is wider than its block.
  var isCodeCut: Bool { reader.page.code.contains { $0.widest > codeRoom($0) } }
}
