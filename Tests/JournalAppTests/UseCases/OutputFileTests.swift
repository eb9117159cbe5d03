import Foundation
import Glibc
import JournalCore
import JournalFormats
import JournalStore
import Testing

@testable import JournalApp

/// What a path of an export may be beside a plain file.
@Suite struct OutputFileTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func write(_ text: String, to name: String, replaces: Bool = false) throws {
    let file = try OutputFile(path: folder.file(name), replaces: replaces)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  private func refusal(_ name: String, replaces: Bool = true) -> String {
    do {
      try write("x", to: name, replaces: replaces)
      return "was written"
    } catch let error as CommandFailure { return error.sentence } catch { return "\(error)" }
  }

  /// A link stays, and what it leads to is replaced, over several links and into other folders.
  @Test func aLinkStaysAndItsTargetIsReplaced() throws {
    try FileManager.default.createDirectory(atPath: folder.file("deep"), withIntermediateDirectories: true)
    _ = try folder.write("before", to: "deep/real.txt")
    #expect(symlink("deep/next", folder.file("link")) == 0 && symlink("real.txt", folder.file("deep/next")) == 0)
    #expect(refusal("link", replaces: false).contains("is there already"))
    #expect(try folder.text("deep/real.txt") == "before")
    try write("after", to: "link", replaces: true)
    #expect(try folder.text("deep/real.txt") == "after")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "deep/next")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("deep")).sorted() == ["next", "real.txt"])
  }

  @Test func aLinkToNothingMakesItsTarget() throws {
    #expect(symlink("new.txt", folder.file("link")) == 0)
    try write("here", to: "link")
    #expect(try folder.text("new.txt") == "here" && folder.names.sorted() == ["link", "new.txt"])
    #expect(symlink("ring", folder.file("ring")) == 0)
    #expect(refusal("ring").contains("cannot be written"))
  }

  /// Nothing of a FIFO can be replaced: it gets the bytes, with or without --force.
  @Test func aFIFOGetsTheBytes() throws {
    for replaces in [false, true] {
      let path = folder.file("pipe\(replaces)")
      #expect(mkfifo(path, 0o600) == 0)
      // Opened for both, so that neither side waits.
      let reader = open(path, O_RDWR | O_CLOEXEC)
      #expect(reader >= 0)
      defer { close(reader) }
      try write("through", to: "pipe\(replaces)", replaces: replaces)
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = read(reader, &bytes, bytes.count)
      #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
    #expect(try folder.names.sorted() == ["pipefalse", "pipetrue"])
  }

  @Test func devicesTakeTheBytes() throws {
    for path in ["/dev/null", "/dev/fd/\(open("/dev/null", O_WRONLY))"] {
      let file = try OutputFile(path: path, replaces: false)
      #expect(file.target == nil && !file.isTerminal)
      try file.write(Array("x".utf8))
      try file.finish()
    }
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    #expect(try ExportTarget(path: "/dev/stdout", kind: .jrnl, home: "/", replaces: false) == .standardOutput)
  }

  @Test func aJournalIsNeverReplacedByWhatIsWrittenOutOfOne() throws {
    _ = try folder.write("journal", to: "journal.sqlite")
    #expect(symlink("journal.sqlite", folder.file("link")) == 0)
    for name in ["journal.sqlite", "link"] {
      let failure = #expect(throws: CommandFailure.self) {
        try ExportSink(try ExportTarget(path: folder.file(name), kind: .jrnl, home: "/", replaces: true))
      }
      #expect(failure?.sentence.contains("belongs to a journal") == true)
    }
    #expect(try folder.text("journal.sqlite") == "journal")
  }

  @Test func whatIsPrivateGoesToAFileAlone() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/null", "/dev/fd/1"] {
      let failure = #expect(throws: CommandFailure.self) {
        try OutputFile(path: path, replaces: false, isPrivate: true)
      }
      #expect(failure?.sentence.contains("is no file") == true)
    }
    // A descriptor of this program's own, as its journal has.
    let own = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(own) }
    let failure = #expect(throws: CommandFailure.self) { try OutputFile(path: "/dev/fd/\(own)", replaces: false) }
    #expect(failure?.sentence.contains("was not opened by the shell") == true)
  }

  @Test func foldersAndSocketsAreRefused() throws {
    #expect(refusal("").contains("is a folder"))
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let path = folder.file("s")
    try #require(path.utf8.count < 100)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(bound == 0)
    #expect(refusal("s").contains("is a socket"))
  }
}

/// Pictures whose bytes cannot be exported are told apart by why that is.
@Suite struct PictureGapTests {
  @Test(arguments: [ExportKind.archive, .html, .dayOne, .markdown])
  func missingDamagedAndUnreadableAreToldApart(_ kind: ExportKind) throws {
    let journal = try TestJournal()
    let folder = try TestFolder()
    let entry = try journal.add("One")
    let names = ["sound", "gone", "hurt", "locked"]
    let assets = try names.map { try folder.assets.keep(Array($0.utf8)) }
    _ = try journal.context.attach(
      zip(assets, names).map { PreparedPicture(asset: $0, name: "\($1).jpg", sentence: $1) }, to: entry.id)
    for asset in assets.dropFirst() { try FileManager.default.removeItem(atPath: folder.file("images/\(asset)")) }
    _ = try folder.write("other bytes", to: "images/\(assets[2])")
    // A folder in its place cannot be read, by root either.
    try FileManager.default.createDirectory(
      atPath: folder.file("images/\(assets[3])"), withIntermediateDirectories: true)
    let path = kind == .markdown ? folder.file("out") + "/" : folder.file("out")
    let target = try ExportTarget(path: path, kind: kind, home: "/", replaces: false)
    let report = try journal.context.export(.everything, as: kind, to: target, assets: folder.assets)
    #expect(report.missing.map(\.caption) == ["gone.jpg"])
    let notes = report.notes
    #expect(
      notes.contains { $0.contains("is damaged: hurt.jpg (") && $0.contains(assets[2]) && $0.contains("--repair") },
      "\(notes)")
    #expect(notes.contains { $0.contains("cannot be read: locked.jpg (") && $0.contains(assets[3]) }, "\(notes)")
    #expect(notes.contains { $0.contains("not on this computer: gone.jpg.") }, "\(notes)")
  }
}
