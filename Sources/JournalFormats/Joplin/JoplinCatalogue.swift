import JournalCore

/// What an export of Joplin has beside the texts of its notes: the tree of notebooks, tags, and what is known of its files.
struct JoplinCatalogue {
  /// A file that belongs to notes.
  struct Resource {
    /// Its name in Joplin, with its ending.
    let name: String
    let isPicture: Bool
    /// What it is, where it is no picture.
    let kind: KeptItem.Kind
  }

  private var folders: [JoplinID: (name: String, parent: JoplinID?)] = [:]
  private var tags: [JoplinID: String] = [:]
  private var tagged: [JoplinID: [JoplinID]] = [:]
  private var items: Set<JoplinID> = []
  private(set) var resources: [JoplinID: Resource] = [:]
  /// Resources whose bytes are in the export.
  private(set) var files: Set<JoplinID> = []
  private(set) var notes = 0
  /// What links of notes lead to: other notes, and files.
  private var linked: Set<JoplinID> = []
  /// More are not told apart: a file of nothing but links takes no more memory for that.
  private static let mostLinked = 1_000_000
  private(set) var encryptedNotes: [JoplinID] = []
  private(set) var encryptedFiles = 0
  /// Items and files that cannot be understood.
  var odd = OddItems()

  /// The longest way from a notebook up: a ring of notebooks has an end, too.
  private static let deepest = 32

  private mutating func add(_ links: [JoplinID]) {
    for id in links where linked.count < JoplinCatalogue.mostLinked { linked.insert(id) }
  }

  /// Whether a link of a note may lead to an item; with more links than are told apart any may.
  func mayBeLinked(_ id: JoplinID) -> Bool { linked.count >= JoplinCatalogue.mostLinked || linked.contains(id) }

  /// Adds what an item says.
  ///
  /// - Throws: ``JoplinFault`` where another item has its id, and for a type that Joplin did not have when this was written.
  mutating func add(_ item: JoplinItem) throws(JoplinFault) {
    guard items.insert(item.id).inserted else { throw JoplinFault(problem: "another item has the id of this one") }
    let isEncrypted = item.isSet("encryption_applied")
    switch item.kind {
    case .note:
      notes += 1
      if isEncrypted { encryptedNotes.append(item.id) } else { add(item.linked) }
    case .folder where !isEncrypted: folders[item.id] = (item.title, item.reference("parent_id"))
    case .tag where !isEncrypted: tags[item.id] = item.title
    case .noteTag:
      guard let note = item.reference("note_id"), let tag = item.reference("tag_id") else { return }
      tagged[note, default: []].append(tag)
    case .resource:
      guard !isEncrypted, !item.isSet("encryption_blob_encrypted") else {
        encryptedFiles += 1
        return
      }
      let ending = item.value("file_extension").lowercased()
      let mime = item.value("mime").lowercased()
      let isPicture = (mime.hasPrefix("image/") && !mime.contains("svg")) || NoteLinks.pictureEndings.contains(ending)
      let name = item.title.isEmpty ? "\(item.id.text)\(ending.isEmpty ? "" : ".\(ending)")" : item.title
      let kind = KeptItem.Kind(ofFile: ending.isEmpty ? name : ".\(ending)")
      resources[item.id] = Resource(name: String(name.prefix(80)), isPicture: isPicture, kind: kind)
    case .unknown(let type):
      let called = item.title.isEmpty ? "" : "“\(item.title.prefix(80))”: "
      throw JoplinFault(problem: "\(called)items of type \(type) are not known here")
    case .folder, .tag, .other: return
    }
  }

  /// Adds a file’s bytes; false where they are there already.
  mutating func addFile(_ id: JoplinID) -> Bool { files.insert(id).inserted }

  /// Whether a file that is no picture has its bytes here.
  func hasOther(_ id: JoplinID) -> Bool { resources[id]?.isPicture == false && files.contains(id) }

  /// Whether a link to a file shows a picture whose bytes are here.
  func hasPicture(_ id: JoplinID) -> Bool { resources[id]?.isPicture == true && files.contains(id) }

  /// The names of a note's tags.
  func tags(of note: JoplinID) -> [String] { (tagged[note] ?? []).compactMap { tags[$0] } }

  /// The names of a notebook and those around it, the outermost first.
  func path(of folder: JoplinID?) -> [String] {
    var (path, next): ([String], JoplinID?) = ([], folder)
    while let id = next, let folder = folders[id], path.count < JoplinCatalogue.deepest {
      path.insert(folder.name, at: 0)
      next = folder.parent
    }
    return path
  }
}
