import JournalCore
import TerminalKit

/// Links to other entries, in the text that is being written.
extension EditorScreen {
  /// What a link takes the place of: words that are selected, or what was begun with brackets; else it stands at the caret.
  private struct Place {
    var range: Range<Int>
    /// What was typed behind the brackets.
    var begun = ""
    /// The words that are selected, which the link shows.
    var words: String?
  }

  private var place: Place {
    let body = state.body
    if let selection = body.selection {
      let words = body.selectedText
      let canBeShown = EntryLink.text(to: words) != nil && trimmingSpace(words).isIdentical(to: words)
      // Words that no link can show stay, and the link stands behind them.
      return canBeShown
        ? Place(range: selection, words: words) : Place(range: selection.upperBound..<selection.upperBound)
    }
    let caret = body.caret.offset
    guard let range = body.range(since: "[[") else { return Place(range: caret..<caret) }
    let begun = String(body.text(in: range).dropFirst(2))
    guard !begun.contains("]"), !begun.contains("[") else { return Place(range: caret..<caret) }
    let closes = body.text(in: range.upperBound..<range.upperBound + 2) == "]]"
    return Place(range: range.lowerBound..<range.upperBound + (closes ? 2 : 0), begun: begun)
  }

  mutating func askForLink() { openTitlePicker(beginning: place.begun) }

  /// Puts a link in where the caret stands; what was begun with brackets is completed, and selected words are what it shows.
  mutating func insertLink(to title: String) {
    guard let link = EntryLink.text(to: title) else {
      return openTitlePicker(beginning: title, "A link cannot have [ ] | or # in it")
    }
    let place = place
    state.field = .body
    let shown = place.words.map { "\(link.dropLast(2))|\($0)]]" } ?? link
    state.body.replace(place.range, with: shown)
    editorChanged()
  }
}
