import JournalCore
import JournalStore
import Testing

@testable import JournalApp

@Suite struct PictureUseCaseTests {
  let journal: TestJournal
  let entry: Entry

  init() throws {
    journal = try TestJournal()
    entry = try journal.add("By the canal")
  }

  private func picture(_ name: String) -> PreparedPicture {
    PreparedPicture(asset: String(repeating: name, count: 64), name: "\(name).jpg", sentence: "\(name).jpg")
  }

  private var captions: [String] {
    get throws { try journal.store.images(of: entry.id).map(\.caption) }
  }

  @Test func picturesComeBehindThoseThatAreThere() throws {
    _ = try journal.context.attach([picture("a"), picture("b")], to: entry.id)
    let attachment = try journal.context.attach([picture("c")], to: entry.id, caption: "The heron")
    #expect(try captions == ["a.jpg", "b.jpg", "The heron"])
    let inverse = try #require(attachment.inverse)
    let redo = try journal.store.apply(inverse, cause: .undo)
    #expect(try captions == ["a.jpg", "b.jpg"])
    _ = try journal.store.apply(redo, cause: .redo)
    #expect(try captions == ["a.jpg", "b.jpg", "The heron"])
  }

  @Test func aPictureIsInAnEntryOnce() throws {
    _ = try journal.context.attach([picture("a"), picture("a")], to: entry.id)
    let again = try journal.context.attach([picture("a")], to: entry.id)
    #expect(again.repeated == ["a.jpg"] && again.inverse == nil)
    #expect(try captions == ["a.jpg"])
    // What was removed can be attached anew.
    try journal.context.remove(try journal.context.images([1], of: entry))
    _ = try journal.context.attach([picture("a")], to: entry.id)
    #expect(try captions == ["a.jpg"])
    #expect(try journal.context.removedImages(of: entry).count == 1)
  }

  @Test func theLargestNumberThereIsDoesNotStopTheNext() throws {
    let image = EntryImage(
      id: RecordName("i"), entry: entry.id, imageAsset: nil, sortOrder: .max, modifiedAt: entry.modifiedAt)
    _ = try journal.store.apply(JournalEdit(name: "", operations: [.createImage(image)]), cause: .edit)
    #expect(try journal.context.attach([picture("a")], to: entry.id).images.count == 1)
  }

  @Test func picturesAreMoved() throws {
    _ = try journal.context.attach([picture("a"), picture("b"), picture("c")], to: entry.id)
    try journal.context.move(try journal.context.images([3], of: entry)[0], to: 1, of: entry)
    #expect(try captions == ["c.jpg", "a.jpg", "b.jpg"])
    try journal.context.move(try journal.context.images([1], of: entry)[0], to: 2, of: entry)
    #expect(try captions == ["a.jpg", "c.jpg", "b.jpg"])
    for place in [0, 4, -1, .max] {
      let image = try journal.context.images([1], of: entry)[0]
      #expect(journal.failure { try journal.context.move(image, to: place, of: entry) }?.code == .notFound)
    }
  }

  @Test func captionsAreOneLine() throws {
    _ = try journal.context.attach([picture("a")], to: entry.id)
    let image = try journal.context.images([1], of: entry)[0]
    try journal.context.setCaption("  The heron 🐦 ", of: image)
    #expect(try captions == ["The heron 🐦"])
    for caption in ["two\nlines", "\u{1B}[31mred", String(repeating: "long ", count: 300)] {
      #expect(journal.failure { try journal.context.setCaption(caption, of: image) }?.code == .invalidInput)
    }
  }

  @Test func numbersThatAreNoneAreSaid() throws {
    #expect(
      journal.failure { _ = try journal.context.images([1], of: entry) }?.sentence.contains("no pictures") == true)
    _ = try journal.context.attach([picture("a")], to: entry.id)
    let failure = journal.failure { _ = try journal.context.images([1, 2], of: entry) }
    #expect(failure?.sentence == "“By the canal” has no picture 2: it has one picture.")
  }

  @Test(arguments: [
    ("canal.jpg", "jpg", "canal.jpg"), ("canal.JPEG", "jpg", "canal.JPEG"), ("canal", "png", "canal.png"),
    ("../../etc/passwd", "png", "-..-etc-passwd.png"), (".hidden", "png", "hidden.png"), ("", "gif", "picture.gif"),
    ("a\u{1B}[31m\nb", "png", "a-[31m-b.png"), ("canal.jpg", "png", "canal.png"), ("v1.2", "png", "v1.2.png"),
    ("notes", "", "notes"),
  ])
  func fileNamesOfCaptionsStayInTheirFolder(caption: String, ending: String, name: String) {
    #expect(PictureName.file(caption: caption, fileExtension: ending) == name)
  }
}
