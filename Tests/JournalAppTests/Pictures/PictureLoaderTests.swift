import Dispatch
import Foundation
import ImageKit
import JournalCore
import JournalUI
import Synchronization
import TerminalKit
import Testing

@testable import JournalApp

@Suite struct PictureLoaderTests {
  /// What was answered, in its order.
  private final class Answers: Sendable {
    private let list = Mutex<[PictureLoading]>([])
    private let news = DispatchSemaphore(value: 0)

    func add(_ answer: PictureLoading) {
      list.withLock { $0.append(answer) }
      news.signal()
    }

    var count: Int { list.withLock { $0.count } }

    /// The next answer, which comes from another thread.
    func next() throws -> PictureLoading {
      try #require(news.wait(timeout: .now() + 30) == .success, "no answer")
      return list.withLock { $0[$0.count - 1] }
    }

    func nextOutcome() throws -> PictureOutcome? {
      if case .outcome(let outcome) = try next() { outcome } else { nil }
    }
  }

  private let folder: TestFolder
  private let answers = Answers()
  private let cache: RenderingCache
  private let digest = String(repeating: "a", count: 64)

  init() throws {
    folder = try TestFolder()
    cache = RenderingCache(folder: folder.file("cache"))
  }

  private func loader(hasServer: Bool = false) -> PictureLoader {
    let answers = answers
    return PictureLoader(
      assets: folder.assets, cache: cache, decoder: .failure(ImageFailure(.decoderIsMissing)),
      setting: PictureSetting(), now: { Instant(milliseconds: 0) }, hasServer: { hasServer },
      answer: { answers.add($1) })
  }

  private func request(_ content: String? = nil, image: String? = "i") -> PictureRequest {
    PictureRequest(
      source: .asset(content ?? digest), box: Size(rows: 4, columns: 8), image: image.map { RecordName($0) })
  }

  private func picture() -> LoadedPicture {
    LoadedPicture(
      rendered: RenderedPicture(
        cells: PictureCells(size: Size(rows: 4, columns: 8), cells: []), pixels: nil, width: 8, height: 4),
      facts: PictureFacts(bytes: 1, fileExtension: "png"))
  }

  private func key(_ request: PictureRequest) -> RenderingKey {
    RenderingKey(content: digest, box: request.box, view: request.view, setting: PictureSetting())
  }

  @Test func whatIsInMemoryIsAnsweredAtOnce() throws {
    cache.keep(picture(), key(request()))
    loader().load(request())
    #expect(answers.count == 1)
  }

  /// Renderings stay when the original has gone.
  @Test func whatIsInAFileIsShownWithoutTheOriginal() throws {
    RenderingCache(folder: folder.file("cache")).keep(picture(), key(request()))
    loader().load(request())
    guard case .loaded(let loaded) = try answers.next() else { throw ImageFailure(.isUnknown) }
    #expect(loaded == picture())
  }

  @Test func aMissingFileIsAFailureWithoutAServer() throws {
    loader().load(request())
    guard case .failed(let failure, canRetry: true) = try answers.nextOutcome() else { throw ImageFailure(.isUnknown) }
    #expect(failure.sentence.contains("missing on this computer"))
  }

  @Test func whatIsOnTheServerIsFollowed() throws {
    let loader = loader(hasServer: true)
    loader.load(request())
    #expect(try answers.nextOutcome() == .elsewhere(bytes: nil))
    func tell(_ state: PictureFetch.State, _ name: String = "i") {
      loader.take([PictureFetch(recordName: RecordName(name), title: "", state: state)])
    }
    tell(.waiting)
    #expect(try answers.nextOutcome() == .fetching(done: 0, of: nil))
    tell(.waiting)
    tell(.fetching(SyncTransfer(done: 5, total: 10)), "another")
    tell(.fetching(SyncTransfer(done: 5, total: 10)))
    #expect(try answers.nextOutcome() == .fetching(done: 5, of: 10))
    tell(.failed("The network is gone."))
    #expect(try answers.nextOutcome() == .failed(Failure("The network is gone."), canRetry: true))
    #expect(answers.count == 4)
    // It came: it is rendered, as far as that can be done here.
    cache.keep(picture(), key(request()))
    tell(.present)
    guard case .loaded = try answers.next() else { throw ImageFailure(.isUnknown) }
    tell(.missing)
    #expect(answers.count == 5)
  }

