import JournalCore
import TerminalKit

/// What draws a pane of the main screen: it sees the screen and changes nothing.
protocol SeesMain: ShowsPictures {
  var main: MainScreen { get }
}

extension SeesMain {
  var desk: Desk {
    get { main.desk }
    // What draws has nothing to put back.
    set {}
  }
  var contexts: [KeyContext] { main.contexts }
  mutating func ask(_ request: ScreenRequest) {}

  var focus: Pane { main.state.focus }
  var list: ListModel { main.state.list }
  var reader: ReaderModel { main.state.reader }
  var search: SearchModel? { main.state.search }
  var sidebar: SidebarModel { main.state.sidebar }
  var layout: MainLayout { main.layout }

  /// What could not be read, and the key that tries again.
  func drawFailure(_ sentence: String, _ rect: Rect, _ canvas: inout Canvas) {
    let hint = "\(keyName(.retry)) tries again."
    canvas.centered([StyledText(sentence, theme.error), StyledText(hint, theme.secondary)], in: rect)
  }
}
