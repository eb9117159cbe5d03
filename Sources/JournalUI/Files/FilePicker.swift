import JournalCore
import TerminalKit

/// A folder from which files are chosen, found by typing a few letters of their names or a whole path.
struct FilePicker: Sendable {
  /// What the files are for.
  enum Purpose: Hashable, Sendable {
    /// They become pictures of an entry, of which these are the words in a title.
    case attaching(AttachTarget, title: String)
    /// One of them is imported, or the folder as a whole.
    case importing
  }

  /// A file or a folder that fits what was typed, and the letters that fit.
  struct Row: Hashable, Sendable {
    var item: FolderListing.Item
    var matched: [Int] = []
  }

  /// Milliseconds that the cursor rests on a file until it is shown.
  static let previewDelay = 60

  let purpose: Purpose
  private(set) var listing: FolderListing?
  /// The folder that was asked for last, as it was typed or chosen; nil for the one that it begins with.
  private(set) var asked: String?
  private(set) var isReading = false
  /// Why it could not be read.
  private(set) var failure: Failure?
  var query = LineField()
  private(set) var rows: [Row] = []
  var cursor = 0
  var top = 0
  /// The paths that are marked, in the order of marking, those of other folders among them.
  private(set) var marked: [String] = []
  var showsHidden = false
  var keepsOriginal = false
  /// Whether the cursor has stood still for a moment.
  var isRested = false
  /// Whether Enter was pressed before the folder of the typed path was read.
  var isAwaited = false
  /// The folder that one came from, to stand on it in its parent.
  private var cameFrom: String?

  init(_ purpose: Purpose) { self.purpose = purpose }

  /// Which files of a folder are listed.
  var kind: FolderListing.Kind { purpose == .importing ? .files : .pictures }

  var current: FolderListing.Item? { rows.indices.contains(cursor) ? rows[cursor].item : nil }
  var currentPath: String? { current.flatMap { item in listing.map { Self.joined($0.path, item.name) } } }

  /// Whether a path is typed, not a name.
  var isPath: Bool { query.text.hasPrefix("/") || query.text.hasPrefix("~") }

  /// What is typed behind the last slash: the name that is looked for.
  var name: String {
    guard isPath else { return query.text }
    // The homes of others are not known.
    guard let slash = query.text.lastIndex(of: "/") else { return query.text == "~" ? "" : query.text }
    return String(query.text[query.text.index(after: slash)...])
  }

  /// The folder of a typed path, with its slash; nil where no path is typed.
  var typedFolder: String? {
    guard isPath else { return nil }
    guard let slash = query.text.lastIndex(of: "/") else { return query.text == "~" ? "~" : nil }
    return String(query.text[...slash])
  }

  // MARK: Folders

  mutating func ask(_ folder: String?, from child: String? = nil) {
    asked = folder
    isReading = true
    failure = nil
    cameFrom = child
  }

  /// Takes what was asked for last; an answer to something else is let go.
  mutating func take(_ listing: FolderListing) {
    guard listing.asked == asked else { return }
    let isSame = listing.path == self.listing?.path
    self.listing = listing
    if purpose == .importing, listing.items.contains(where: { !$0.name.hasPrefix(".") }) {
      self.listing?.items.insert(.whole, at: 0)
    }
    isReading = false
    failure = nil
    filter()
    if !isSame { beginAtTop() }
    if let cameFrom, let place = rows.firstIndex(where: { $0.item.name == cameFrom }) { cursor = place }
    cameFrom = nil
  }

  mutating func fail(_ folder: String?, _ failure: Failure) {
    guard folder == asked else { return }
    self.failure = failure
    isReading = false
    isAwaited = false
    cameFrom = nil
    filter()
  }

  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  // MARK: Choosing

  mutating func filter() {
    let name = name
    let hidden = showsHidden || name.hasPrefix(".")
    // What stands behind a failure is not seen, and so not chosen.
    let items = (fitsTypedFolder && failure == nil ? listing?.items ?? [] : []).filter {
      $0.isWhole ? name.isEmpty : hidden || !$0.name.hasPrefix(".")
    }
    rows = FuzzyMatch.rank(name, items) { $0.name }.map { Row(item: $0.item, matched: $0.match.offsets) }
    if let exact = rows.firstIndex(where: { $0.item.name.isIdentical(to: name) }) {
      rows.insert(rows.remove(at: exact), at: 0)
    }
    cursor = max(0, min(cursor, rows.count - 1))
  }

  /// The folder as a whole stands first, and is not what Enter takes at once.
  private mutating func beginAtTop() { (cursor, top) = (rows.count > 1 && rows[0].item.isWhole ? 1 : 0, 0) }

  mutating func move(by count: Int) {
    cursor = max(0, min(cursor + count, rows.count - 1))
    isRested = false
  }

  mutating func toggleMark() {
    guard let item = current, !item.isFolder, let path = currentPath else { return move(by: 1) }
    if let place = marked.firstIndex(of: path) { marked.remove(at: place) } else { marked.append(path) }
    move(by: 1)
  }

  mutating func mark(_ paths: [String]) {
    for path in paths where !marked.contains(path) { marked.append(path) }
  }

  /// Whether the folder at hand is the one of the path that is typed; where none is typed, it always is.
  private var fitsTypedFolder: Bool {
    guard let folder = typedFolder, let listing else { return true }
    return folder == listing.asked || folder == Self.joined(listing.path, "")
  }

  func isMarked(_ item: FolderListing.Item) -> Bool {
    !marked.isEmpty && !item.isFolder && listing.map { marked.contains(Self.joined($0.path, item.name)) } == true
  }

  /// What is taken: the marked files, else what is under the cursor, else the path that was typed.
  var chosen: [String] {
    if !marked.isEmpty { return marked }
    if current?.isWhole == true, let listing { return [listing.path] }
    if let item = current, !item.isFolder, let path = currentPath { return [path] }
    return isPath && rows.isEmpty && !query.text.hasSuffix("/") ? [query.text] : []
  }

  mutating func type(_ key: Key) {
    let before = query.text
    _ = query.handle(key)
    if !query.text.isIdentical(to: before) { queryChanged() }
  }

  mutating func queryChanged() {
    (isRested, isAwaited) = (false, false)
    if typedFolder != asked { failure = nil }
    filter()
    beginAtTop()
  }

  mutating func settle(height: Int) {
    if cursor < top { top = cursor }
    if cursor >= top + height { top = cursor - height + 1 }
    top = max(0, min(top, rows.count - height))
  }
}
