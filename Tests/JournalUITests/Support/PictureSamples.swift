import JournalCore
import JournalUI
import TerminalKit

/// Pictures that the tests know.
extension FakeJournal {
  static func image(_ id: String, of entry: String, _ caption: String, at order: Int64) -> EntryImage {
    let digest = String(repeating: "0", count: 64 - id.utf8.count) + id
    return EntryImage(
      id: RecordName(id), entry: RecordName(entry), imageAsset: digest, caption: caption, sortOrder: order,
      modifiedAt: Instant(milliseconds: 0))
  }

  /// The small journal with three pictures of the run.
  static var pictured: FakeJournal {
    var journal = FakeJournal.small
    journal.images[RecordName("run")] = [
      image("canal", of: "run", "The canal", at: 0), image("heron", of: "run", "蒼鷺", at: 1),
      image("lock", of: "run", "", at: 2),
    ]
    journal.folders = [
      FolderListing(
        path: "/home/anna/Pictures",
        items: [
          folder("2025"), folder("2026"), folder(".thumbnails"), file("canal.jpg", 1_234_567),
          file("heron.png", 98_765),
          file(".hidden.jpg", 5), file("rainy day.webp", 4_000_000),
        ]),
      FolderListing(path: "/home/anna", items: [folder("Documents"), folder("Pictures")]),
      FolderListing(path: "/home/anna/Pictures/2026", items: [file("kyoto.jpg", 2_000_000)]),
    ]
    return journal
  }

  static func folder(_ name: String) -> FolderListing.Item {
    FolderListing.Item(name: name, isFolder: true, bytes: 0, modifiedAt: Person.morning)
  }

  static func file(_ name: String, _ bytes: Int64) -> FolderListing.Item {
    FolderListing.Item(name: name, isFolder: false, bytes: bytes, modifiedAt: Person.morning)
  }

  /// Takes all files but those that are called broken.
  mutating func attach(_ request: AttachRequest, _ ticket: EditTicket, _ now: Instant) -> [Message] {
    var progress = AttachProgress(done: 0, count: request.paths.count)
    var messages: [Message] = []
    var inverse: [JournalOperation] = []
    for path in request.paths {
      progress.done += 1
      if path.contains("broken") {
        progress.failures.append("\(path) is no picture.")
      } else {
        let image = Self.image(
          "\(request.entry)-\(images[request.entry]?.count ?? 0)", of: request.entry.rawValue, path,
          at: Int64(images[request.entry]?.count ?? 0))
        images[request.entry, default: []].append(image)
        inverse.append(.editImage(image.id, [.trashedAt(now)]))
        progress.sentences.append("\(path): 4,000 × 3,000, location removed")
      }
      messages.append(.attaching(progress))
    }
    if !inverse.isEmpty { messages.append(.applied(ticket, inverse: JournalEdit(name: "", operations: inverse))) }
    return messages
  }

  func list(_ path: String?, _ effect: Effect) -> Message {
    var wanted = path ?? folders.first?.path ?? "/"
    if wanted.hasPrefix("~") { wanted = "/home/anna" + wanted.dropFirst() }
    while wanted.count > 1, wanted.hasSuffix("/") { wanted.removeLast() }
    guard let found = folders.first(where: { $0.path == wanted }) else {
      return .failed(effect, Failure("There is no folder \(wanted)."))
    }
    return .folderListed(FolderListing(path: found.path, items: found.items, asked: path))
  }
}

extension ShownPicture {
  /// A picture of 4000 × 3000 that fills as much of the box as it can, with the first letter of its name in every cell.
  static func plain(_ request: PictureRequest, hasPixels: Bool = false) -> ShownPicture {
    let rows = max(1, min(request.box.rows, request.box.columns * 3 / 8))
    let size = Size(rows: rows, columns: max(1, min(request.box.columns, rows * 8 / 3)))
    let letter = request.image?.rawValue.unicodeScalars.first ?? "f"
    let cell = Cell(letter, style: Style(.rgb(10, 200, 30), on: .rgb(1, 2, 3)))
    return ShownPicture(
      cells: PictureCells(size: size, cells: Array(repeating: cell, count: size.rows * size.columns)),
      hasPixels: hasPixels, width: 4000, height: 3000, bytes: 1_234_567, fileExtension: "jpg")
  }
}
