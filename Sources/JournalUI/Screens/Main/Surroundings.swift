import JournalCore
import TerminalKit

/// What the main screen tells one of its panes: which of them has the keys, where all of them are, and which list is shown.
struct Surroundings: Sendable {
  let focus: Pane
  let layout: MainLayout
  let scope: ListScope
}

/// What a pane asks of the main screen, because it lies outside of the pane.
enum PaneRequest: Hashable, Sendable {
  /// Gives the keys to a pane.
  case focus(Pane)
  /// Shows a list.
  case show(ListScope)
  /// Goes to the entry so many rows further down.
  case select(by: Int)
  /// Goes so many pages further down in the list.
  case page(by: Int)
  /// Opens the selected entry on the reading page, or in the editor.
  case read, edit
  /// Shows a picture of the entry.
  case look(at: RecordName)
  case openLink(String)
  /// Shows an entry among all others.
  case reveal(RecordName)
  /// Moves to the entry nearest to a day.
  case goTo(CivilDate)
  /// Shows what a search finds.
  case find(String)
  /// Ticks the box on this line of the entry's body, from 1.
  case tickBox(onLine: Int)
  /// Goes back to typing the search, and to its results.
  case typeSearch, restSearch
  /// Goes back to the list that was there before the search.
  case closeSearch
}
