import Dispatch
import Foundation
import JournalCore
import JournalUI
import Synchronization
import TerminalKit
import Testing

@testable import ImageKit
@testable import JournalApp

/// Renderings that nobody waits for any more: their decoders are ended, and no others.
@Suite struct DroppedPictureTests {
  /// A decoder that tells when it has begun and answers when it is let, one at a time of each height.
  private final class Decoder {
    private let folder: TestFolder
    let decoder: ImageDecoder

    init(_ folder: TestFolder) throws {
      self.folder = folder
      // The tenth of its arguments is the height of the box.
      let script = """
        #!/bin/sh
        exec 3>\(folder.file("begun-"))${10}
        echo $$ >&3
        read word <\(folder.file("go-"))${10}
        exec cat \(folder.file("answer-"))${10}
        """
      let (text, path) = (try folder.write(script, to: "script"), folder.file("decoder"))
      // Written by another process: a file that a child of another test still holds open for writing does not start.
      let copying = try Process.run(URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "700", text, path])
      copying.waitUntilExit()
      decoder = ImageDecoder(program: path, seconds: 60)
    }

    /// Makes ready for boxes of this height.
    func prepare(_ rows: Int) throws -> Child {
      func part(_ name: UInt8, _ numbers: [UInt32]) -> [UInt8] {
        [name] + ImageAnswer.number(UInt32(numbers.count * 4)) + numbers.flatMap(ImageAnswer.number)
      }
      let cell = [UInt32(0x41), ImageAnswer.standardColor, ImageAnswer.standardColor]
      let answer = part(ImageAnswer.size, [8, 4]) + part(ImageAnswer.cells, [1, 1] + cell) + part(ImageAnswer.end, [])
      try folder.write(answer, to: "answer-\(rows)")
      return try Child(begun: folder.file("begun-\(rows)"), go: folder.file("go-\(rows)"))
    }
  }

  /// What a test knows of the decoders of one height.
  private final class Child {
    private let begun: String
    private let go: Int32
    private var reading: Int32 = -1

    init(begun: String, go: String) throws {
      self.begun = begun
      try #require(mkfifo(begun, 0o600) == 0 && mkfifo(go, 0o600) == 0)
      self.go = open(go, O_RDWR | O_CLOEXEC)
    }

    deinit {
      close(go)
      if reading >= 0 { close(reading) }
    }

    /// Waits for one to begin; its process.
    @discardableResult
    func hasBegun() throws -> pid_t {
      if reading >= 0 { close(reading) }
      reading = open(begun, O_RDONLY | O_CLOEXEC)
      var line = [UInt8](repeating: 0, count: 64)
      let count = read(reading, &line, line.count)
      let process = pid_t(String(decoding: line.prefix(max(0, count - 1)), as: UTF8.self))
      return try #require(process)
    }

    /// Waits until none is there any more; what others have said meanwhile.
    func isGone() -> Bool {
      var byte: UInt8 = 0
      return read(reading, &byte, 1) == 0
    }

    func answer() { _ = write(go, "\n", 1) }
  }

  private let folder: TestFolder
  private let decoder: Decoder
  private let loader: PictureLoader
  private let said: Said

  private final class Said: Sendable {
    private let requests = Mutex<[PictureRequest]>([])
    private let news = DispatchSemaphore(value: 0)

    func add(_ request: PictureRequest, _ answer: PictureLoading) {
      if case .loaded = answer { requests.withLock { $0.append(request) } }
      news.signal()
    }

    /// The requests that were answered with a picture, after so many answers more.
    func after(_ count: Int) throws -> [Int] {
      for _ in 0..<count { try #require(news.wait(timeout: .now() + 60) == .success, "no answer") }
      return requests.withLock { $0.map(\.box.rows) }
    }
  }

  init() throws {
    folder = try TestFolder()
    decoder = try Decoder(folder)
    let said = Said()
    self.said = said
    let header: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 4, 8, 2, 0, 0, 0, 0, 0, 0, 0]
    let png: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + "IHDR".utf8 + header
      + [0, 0, 0, 0] + "IDAT".utf8 + [0, 0, 0, 0, 0, 0, 0, 0] + "IEND".utf8 + [0, 0, 0, 0]
    try folder.write(png, to: "a.png")
    loader = PictureLoader(
      assets: folder.assets, cache: RenderingCache(folder: folder.file("cache")), decoder: .success(decoder.decoder),
      setting: PictureSetting(), now: { Instant(milliseconds: 0) }, hasServer: { false }, answer: { said.add($0, $1) })
  }

  private func request(_ rows: Int) -> PictureRequest {
    PictureRequest(source: .file(folder.file("a.png")), box: Size(rows: rows, columns: 8))
  }

  /// A rendering that is dropped ends; asked for again, another one begins, and only that one is heard of.
  private func dropAndAskAgain(meanwhile: () -> Void) throws {
    let child = try decoder.prepare(4)
    loader.load(request(4))
    let first = try child.hasBegun()
    meanwhile()
    loader.drop(keeping: [])
    #expect(child.isGone())
    loader.load(request(4))
    #expect(try child.hasBegun() != first)
    child.answer()
    #expect(try said.after(1) == [4])
  }

  @Test func whatNobodyWaitsForIsEndedAndRenderedAnewWhenItIsAskedForAgain() throws {
    try dropAndAskAgain {}
    #expect(try folder.names.contains("cache"))
  }

  @Test func whatIsStillWantedGoesOnAndIsNotBegunAgain() throws {
    let (left, kept, new) = (try decoder.prepare(4), try decoder.prepare(5), try decoder.prepare(6))
    loader.load(request(4))
    loader.load(request(5))
    try left.hasBegun()
    try kept.hasBegun()
    // Both places are taken: the new one begins only because the one that is left is ended.
    loader.drop(keeping: [request(5), request(6)])
    loader.load(request(6))
    loader.load(request(5))
    #expect(left.isGone())
    try new.hasBegun()
    kept.answer()
    #expect(try said.after(1) == [5])
    #expect(kept.isGone())
    new.answer()
    #expect(try said.after(1) == [5, 6])
    // A second one would have begun in the place of those that are done.
    let last = try decoder.prepare(7)
    loader.load(request(7))
    try last.hasBegun()
    last.answer()
    #expect(try said.after(1) == [5, 6, 7])
  }

  @Test func whatWaitsIsNotBegun() throws {
    let (one, two) = (try decoder.prepare(4), try decoder.prepare(5))
    loader.load(request(4))
    loader.load(request(5))
    // No decoder of these could begin: their answers are not there.
    for rows in 10..<20 { loader.load(request(rows)) }
    try one.hasBegun()
    try two.hasBegun()
    loader.drop(keeping: [request(4)])
    #expect(two.isGone())
    one.answer()
    #expect(try said.after(1) == [4])
  }

  /// What is rendered for another terminal is no answer.
  @Test func anotherSettingIsAnotherRendering() throws {
    try dropAndAskAgain { loader.change { $0.isDark = false } }
  }

  @Test func leavingTheScreenEndsAll() throws {
    let (one, two) = (try decoder.prepare(4), try decoder.prepare(5))
    loader.load(request(4))
    loader.load(request(5))
    try one.hasBegun()
    try two.hasBegun()
    loader.close()
    #expect(one.isGone() && two.isGone())
  }
}
