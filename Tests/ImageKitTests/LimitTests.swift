import CSandbox
import Foundation
import TerminalKit
import Testing

@testable import ImageKit

/// What a decoder cannot do, and what becomes of the program that started it.
@Suite struct LimitTests {
  /// 100 megapixels of nothing in 13 kB, of which a decoder makes 300 MB.
  static let bomb: [UInt8] = {
    let rows = [UInt8](repeating: 0, count: 10_000 * 1251)
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + PNGSample.chunk("IHDR", big32(10_000) + big32(10_000) + [1, 0, 0, 0, 0])
      + PNGSample.chunk("IDAT", PNGSample.deflated(rows)) + PNGSample.chunk("IEND", [])
  }()

  private func render(_ bytes: [UInt8], _ change: (inout ImageDecoder) -> Void) throws -> RenderedPicture {
    let folder = try Folder()
    var decoder = try Decoder.built.get()
    change(&decoder)
    return try ImageRenderer(decoder: decoder).render(
      path: try folder.write("bomb.png", bytes), box: Size(rows: 4, columns: 8), abilities: .blocks, depth: .direct)
  }

  @Test func aBombThatNeedsTooMuchMemoryIsASentence() {
    #expect(throws: ImageFailure(.needsTooMuchMemory)) {
      try render(Self.bomb) { $0.memory = 250 << 20 }
    }
  }

  @Test func aBombThatNeedsTooMuchTimeIsASentence() {
    #expect(throws: ImageFailure(.needsTooMuchTime)) {
      try render(Self.bomb) { $0.seconds = 0 }
    }
  }

  /// A program in the decoder's place.
  private func impostor(_ script: String, in folder: Folder, seconds: Int = 20) throws -> ImageDecoder {
    // Written by another process: a file that a child of another test still holds open for writing does not start.
    let path = folder.path("impostor")
    let text = try folder.write("script", Array("#!/bin/sh\n\(script)\n".utf8))
    let copying = try Process.run(URL(fileURLWithPath: "/usr/bin/install"), arguments: ["-m", "700", text, path])
    copying.waitUntilExit()
    guard copying.terminationStatus == 0 else { throw CocoaError(.fileWriteNoPermission) }
    return ImageDecoder(program: path, seconds: seconds)
  }

  private func run(_ script: String) throws -> RenderedPicture {
    let folder = try Folder()
    let decoder = try impostor(script, in: folder)
    return try ImageRenderer(decoder: decoder).render(
      path: try folder.write("a.png", Sample.all[4].bytes), box: Size(rows: 4, columns: 8), abilities: .blocks,
      depth: .direct)
  }

  @Test func aDecoderThatHangsIsEnded() throws {
    let folder = try Folder()
    let decoder = try impostor("echo $$ >\(folder.path("pid")); exec sleep 1000", in: folder, seconds: 1)
    #expect(throws: ImageFailure(.needsTooMuchTime)) {
      try ImageRenderer(decoder: decoder).render(
        path: try folder.write("a.png", Sample.all[4].bytes), box: Size(rows: 4, columns: 8), abilities: .blocks,
        depth: .direct)
    }
    let process = try #require(Int32(String(decoding: try folder.read("pid").dropLast(), as: UTF8.self)))
    // Not even a zombie is left.
    #expect(kill(process, 0) == -1)
  }

  /// One that closes its end and goes on is ended too.
  @Test func aDecoderThatOnlyPretendsToBeDoneIsEnded() {
    #expect(throws: ImageFailure(.needsTooMuchMemory)) { try run("exec >&-; exec sleep 1000") }
  }

  @Test(arguments: [
    ("exit 0", ImageFailure.Reason.decoderAnswersWrongly), ("exit 3", .decoderAnswersWrongly),
    ("echo nonsense", .decoderAnswersWrongly), ("exec cat /dev/zero", .decoderAnswersWrongly),
    ("kill -SEGV $$", .crashesDecoder(signal: SIGSEGV)), ("kill -SYS $$", .crashesDecoder(signal: SIGSYS)),
    ("kill -ABRT $$", .needsTooMuchMemory), ("kill -XCPU $$", .needsTooMuchTime),
    (#"printf 's\377\377\377\377'"#, .decoderAnswersWrongly),
  ])
  func aDecoderThatAnswersWrongly(script: String, reason: ImageFailure.Reason) {
    #expect(throws: ImageFailure(reason)) { try run(script) }
  }

  /// Neither the environment nor a descriptor of the journal's reaches the decoder.
  @Test func theDecoderIsToldNothing() throws {
    let folder = try Folder()
    let decoder = try impostor("env >\(folder.path("env")); ls /proc/self/fd >\(folder.path("fds"))", in: folder)
    #expect(throws: ImageFailure(.decoderAnswersWrongly)) {
      try ImageRenderer(decoder: decoder).render(
        path: try folder.write("a.png", Sample.all[4].bytes), box: Size(rows: 4, columns: 8), abilities: .blocks,
        depth: .direct)
    }
    let environment = String(decoding: try folder.read("env"), as: UTF8.self)
    #expect(!environment.contains("HOME=") && !environment.contains("USER="))
  }

  @Test func aMissingDecoderIsASentence() throws {
    let folder = try Folder()
    #expect(throws: ImageFailure(.decoderIsMissing)) { try ImageDecoder.installed(in: folder.path) }
    #expect(throws: ImageFailure(.decoderIsMissing)) {
      try ImageRenderer(decoder: ImageDecoder(program: folder.path("none"))).render(
        path: try folder.write("a.png", Sample.all[4].bytes), box: Size(rows: 4, columns: 8), abilities: .blocks,
        depth: .direct)
    }
  }

  @Test func theDecoderIsFoundBesideTheProgramAndInLibexec() throws {
    let folder = try Folder()
    for place in ["bin", "libexec/cloudjournal"] {
      try FileManager.default.createDirectory(atPath: folder.path(place), withIntermediateDirectories: true)
    }
    let library = try folder.write("libexec/cloudjournal/cloudjournal-images", [])
    #expect(chmod(library, 0o700) == 0)
    let bin = folder.path("bin")
    #expect(try ImageDecoder.installed(in: bin).program == "\(bin)/../libexec/cloudjournal/cloudjournal-images")
    let beside = try folder.write("bin/cloudjournal-images", [])
    #expect(chmod(beside, 0o700) == 0)
    #expect(try ImageDecoder.installed(in: bin).program == "\(bin)/cloudjournal-images")
  }

  @Test func aCancelledTaskEndsItsDecoder() async throws {
    let folder = try Folder()
    let decoder = try impostor("exec sleep 1000", in: folder)
    let path = try folder.write("a.png", Sample.all[4].bytes)
    let task = Task.detached {
      try ImageRenderer(decoder: decoder).render(
        path: path, box: Size(rows: 4, columns: 8), abilities: .blocks, depth: .direct)
    }
    task.cancel()
    await #expect(throws: ImageFailure(.wasCancelled)) { try await task.value }
  }

  @Test func aCancellationEndsTheDecoderAtOnceAndIsNoFaultOfThePicture() async throws {
    let folder = try Folder()
    let begun = folder.path("begun")
    #expect(mkfifo(begun, 0o600) == 0)
    let decoder = try impostor("exec 3>\(begun); read word <\(begun)", in: folder)
    let path = try folder.write("a.png", Sample.all[4].bytes)
    let cancellation = ImageCancellation()
    let render = { @Sendable in
      let file = try ImageFile(path: path)
      _ = try ImageRenderer(decoder: decoder).render(
        file, try ImageHeader(file), box: Size(rows: 4, columns: 8), abilities: .blocks, depth: .direct,
        cancellation: cancellation)
    }
    let task = Task.detached { try render() }
    // Opened as soon as the decoder has.
    let channel = open(begun, O_RDONLY)
    cancellation.cancel()
    await #expect(throws: ImageFailure(.wasCancelled)) { try await task.value }
    close(channel)
    #expect(throws: ImageFailure(.wasCancelled)) { try render() }
  }

  // MARK: The sandbox itself

  @Test func noFileIsOpenedInTheSandbox() async {
    await #expect(processExitsWith: .exitCode(42)) {
      let before = open("/etc/passwd", O_RDONLY)
      let closed = csandbox_close()
      let after = open("/etc/passwd", O_RDONLY)
      exit(before >= 0 && closed == 0 && after < 0 && errno == EPERM ? 42 : 1)
    }
  }

  @Test func aNetworkIsTheEnd() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      _ = csandbox_close()
      _ = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    }
  }

  @Test func anotherProgramIsTheEnd() async {
    await #expect(processExitsWith: .signal(SIGSYS)) {
      _ = csandbox_close()
      _ = execv("/bin/true", [nil])
    }
  }

  @Test func memoryNeverBecomesCode() async {
    await #expect(processExitsWith: .exitCode(42)) {
      _ = csandbox_close()
      let code = mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let data = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      exit(code == MAP_FAILED && data != MAP_FAILED && mprotect(data, 4096, PROT_EXEC) != 0 ? 42 : 1)
    }
  }

  /// The decoder itself, with a file in the place of its channel.
  @Test func aFileIsNotWrittenEvenIfItIsOpen() throws {
    let folder = try Folder()
    let bytes = Sample.all[4].bytes
    let request = ImageRequest(try ImageHeader(ImageData(bytes)), .convert(ImageRequest.Convert()))
    let decoder = Process()
    decoder.executableURL = URL(fileURLWithPath: try Decoder.built.get().program)
    decoder.arguments = [String(700 << 20), "5"] + request.arguments
    decoder.standardInput = try FileHandle(
      forReadingFrom: URL(fileURLWithPath: try folder.write("a.png", bytes)))
    decoder.standardOutput = try FileHandle(
      forWritingTo: URL(fileURLWithPath: try folder.write("answer", [])))
    try decoder.run()
    decoder.waitUntilExit()
    // Ended by SIGXFSZ; where whoever started the tests has that ignored, the decoder says that it could not write.
    #expect(decoder.terminationStatus == (decoder.terminationReason == .uncaughtSignal ? SIGXFSZ : 4))
    #expect(try folder.read("answer").isEmpty)
  }
}