  @Test func whatNobodyLooksAtIsNotFollowed() throws {
    let loader = loader(hasServer: true)
    loader.load(request())
    #expect(try answers.nextOutcome() == .elsewhere(bytes: nil))
    loader.drop(keeping: [])
    loader.take([PictureFetch(recordName: RecordName("i"), title: "", state: .waiting)])
    #expect(answers.count == 1)
  }

  @Test func aMissingDecoderIsSaid() throws {
    let path = try folder.write([0x89, 0x50], to: "a.png")
    loader().load(PictureRequest(source: .file(path), box: Size(rows: 4, columns: 8)))
    guard case .failed(let failure, canRetry: true) = try answers.nextOutcome() else { throw ImageFailure(.isUnknown) }
    #expect(failure.sentence.hasPrefix("a.png cannot be shown"))
    loader().load(PictureRequest(source: .file(path + "x"), box: Size(rows: 4, columns: 8)))
    guard case .failed(let gone, canRetry: false) = try answers.nextOutcome() else { throw ImageFailure(.isUnknown) }
    #expect(gone.sentence == "a.pngx is not there.")
  }

  @Test func pixelsAreWithTheTerminalBeforeTheScreenHears() {
    let box = PictureBox {}
    var withPixels = picture()
    withPixels.rendered.pixels = .sixel([1])
    withPixels.file = PictureFile(path: "/cache/a", count: 1)
    box.post(request(), .loaded(withPixels))
    box.post(request("b"), .loaded(picture()))
    var kept: [PictureKey] = []
    let messages = box.take { pixels, file, key, size in
      #expect(pixels == .sixel([1]) && file == withPixels.file && size == Size(rows: 4, columns: 8))
      kept.append(key)
      return true
    }
    #expect(kept == [request().key])
    let shown = messages.map { message in
      if case .pictureLoaded(_, .shown(let shown)) = message { shown.hasPixels } else { false }
    }
    #expect(shown == [true, false] && box.take { _, _, _, _ in true }.isEmpty)
  }
}

@Suite struct FolderListerTests {
  let folder: TestFolder
  private let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0]

  init() throws {
    folder = try TestFolder()
    for name in ["b.png", "A.jpg", ".hidden.png", "no-ending", "é.png"] { try folder.write(png, to: name) }
    try folder.write("words", to: "words.png")
    try folder.write("", to: "empty.png")
    for name in ["Zoo", "album"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("link.png"), withDestinationPath: folder.file("b.png"))
    try FileManager.default.createSymbolicLink(atPath: folder.file("dead.png"), withDestinationPath: "/nowhere")
    mkfifo(folder.file("pipe.png"), 0o600)
  }

  private var lister: FolderLister { FolderLister(home: folder.path) }

  @Test func picturesAreToldByTheirBytes() throws {
    let listing = try lister.list(folder.path, usual: [])
    #expect(
      listing.items.map(\.name)
        == ["album", "Zoo", ".hidden.png", "A.jpg", "b.png", "link.png", "no-ending", "é.png"])
    #expect(listing.items.map(\.isFolder) == [true, true, false, false, false, false, false, false])
    #expect(listing.items[3].bytes == 12)
  }

  /// Three pictures without an ending that says so: as many of them are found as files are opened.
  @Test(arguments: 0...3) func asManyFilesAreOpenedAsAreToBe(looks: Int) throws {
    for name in ["1", "2", "3"] { try folder.write(png, to: "album/\(name)") }
    let lister = FolderLister(home: folder.path, looks: looks)
    #expect(try lister.list(folder.file("album"), usual: []).items.count == looks)
  }

  @Test func pathsAreAbsolute() throws {
    for path in ["~", "", ".", "~/album/..", folder.path + "//album/./../"] {
      #expect(try lister.list(path, usual: []).path == folder.path)
    }
    #expect(try lister.list("/..", usual: []).path == "/")
  }

  @Test func itBeginsWhereItEndedLastTime() throws {
    #expect(try lister.list(nil, usual: ["/nowhere", folder.file("album")]).path == folder.file("album"))
    #expect(try lister.list(nil, usual: ["/nowhere"]).path == folder.path)
  }

  @Test func aFolderThatCannotBeReadIsSaid() {
    let failure = #expect(throws: CommandFailure.self) { try lister.list("/nowhere", usual: []) }
    #expect(failure?.sentence.contains("/nowhere cannot be read") == true)
    #expect(throws: CommandFailure.self) { try lister.list(folder.file("b.png"), usual: []) }
  }
}
