import Foundation
import ScreenKit
import Testing

/// Pictures on the command line, with the real program and the real decoder.
@Suite struct PictureCommandTests {
  private let journal: TestJournal

  init() throws { journal = try TestJournal() }

  private var imagesFolder: String { "data/cloudjournal/journals/Personal/images" }

  /// The names of the files beside the database, temporary ones and all.
  private func files() throws -> [String] {
    guard journal.sandbox.exists(imagesFolder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: journal.sandbox.path(imagesFolder))
      .filter { $0 != ".lock" }.sorted()
  }

  private func images(of entry: String = "last") throws -> [PictureItem] {
    let answer = try journal.run("images", entry, "--json")
    return try JSONDecoder().decode(PictureList.self, from: Data(answer.outputBytes)).items
  }

  @discardableResult
  private func sample(_ name: String, red: UInt8 = 200) throws -> String {
    try journal.sandbox.write("home/\(name)", PictureSamples.png(width: 40, height: 20, red: red))
  }

  // MARK: Attaching

  @Test func picturesAreAttachedAndListed() throws {
    try journal.output("By the canal.")
    let first = try sample("canal.png")
    let second = try sample("heron.png", red: 90)
    let outcome = try journal.run("attach", "last", first, second)
    #expect(outcome.status == .success, "\(outcome)")
    #expect(outcome.errors.contains("attached canal.png") && outcome.errors.contains("attached heron.png"))
    let images = try images()
    #expect(images.map(\.caption) == ["canal.png", "heron.png"])
    #expect(images.map(\.width) == [40, 40] && images.allSatisfy(\.isHere))
    #expect(try files() == images.compactMap(\.sha256).sorted())
    #expect(try journal.output("show", "last").contains("canal.png"))
    #expect(try journal.output("list", "--json").contains("\"caption\":\"heron.png\""))
  }

  @Test func theSamePictureIsStoredOnce() throws {
    try journal.output("One.")
    try journal.output("attach", "last", sample("a.png"))
    try journal.output("Two.")
    try journal.output("attach", "last", sample("b.png"))
    #expect(try files().count == 1)
    #expect(try images().count == 1)
  }

