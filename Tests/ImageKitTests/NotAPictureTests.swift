import Foundation
import Synchronization
import Testing

@testable import ImageKit

final class Counter: Sendable {
  private let count = Mutex(0)
  var value: Int { count.withLock { $0 } }
  func add(_ number: Int) { count.withLock { $0 += number } }
}

@Suite struct NotAPictureTests {
  @Test(arguments: [
    ("https://example.org/canal.jpg\n", ImageFailure.Reason.holdsAddress),
    ("  http://example.org", .holdsAddress),
    ("<!DOCTYPE html><html><body>404</body></html>", .isWebPage),
    ("\u{FEFF}\n<html lang=\"en\">", .isWebPage),
    ("<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>", .isVectorGraphic),
    ("<svg onload=\"alert(1)\">", .isVectorGraphic),
    ("Dear diary, größe is all", .isText),
    ("BM is how this text begins, and it goes on for a while", .isText),
    ("GIF89 would be a picture with an a", .isText),
    ("%PDF-1.7 ...", .isDocument),
    ("PK\u{3}\u{4}.....", .isArchive),
    ("\0\0\0\u{18}ftypisom\0\0\u{2}\0isomiso2avc1mp41", .isVideo),
    ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}crx isom", .isCameraRaw),
    ("\u{1}\u{2}\u{3}\u{4}", .isUnknown),
    ("\u{1b}]0;title\u{7}", .isUnknown),
  ])
  func eachIsCalledWhatItIs(text: String, reason: ImageFailure.Reason) {
    #expect(throws: ImageFailure(reason)) { try ImageHeader(ImageData(Array(text.utf8))) }
  }

  @Test func textThatIsCutInsideACharacterIsText() {
    let bytes = Array(String(repeating: "ü", count: 600).utf8) + [0xC3]
    #expect(throws: ImageFailure(.isText)) { try ImageHeader(ImageData([0x20] + bytes)) }
  }

  @Test func everyReasonIsASentence() {
    let reasons: [ImageFailure.Reason] = [
      .notFound, .notAllowed, .isFolder, .isDevice, .isPipe, .isSocket, .isAddress, .isEmpty,
      .isTooLarge(bytes: 251_000_000), .cannotRead(errno: EIO), .isWebPage, .holdsAddress, .isVectorGraphic, .isText,
      .isVideo, .isDocument, .isArchive, .isCameraRaw, .isUnknown, .isCutOff,
      .hasTooManyPixels(width: 20_000, height: 20_000), .isBroken("it has no width or no height"),
      .needsTooMuchMemory, .needsTooMuchTime, .crashesDecoder(signal: SIGSEGV),
      .needsPackage(format: .heic, package: "heif-gdk-pixbuf"), .decoderIsMissing, .decoderDoesNotStart(errno: ENOENT),
      .decoderAnswersWrongly, .cannotWrite(errno: ENOSPC), .wasCancelled,
    ]
    let sentences = reasons.map { ImageFailure($0).sentence("canal.jpg") }
    #expect(Set(sentences).count == reasons.count)
    for sentence in sentences {
      #expect(sentence.hasPrefix("canal.jpg "))
      #expect(sentence.hasSuffix("."))
    }
    #expect(ImageFailure(.isCutOff).sentence("canal.jpg") == "canal.jpg has no end: it was cut off.")
    let large = ImageFailure(.hasTooManyPixels(width: 20_000, height: 20_000))
    #expect(large.sentence("a") == "a is 20,000 × 20,000 pixels large.")
    #expect(ImageFailure(.isTooLarge(bytes: 251_000_000)).sentence("a") == "a has 251 MB; a picture may have 250.")
  }
}

