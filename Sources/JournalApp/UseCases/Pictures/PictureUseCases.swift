package import JournalCore
import JournalStore

/// A picture whose bytes are in the journal's folder, and which is in no entry yet.
package struct PreparedPicture: Hashable, Sendable {
  /// The lower-case hexadecimal SHA-256 of its bytes, by which the folder keeps them.
  package var asset: String
  /// The file's name, which is the caption until the person writes one; empty for standard input.
  package var name: String
  /// What was done with it, such as “canal.jpg: 4000 × 3000, location removed”.
  package var sentence: String
  /// When it was taken, on the clock of the person's zone where the camera knew no other.
  package var takenAt: EntryDate?
}

/// What attaching came to.
package struct Attachment: Hashable, Sendable {
  /// The new pictures, in the order given, as they are in the journal now.
  package var images: [EntryImage]
  /// The names of pictures that the entry has already.
  package var repeated: [String]
  /// The edit that takes it back; nil where nothing was changed.
  package var inverse: JournalEdit?
}

/// What is done with an entry's pictures; people count them from 1, in the order in which they are shown.
extension JournalContext {
  /// Makes pictures part of an entry, behind those that it has, in one edit. Their bytes must be on disk before.
  ///
  /// - Parameters:
  ///   - caption: Words for all of them; without it each is called as its file was.
  ///   - named: The name of each, where its maker has to show in it.
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func attach(
    _ pictures: [PreparedPicture], to entry: RecordName, caption: String? = nil, named: (() -> RecordName)? = nil
  ) throws -> Attachment {
    let caption = try caption.map(checkedCaption)
    let present = try store.images(of: entry, includingTrash: true)
    var shown = Set(present.filter { $0.trashedAt == nil }.compactMap(\.imageAsset))
    var order = present.orderBehind
    var attachment = Attachment(images: [], repeated: [])
    for picture in pictures {
      guard shown.insert(picture.asset).inserted else {
        attachment.repeated.append(picture.name)
        continue
      }
      attachment.images.append(
        EntryImage(
          id: named?() ?? freshName(), entry: entry, imageAsset: picture.asset, caption: caption ?? picture.name,
          sortOrder: order, modifiedAt: now.instant))
      // Of pictures with the largest number there is, the names decide.
      order = order == .max ? order : order + 1
    }
    guard !attachment.images.isEmpty else { return attachment }
    let number = NumberText.counted(attachment.images.count, "picture", "pictures")
    attachment.inverse = try store.apply(
      JournalEdit(name: "attach \(number)", operations: attachment.images.map { .createImage($0) }), cause: .edit)
    return attachment
  }

  /// The pictures of an entry that people mean by these numbers, each once, in the order given.
  ///
  /// - Throws: ``CommandFailure`` for a number that no picture of the entry has; ``StoreError``.
  package func images(_ numbers: [Int], of entry: Entry) throws -> [EntryImage] {
    let images = try store.images(of: entry.id)
    var found: [EntryImage] = []
    for number in numbers {
      guard images.indices.contains(number - 1) else { throw noSuchPicture(number, of: entry, count: images.count) }
      if !found.contains(images[number - 1]) { found.append(images[number - 1]) }
    }
    return found
  }

  private func noSuchPicture(_ number: Int, of entry: Entry, count: Int) -> CommandFailure {
    let name = EntryNaming.quoted(entry)
    guard count > 0 else { return CommandFailure(.notFound, "\(name) has no pictures.") }
    let known = count == 1 ? "one picture" : "\(count) pictures, 1 to \(count)"
    return CommandFailure(.notFound, "\(name) has no picture \(number): it has \(known).")
  }

  /// Writes a caption under a picture; a caption is one line.
  ///
  /// - Throws: ``CommandFailure`` where it has control characters or more than 1,000 bytes; ``StoreError``.
  package func setCaption(_ text: String, of image: EntryImage) throws {
    let caption = try checkedCaption(text)
    try apply([.editImage(image.id, [.caption(caption)])])
  }

  /// A caption without blanks around it.
  ///
  /// - Throws: ``CommandFailure`` where it has several lines, control characters or more than 1,000 bytes.
  private func checkedCaption(_ text: String) throws -> String {
    let caption = trimmingSpace(text)
    let refused: [ClosedRange<UInt32>] = [0...0x1F, 0x7F...0x9F, 0x2028...0x2029]
    guard !caption.unicodeScalars.contains(where: { scalar in refused.contains { $0.contains(scalar.value) } }) else {
      throw CommandFailure(.invalidInput, "A caption is one line without control characters.")
    }
    guard caption.utf8.count <= 1000 else {
      throw CommandFailure(.invalidInput, "A caption has at most 1,000 bytes; write the rest into the entry.")
    }
    return caption
  }

  /// Puts a picture at a place among the others, counted from 1.
  ///
  /// - Throws: ``CommandFailure`` for a place that no picture of the entry has; ``StoreError``.
  package func move(_ image: EntryImage, to place: Int, of entry: Entry) throws {
    var images = try store.images(of: entry.id)
    guard images.indices.contains(place - 1), let from = images.firstIndex(where: { $0.id == image.id }) else {
      throw noSuchPicture(place, of: entry, count: images.count)
    }
    images.insert(images.remove(at: from), at: place - 1)
    try apply(images.renumber())
  }

  /// Moves pictures to the trash; their entry and their files stay.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func remove(_ images: [EntryImage]) throws {
    try apply(images.map { .editImage($0.id, [.trashedAt(now.instant)]) })
  }

  /// Pictures that were removed from an entry, those last that were removed last.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be read.
  package func removedImages(of entry: Entry) throws -> [EntryImage] {
    try store.images(of: entry.id, includingTrash: true)
      .filter { $0.trashedAt != nil }
      .sorted { ($0.trashedAt ?? now.instant, $0.id) < ($1.trashedAt ?? now.instant, $1.id) }
  }

  /// Takes pictures back from the trash.
  ///
  /// - Throws: ``StoreError`` where the journal cannot be written.
  package func restore(_ images: [EntryImage]) throws {
    try apply(images.map { .editImage($0.id, [.trashedAt(nil)]) })
  }
}
