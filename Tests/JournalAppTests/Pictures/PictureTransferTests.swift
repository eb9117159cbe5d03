import Foundation
import JournalCore
import JournalStore
import Testing

@testable import JournalApp

@Suite struct PictureTransferTests {
  let journal: TestJournal
  let folder: TestFolder
  let other: TestJournal
  let otherFolder: TestFolder

  init() throws {
    journal = try TestJournal()
    other = try TestJournal()
    folder = try TestFolder()
    otherFolder = try TestFolder()
  }

  /// An entry with two pictures and one that was removed.
  private func album() throws -> (entry: Entry, assets: [String]) {
    let entry = try journal.add("Album")
    let assets = try ["first", "second", "removed"].map { try folder.assets.keep(Array($0.utf8)) }
    let pictures = zip(assets, ["a.jpg", "b [2].jpg", "c.jpg"]).map {
      PreparedPicture(asset: $0, name: $1, sentence: $1)
    }
    _ = try journal.context.attach(pictures, to: entry.id)
    try journal.context.remove(try journal.context.images([3], of: entry))
    return (entry, assets)
  }

  private func export(
    _ selection: ExportSelection = .everything, _ kind: ExportKind = .archive, to name: String = "j.zip"
  ) throws -> ExportReport {
    let target = try ExportTarget(path: folder.file(name), kind: kind, home: "/", replaces: true)
    return try journal.context.export(selection, as: kind, to: target, assets: folder.assets)
  }

  private func importing() throws -> String {
    try other.importFiles([folder.file("j.zip")], assets: otherFolder.assets).line
  }

  @Test func anArchiveBringsEveryPictureBack() throws {
    let (entry, assets) = try album()
    let report = try export()
    #expect(report.pictures == 3 && report.notes == [])
    #expect(try importing() == "imported 1, same 0, conflicting 0")
    #expect(
      try other.store.images(of: entry.id, includingTrash: true)
        == journal.store.images(of: entry.id, includingTrash: true))
    for asset in assets { #expect(try otherFolder.assets.read(asset) == folder.assets.read(asset)) }
    #expect(try importing() == "imported 0, same 1, conflicting 0")
    #expect(try otherFolder.assets.files().pictures.count == 3)
  }

  /// The archive of what came back is the same, byte by byte.
  @Test func theWayBackIsTheSame() throws {
    _ = try album()
    _ = try export()
    _ = try importing()
    let target = ExportTarget.file(otherFolder.file("j.zip"), replaces: false)
    _ = try other.context.export(.everything, as: .archive, to: target, assets: otherFolder.assets)
    let bytes = { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(try bytes(folder.file("j.zip")) == bytes(otherFolder.file("j.zip")))
  }

  /// What was removed from an entry is not given away with it.
  @Test func aRemovedPictureIsNotExportedWithItsEntry() throws {
    let (entry, _) = try album()
    #expect(try export(.entries([entry.id])).pictures == 2)
  }

  @Test func whatIsMissingOrDamagedIsNamed() throws {
    let (_, assets) = try album()
    try folder.write("firsts", to: "images/\(assets[0])")
    try FileManager.default.removeItem(atPath: folder.file("images/\(assets[1])"))
    let report = try export()
    #expect(report.pictures == 1 && report.missing.map(\.caption) == ["b [2].jpg"] && report.damaged.count == 1)
    #expect(report.notes.count == 2 && report.notes[1].contains("is damaged: a.jpg ("), "\(report.notes)")
    #expect(try importing() == "imported 1, same 0, conflicting 0")
  }

  @Test func anImportMendsADamagedFile() throws {
    let (_, assets) = try album()
    _ = try export()
    _ = try importing()
    try otherFolder.write("firsts", to: "images/\(assets[0])")
    #expect(try importing() == "imported 0, same 1, conflicting 0")
    #expect(try otherFolder.assets.state(of: assets[0]) == .sound)
  }

  @Test func textHasNoPlaceForPictures() throws {
    _ = try album()
    let report = try export(.everything, .jrnl, to: "j.txt")
    #expect(report.leftOut == 2 && report.notes[0].contains("2 pictures are not in it"))
  }

  @Test func markdownHasThemBesideIt() throws {
    _ = try album()
    let report = try export(.everything, .markdown, to: "notes/")
    #expect(report.entries == 1 && report.pictures == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("notes/images")).sorted() == ["a", "b-2"])
    let page = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("notes")).first { $0.hasSuffix(".md") })
    #expect(try folder.text("notes/\(page)").hasSuffix("---\n\n![a.jpg](images/a)\n\n![b \\[2\\].jpg](images/b-2)\n"))
  }

  @Test func listsCarryPictures() throws {
    _ = try album()
    try journal.add("Bare")
    let json = String(
      decoding: try journal.context.json(
        ListingRequest(scope: .all), fields: try EntryEnvelope.fields("title,images")), as: UTF8.self)
    #expect(json.contains(#"{"title":"Bare","images":[]}"#))
    #expect(json.contains(#""caption":"a.jpg","sha256":""#) && !json.contains("c.jpg"))
  }
}