@Suite struct FileTests {
  @Test func whatIsNoFileIsRefusedWithoutReadingIt() throws {
    let folder = try Folder()
    let pipe = folder.path("pipe.jpg")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(throws: ImageFailure(.isPipe)) { try ImageFile(path: pipe) }
    #expect(throws: ImageFailure(.isFolder)) { try ImageFile(path: folder.path) }
    #expect(throws: ImageFailure(.isDevice)) { try ImageFile(path: "/dev/zero") }
    #expect(throws: ImageFailure(.isAddress)) { try ImageFile(path: "https://example.org/canal.jpg") }
    #expect(throws: ImageFailure(.notFound)) { try ImageFile(path: folder.path("nowhere.jpg")) }
    #expect(throws: ImageFailure(.isEmpty)) { try ImageFile(path: try folder.write("empty.jpg", [])) }
    let socket = folder.path("socket")
    try folder.listen(socket)
    #expect(throws: ImageFailure(.isSocket)) { try ImageFile(path: socket) }
  }

  /// A number that was closed may be another thread's by the second time.
  @Test func whatIsRefusedIsClosedOnce() throws {
    let folder = try Folder()
    let empty = try folder.write("empty.jpg", [])
    for path in [folder.path, empty, "/dev/zero"] {
      errno = 0
      #expect(throws: ImageFailure.self) { try ImageFile(path: path) }
      #expect(errno != EBADF)
    }
  }

  @Test func whatComesFromAPipeLiesInAFileWithoutANameThatNoChildGets() throws {
    let folder = try Folder()
    let source = open(try folder.write("source", Sample.all[4].bytes), O_RDONLY | O_CLOEXEC)
    let file = try ImageFile(reading: source, spool: folder.path)
    close(source)
    #expect(try file.read(at: 0, count: file.count) == Sample.all[4].bytes)
    #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["source"])
  }

  @Test func linksLeadToWhatTheyName() throws {
    let folder = try Folder()
    let picture = try folder.write("a.png", Sample.all[4].bytes)
    #expect(symlink(picture, folder.path("link.jpg")) == 0)
    #expect(symlink("/dev/zero", folder.path("zero.jpg")) == 0)
    #expect(symlink(folder.path("loop"), folder.path("loop")) == 0)
    #expect(try ImageHeader(ImageFile(path: folder.path("link.jpg"))).format == .png)
    #expect(throws: ImageFailure(.isDevice)) { try ImageFile(path: folder.path("zero.jpg")) }
    #expect(throws: ImageFailure(.cannotRead(errno: ELOOP))) { try ImageFile(path: folder.path("loop")) }
  }

  /// A file of the kernel's that can be written only, by root as well; root reads every file of its own.
  private static let unreadable = geteuid() == 0 ? "/proc/sys/vm/compact_memory" : nil

  @Test(
    .enabled(
      if: unreadable.map { access($0, F_OK) == 0 } ?? true, "root reads every file, and this kernel has no other"))
  func whatMayNotBeReadIsSaid() throws {
    let folder = try Folder()
    var path = try folder.write("locked.png", Sample.all[4].bytes)
    #expect(try ImageHeader(ImageFile(path: path)).format == .png)
    #expect(chmod(path, 0) == 0)
    if let unreadable = Self.unreadable {
      path = folder.path("kernel.png")
      #expect(symlink(unreadable, path) == 0)
    }
    #expect(throws: ImageFailure(.notAllowed)) { try ImageFile(path: path) }
  }

  @Test func aFileOverTheLimitIsRefusedUnread() throws {
    let folder = try Folder()
    let path = try folder.write("large.jpg", Sample.all[0].bytes)
    // Sparse: it takes no room.
    #expect(truncate(path, 250_000_001) == 0)
    #expect(throws: ImageFailure(.isTooLarge(bytes: 250_000_001))) { try ImageFile(path: path) }
  }
}

/// A folder for one test, removed with it.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/images-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: path) } catch { print("\(path) stays: \(error)") }
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func read(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

  /// Makes a socket in the file system.
  func listen(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { throw CocoaError(.fileWriteUnknown) }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    let bound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }
}