  /// Place and camera go, the picture turns upright, and its date becomes that of the entry.
  @Test func aPhotographBringsItsDateAndLeavesItsPlace() throws {
    let photograph = try journal.sandbox.write("home/photo.jpg", PictureSamples.photograph)
    let outcome = try journal.run("new", "By the canal.", "--image", photograph)
    #expect(outcome.status == .success, "\(outcome)")
    #expect(outcome.errors.lowercased().contains("location"), "\(outcome)")
    #expect(try journal.entries()[0].createdAt.hasPrefix("2024-05-03T14:12:30"))
    let image = try #require(try images().first)
    #expect(image.width == 24 && image.height == 48)
    let copy = journal.sandbox.path("home/copy.jpg")
    try journal.output("images", "save", "last", "1", copy)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: copy)))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Maker"))
  }

  @Test func anEntryWithADateOfItsOwnKeepsIt() throws {
    let photograph = try journal.sandbox.write("home/photo.jpg", PictureSamples.photograph)
    try journal.output("2026-01-02 at 10:00: By the canal.", "--image", photograph)
    #expect(try journal.entries()[0].createdAt.hasPrefix("2026-01-02T10:00"))
    #expect(try images().count == 1)
  }

  @Test func originalsKeepEveryByte() throws {
    try journal.output("Photograph.")
    let photograph = try journal.sandbox.write("home/photo.jpg", PictureSamples.photograph)
    try journal.output("attach", "--original", "last", photograph)
    let copy = journal.sandbox.path("home/copy.jpg")
    try journal.output("images", "save", "last", "1", copy)
    #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: copy))) == PictureSamples.photograph)
    let again = try journal.run("images", "save", "last", "1", copy)
    #expect(again.status != .success && again.errors.contains("is there already"))
  }

  @Test func standardInputIsAPicture() throws {
    try journal.output("Piped.")
    let png = PictureSamples.png(width: 8, height: 8)
    let program = try journal.start(["attach", "last", "-", "--caption", "From a pipe"], inputBytes: png)
    #expect(try program.finish().status == .success)
    #expect(try images().map(\.caption) == ["From a pipe"])
  }

  @Test func bareWordsTakePicturesAlong() throws {
    try journal.output("Two", "pictures", "--image", sample("a.png"), sample("b.png", red: 7))
    #expect(try journal.entries()[0].title == "Two pictures")
    #expect(try images().count == 2)
  }

  @Test func someThatCannotBeTakenDoNotStopTheOthers() throws {
    try journal.output("Some.")
    let text = try journal.sandbox.write("home/notes.jpg", "These are words.".utf8)
    let outcome = try journal.run("attach", "last", text, sample("a.png"), "/nowhere/b.png", "--json")
    #expect(outcome.status == .code(1), "\(outcome)")
    #expect(outcome.errors.contains("notes.jpg") && outcome.errors.contains("b.png"))
    #expect(outcome.output.contains("\"ok\":false") && outcome.output.contains("\"failures\":[{\"file\":"))
    #expect(try images().map(\.caption) == ["a.png"])
  }

  // MARK: Bad files

  private func corpus() throws -> [(name: String, path: String)] {
    let sandbox = journal.sandbox
    let png = PictureSamples.png(width: 60, height: 40)
    var files: [(String, [UInt8])] = [
      ("empty.jpg", []), ("words.png", Array("only words".utf8)),
      ("truncated.png", Array(png.dropLast(20))), ("truncated.jpg", Array(PictureSamples.photograph.dropLast(60))),
      ("bomb.png", PictureSamples.png(width: 4, height: 4, claims: (60_000, 60_000))),
      ("wide.png", PictureSamples.png(width: 4, height: 4, claims: (2_000_000_000, 1))),
      ("bomb.gif", PictureSamples.gifBomb()),
      ("drawing.jpg", Array("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".utf8)),
      ("page.jpg", Array("<!DOCTYPE html><html><body>404</body></html>".utf8)),
      ("address.jpg", Array("https://example.org/canal.jpg".utf8)),
      ("program.jpg", [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0]),
      ("zeros.bmp", [0x42, 0x4D] + [UInt8](repeating: 0, count: 400)), ("half.jpg", [0xFF, 0xD8, 0xFF, 0xE0]),
    ]
    var broken = png
    for index in 60..<100 { broken[index] ^= 0xA5 }
    files.append(("broken.png", broken))
    var paths = try files.map { ($0.0, try sandbox.write("home/\($0.0)", $0.1)) }
    let secret = try sandbox.write("home/secret.png", png, mode: 0o000)
    if geteuid() != 0 { paths.append(("secret.png", secret)) }
    let link = sandbox.path("home/loop.png")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: link)
    let pipe = sandbox.path("home/pipe.png")
    mkfifo(pipe, 0o600)
    paths += [
      ("loop.png", link), ("pipe.png", pipe), ("home", sandbox.path("home")), ("zero", "/dev/zero"),
      ("null", "/dev/null"),
      ("nowhere.png", "/nowhere/nowhere.png"), ("example.org", "https://example.org/canal.jpg"),
    ]
    return paths
  }

  @Test func whatIsNoPictureIsNamedAndNothingIsAttached() throws {
    try journal.output("Corpus.")
    for (name, path) in try corpus() {
      let outcome = try journal.run("attach", "last", path)
      #expect(outcome.status == .code(1), "\(name): \(outcome)")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 1 && lines[0].contains(name == "example.org" ? "canal.jpg" : name), "\(name): \(outcome)")
      #expect(lines.first?.hasSuffix(".") == true, "\(name) gets a sentence: \(outcome)")
    }
    #expect(try images().isEmpty)
    #expect(try files() == [])
    #expect(try journal.run("doctor").status == .success)
  }

  // MARK: Order, captions, removing

  @Test func picturesAreOrderedCaptionedRemovedAndTakenBack() throws {
    try journal.output("Album.")
    try journal.output("attach", "last", sample("a.png", red: 1), sample("b.png", red: 2), sample("c.png", red: 3))
    try journal.output("images", "move", "last", "3", "1")
    try journal.output("images", "caption", "last", "2", "The first one")
    #expect(try images().map(\.caption) == ["c.png", "The first one", "b.png"])
    try journal.output("images", "rm", "last", "1", "3")
    #expect(try images().map(\.caption) == ["The first one"])
    try journal.output("images", "restore", "last", "--all")
    #expect(try images().map(\.caption) == ["c.png", "The first one", "b.png"])
    #expect(try files().count == 3)
    let wrong = try journal.run("images", "rm", "last", "4")
    #expect(wrong.status == .code(1) && wrong.errors.contains("it has 3 pictures"))
  }

  @Test func emptyingTheTrashTakesRemovedPicturesAlong() throws {
    try journal.output("Album.")
    try journal.output("attach", "last", sample("a.png", red: 1), sample("b.png", red: 2))
    try journal.output("images", "rm", "last", "1")
    let outcome = try journal.run("trash", "empty", "--yes", "--json")
    #expect(outcome.errors.contains("deleted 1 removed picture forever"), "\(outcome)")
    #expect(outcome.output.contains("\"removed\":0,\"removedPictures\":1"), "\(outcome)")
    #expect(try images().map(\.caption) == ["b.png"])
    #expect(try journal.run("images", "restore", "last").status == .code(1))
    #expect(try journal.run("trash", "empty", "--yes").errors.contains("The trash is empty."))
  }

  // MARK: Out and in

  @Test func anArchiveBringsEveryByteBack() throws {
    try journal.output("Photograph.")
    let photograph = try journal.sandbox.write("home/photo.jpg", PictureSamples.photograph)
    try journal.output("attach", "--original", "last", photograph, sample("b.png"))
    let archive = journal.sandbox.path("home/journal.zip")
    try journal.output("export", "--format", "archive", "-o", archive)
    let other = try TestJournal()
    try other.output("import", archive)
    #expect(try other.run("import", archive).output == "imported 0, same 1, conflicting 0\n")
    for number in ["1", "2"] {
      let (here, there) = (journal.sandbox.path("home/here"), other.sandbox.path("home/there"))
      try journal.output("images", "save", "--force", "last", number, here + number + ".x")
      try other.output("images", "save", "--force", "last", number, there + number + ".x")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: here + number + ".x"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: there + number + ".x")) == bytes && !bytes.isEmpty)
    }
    let again = other.sandbox.path("home/again.zip")
    try other.output("export", "--format", "archive", "-o", again)
    #expect(try other.run("doctor").status == .success)
  }

  @Test func markdownTakesFilesAlong() throws {
    try journal.output("By the canal. It was [cold].")
    try journal.output("attach", "last", sample("a [1].png"))
    let folder = journal.sandbox.path("home/notes") + "/"
    try journal.output("export", "--format", "md", "-o", folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count == 2 && names.contains("images"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "images") == ["a-1.png"])
    let page = try #require(names.first { $0.hasSuffix(".md") })
    let text = try String(contentsOfFile: folder + page, encoding: .utf8)
    #expect(text.hasSuffix("\n\n![a \\[1\\].png](images/a-1.png)\n"), "\(text)")
  }

  @Test func picturesThatAreMissingAtAnExportAreNamed() throws {
    try journal.output("By the canal.")
    try journal.output("attach", "last", sample("canal.png"))
    let name = try #require(try files().first)
    try FileManager.default.removeItem(atPath: journal.sandbox.path("\(imagesFolder)/\(name)"))
    let outcome = try journal.run("export", "--format", "archive", "-o", journal.sandbox.path("home/j.zip"))
    #expect(outcome.errors.contains("1 picture is not in it") && outcome.errors.contains("canal.png"), "\(outcome)")
  }

  // MARK: doctor

  @Test func doctorFindsDamagedAndMissingFiles() throws {
    try journal.output("By the canal.")
    try journal.output("attach", "last", sample("canal.png"), sample("heron.png", red: 9))
    #expect(try journal.run("doctor").status == .success)
    let items = try images()
    let damaged = journal.sandbox.path("\(imagesFolder)/\(try #require(items[0].sha256))")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: damaged)))
    bytes[bytes.count / 2] ^= 1
    try Data(bytes).write(to: URL(fileURLWithPath: damaged))
    try FileManager.default.removeItem(atPath: journal.sandbox.path("\(imagesFolder)/\(try #require(items[1].sha256))"))
    let outcome = try journal.run("doctor")
    #expect(outcome.status == .code(1))
    #expect(outcome.output.contains("“canal.png” of “By the canal.” is damaged"), "\(outcome)")
    #expect(outcome.output.contains("“heron.png” of “By the canal.” is not in"), "\(outcome)")
    #expect(try journal.run("doctor", "--repair").output.contains("was set aside"))
    #expect(!FileManager.default.fileExists(atPath: damaged))
    // The same bytes again mend both.
    try journal.output("Another.")
    try journal.output("attach", "last", sample("canal.png"), sample("heron.png", red: 9))
    #expect(try journal.run("doctor").status == .success)
  }
}

private struct PictureList: Decodable {
  let items: [PictureItem]
}

private struct PictureItem: Decodable {
  let number: Int
  let caption: String
  let sha256: String?
  let isHere: Bool
  let width: Int?
  let height: Int?
}
