import Foundation
import JournalCore
import TerminalKit
import Testing

@testable import JournalApp

@Suite struct RenderingCacheTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var cache: RenderingCache { RenderingCache(folder: folder.file("cache")) }

  private func picture(_ pixels: PicturePixels? = nil, columns: Int = 3) -> LoadedPicture {
    let cells = (0..<2 * columns).map { index in
      let color = Color.rgb(UInt8(truncatingIfNeeded: index), 7, 250)
      return Cell("▚", style: Style(color, on: index == 1 ? .standard : .ansi(UInt8(index % 200)), [.bold]))
    }
    var facts = PictureFacts(bytes: 1234, takenAt: nil, fileExtension: "jpg")
    facts.takenAt = CivilDateTime(instant: Instant(milliseconds: 1_714_745_550_000), offsetSeconds: 0)
    return LoadedPicture(
      rendered: RenderedPicture(
        cells: PictureCells(size: Size(rows: 2, columns: columns), cells: cells), pixels: pixels, width: 4000,
        height: 3000), facts: facts)
  }

  private func key(_ content: String = "a", rows: Int = 10) -> RenderingKey {
    RenderingKey(content: content, box: Size(rows: rows, columns: 20), view: .whole, setting: PictureSetting())
  }

  static let kinds: [PicturePixels?] = [
    nil, .kitty(zlib: [1, 2, 3], width: 10, height: 20), .sixel([0x1B, 0x50, 0x1B, 0x5C]), .iterm2([]),
  ]

  @Test(arguments: kinds) func whatIsKeptComesBack(pixels: PicturePixels?) throws {
    cache.keep(picture(pixels), key())
    var stored = try #require(cache.stored(key()))
    stored.file = nil
    #expect(stored == picture(pixels))
    #expect(cache.stored(key(rows: 11)) == nil && cache.stored(key("b")) == nil)
    #expect(try folder.mode("cache") == 0o700)
  }

  /// A terminal that is told of the file finds there what it would have been sent.
  @Test func pixelsOfKittyLieInTheFile() throws {
    let data = (0..<5000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let kept = cache.keep(picture(.kitty(zlib: data, width: 10, height: 20)), key())
    let file = try #require(kept.file)
    let bytes = try #require(FileManager.default.contents(atPath: file.path))
    #expect(bytes.prefix(file.count).elementsEqual(data))
    #expect(cache.stored(key()) == kept && file.count == data.count)
    #expect(cache.keep(picture(.sixel(data)), key("sixel")).file == nil)
    try FileManager.default.removeItem(atPath: file.path)
    #expect(cache.stored(key()) == nil)
  }

  @Test func whatWasUsedLastIsInMemory() {
    let cache = RenderingCache(folder: folder.file("cache"), memoryLimit: 4000)
    let cost = picture().cost
    #expect(cost < 1000)
    for index in 0..<100 { cache.keep(picture(), key("\(index)")) }
    #expect(cache.recent(key("99")) != nil && cache.recent(key("0")) == nil)
    #expect(cache.stored(key("0")) != nil)
  }

  /// Every single byte that is another makes it no rendering, and no crash.
  @Test func damagedFilesAreNoRenderings() throws {
    let bytes = RenderingCoding.encode(picture(.kitty(zlib: [9, 9, 9], width: 1, height: 1)))
    #expect(RenderingCoding.decode(bytes) != nil)
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x40
      #expect(RenderingCoding.decode(damaged) == nil, "byte \(index)")
      #expect(RenderingCoding.decode(Array(bytes[..<index])) == nil)
    }
    cache.keep(picture(), key())
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")).first)
    try folder.write("no rendering", to: "cache/\(name)")
    #expect(cache.stored(key()) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("cache")).isEmpty)
  }

  @Test func theFilesAreBounded() throws {
    let cache = RenderingCache(folder: folder.file("cache"), memoryLimit: 0, fileLimit: 100_000)
    let pixels = PicturePixels.iterm2([UInt8](repeating: 1, count: 9000))
    for index in 0..<40 { cache.keep(picture(pixels), key("\(index)")) }
    let total = FolderFiles.regular(in: folder.file("cache")).reduce(0) { $0 + $1.bytes }
    #expect(total <= 100_000 && total >= 60_000)
    // One that would push everything else out is not kept.
    cache.keep(picture(.iterm2([UInt8](repeating: 1, count: 60_000))), key("large"))
    #expect(cache.stored(key("large")) == nil)
  }

  @Test func aFolderThatCannotBeWrittenIsNoFailure() throws {
    try folder.write("a file", to: "cache")
    let cache = cache
    cache.keep(picture(), key())
    #expect(cache.recent(key()) == picture() && cache.stored(key()) == nil)
  }
}
