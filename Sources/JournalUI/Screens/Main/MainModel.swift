import JournalCore

/// What the main screen shows: the lists there are, one of them, and an entry of it.
struct MainModel: ScreenState {
  typealias Work = MainScreen

  var focus = Pane.list
  /// Whether the sidebar lies over the list where it has no room of its own.
  var isSidebarOpen = false
  var sidebar = SidebarModel()
  var list: ListModel
  var reader = ReaderModel()
  var search: SearchModel?
  var thumbnails = Thumbnails()
  /// The entry that is selected when the list is read again.
  var revealing: RecordName?
  /// Whether the trash is to be emptied once it is known what lies in it; any other key takes that back.
  var isToEmptyTrash = false

  init(_ preferences: Preferences) {
    list = ListModel(scope: preferences.scope, order: preferences.order)
    sidebar.cursor = preferences.scope
  }
}

/// A part of the main screen that can have the keys.
enum Pane: Hashable, Sendable {
  case sidebar, list, reader
  /// The entry of the reader over all panes: the reading page.
  case page

  /// Whether what is done here is done to the entry that is read.
  var reads: Bool { self == .reader || self == .page }
}
