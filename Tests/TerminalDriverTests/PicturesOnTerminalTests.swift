import Foundation
import Glibc
import ScreenKit
import Testing

/// The driver in a pseudo terminal: what it asks, what it takes from the answers, and the bytes that it sends.
@Suite struct PicturesOnTerminalTests {
  private static let kitty =
    "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?2026;2$y\u{1B}[?62;c"
  private static let sixel = "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[6;19;9t\u{1B}[?63;1;2;4;6;22c"

  /// A terminal that has answered, with both pictures on it.
  private func screen(answering answers: String, way: String) throws -> Screen {
    let screen = try Screen([try BuiltProgram.path("terminal-probe")], isSilent: true)
    try screen.wait(until: "the first frame") { $0.text.contains("way blocks") }
    screen.type(answers)
    try screen.wait(until: "the terminal is known") { $0.text.contains("way \(way)") }
    return screen
  }

  private func pictures(_ screen: Screen, from index: Int = 0) -> [String] {
    screen.scanner.pictures[index...].filter { !$0.hasPrefix("_Gi=31,") }
  }

  private func press(_ key: String, _ screen: Screen, until line: String) throws {
    screen.type(key)
    try screen.wait(until: line) { $0.text.contains(line) }
  }

  @Test func theFirstFrameWaitsForNoAnswer() throws {
    let screen = try Screen([try BuiltProgram.path("terminal-probe")], isSilent: true)
    try screen.wait(until: "the first frame") { $0.text.contains("way blocks") && $0.text.contains("line 3") }
    try press("t", screen, until: "count 1")
    #expect(pictures(screen) == [])
    screen.type("q")
    #expect(try screen.waitForExit() == .success)
  }

  @Test(arguments: [(kitty, "kitty"), (sixel, "sixel")])
  func answersInPiecesAreNoKeys(answers: String, way: String) throws {
    let screen = try Screen([try BuiltProgram.path("terminal-probe")], isSilent: true)
    try screen.wait(until: "the first frame") { $0.text.contains("way blocks") }
    for byte in answers.utf8 { screen.send([byte]) }
    try screen.wait(until: "the terminal is known") { $0.text.contains("way \(way)") }
    // What was answered long ago and comes only now.
    screen.type(answers)
    try press("t", screen, until: "count 1 keys [t]")
  }

  @Test func kittyGetsPixelsOnce() throws {
    let screen = try screen(answering: Self.kitty, way: "kitty")
    try screen.wait(until: "both pictures") { pictures($0).count == 4 }
    let first = pictures(screen)
    #expect(first[0].hasPrefix("_Ga=t,t=d,f=32,o=z,s=100,v=60,i="))
    #expect(first[1].hasPrefix("_Ga=p,i=") && first[1].hasSuffix("p=1,c=10,r=3,C=1,q=2"))
    try press("t", screen, until: "count 1")
    #expect(pictures(screen).count == 4)
    try press("j", screen, until: "line 23")
    try screen.wait(until: "both have moved") { pictures($0).count == 6 }
    #expect(pictures(screen, from: screen.scanner.pictures.count - 2).allSatisfy { $0.hasPrefix("_Ga=p,") })
    try press("d", screen, until: "keys [tjd]")
    try screen.wait(until: "one is gone") { pictures($0).count == 7 }
    #expect(pictures(screen).last?.hasPrefix("_Ga=d,d=i,i=") == true)
  }

  /// A terminal that has been asked with a file in a folder, and has not answered yet.
  private func askedWithAFile() throws -> (Screen, folder: String) {
    let sandbox = try Sandbox()
    let folder = sandbox.path("cache")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let screen = try Screen(
      [try BuiltProgram.path("terminal-probe"), "kitty", sandbox.path("keys"), folder], isSilent: true, sandbox: sandbox
    )
    try screen.wait(until: "the question") { pictures($0).contains { $0.hasPrefix("_Ga=q") } }
    return (screen, folder)
  }

  /// A terminal on the same computer: it is asked with a file, told of the files, and sent the pixels of one that it
  /// cannot read.
  @Test func kittyIsToldOfFilesAndSentWhatItCannotRead() throws {
    let (screen, folder) = try askedWithAFile()
    let question = try #require(pictures(screen).first { $0.hasPrefix("_Ga=q") })
    #expect(question.contains("i=32,t=f,S=12;"))
    let probe = try path(question)
    #expect(probe.hasPrefix(folder + "/") && FileManager.default.contents(atPath: probe)?.count == 20)
    try screen.wait(until: "both pictures are sent") { pictures($0).count { $0.hasPrefix("_Ga=t,t=d") } == 2 }
    screen.type("\u{1B}_Gi=32;OK\u{1B}\\\u{1B}[?62;c")
    try press("t", screen, until: "count 1")
    #expect(!FileManager.default.fileExists(atPath: probe))
    screen.type("r")
    // Its place follows each name, perhaps in the next piece that is read.
    try screen.wait(until: "both files are named and placed") {
      pictures($0).count { $0.contains(",t=f,S=20;") } == 2 && pictures($0).last?.hasPrefix("_Ga=p,") == true
    }
    let named = pictures(screen).filter { $0.contains("S=20;") }
    #expect(try Set(named.map(path)) == [folder + "/a", folder + "/b"])
    let id = try #require(named[0].firstMatch(of: #/i=(\d+),/#)).output.1
    let sent = pictures(screen).count
    screen.type("\u{1B}_Gi=\(id);ENOENT:no such file\u{1B}\\\u{1B}[?62;c\u{1B}[?62;c")
    try screen.wait(until: "it is sent") { pictures($0, from: sent).last?.hasPrefix("_Ga=p,") == true }
    #expect(pictures(screen, from: sent).map { String($0.prefix(7)) } == ["_Ga=d,d", "_Ga=t,t", "_Ga=p,i"])
    screen.type("q")
    #expect(try screen.waitForExit() == .success)
  }

  private func path(_ command: String) throws -> String {
    let payload = try #require(command.split(separator: ";").last)
    return String(decoding: try #require(Data(base64Encoded: String(payload))), as: UTF8.self)
  }

  @Test func aQuestionThatNobodyAnsweredLeavesNoFile() throws {
    let (screen, folder) = try askedWithAFile()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
    screen.type("q")
    #expect(try screen.waitForExit() == .success)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func nothingOfKittysIsLeft() throws {
    let screen = try screen(answering: Self.kitty, way: "kitty")
    try screen.wait(until: "both pictures") { pictures($0).count == 4 }
    screen.type("q")
    try screen.waitForExit()
    #expect(pictures(screen).suffix(2).allSatisfy { $0.hasPrefix("_Ga=d,d=I,i=") })
    #expect(screen.scanner.leakedModes == [])
  }

  @Test(arguments: ["c", "kill"])
  func aCrashRemovesPicturesToo(way: String) throws {
    let screen = try screen(answering: Self.kitty, way: "kitty")
    try screen.wait(until: "both pictures") { pictures($0).count == 4 }
    if way == "kill" {
      let children = try String(contentsOfFile: "/proc/\(screen.pid)/task/\(screen.pid)/children", encoding: .utf8)
      let child = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
      kill(child, SIGKILL)
    } else {
      screen.type("c")
    }
    try screen.waitForExit()
    #expect(pictures(screen).last == "_Ga=d,d=A,q=2")
    #expect(screen.scanner.leakedModes == [])
  }

  @Test func anotherProgramGetsACleanTerminalAndThePicturesComeBack() throws {
    let screen = try screen(answering: Self.kitty, way: "kitty")
    try screen.wait(until: "both pictures") { pictures($0).count == 4 }
    screen.type("e")
    try screen.wait(until: "both pictures again") { pictures($0).count == 10 }
    #expect(pictures(screen)[4...5].allSatisfy { $0.hasPrefix("_Ga=d,d=I,") })
    #expect(pictures(screen)[6].hasPrefix("_Ga=t,"))
  }

  @Test func sixelsStayWhileTextBesideThemChanges() throws {
    let screen = try screen(answering: Self.sixel, way: "sixel")
    try screen.wait(until: "both pictures") { pictures($0).count == 2 }
    #expect(screen.scanner.pictures.last?.hasPrefix("Pq\"1;1;100;60#b~") == true)
    try press("t", screen, until: "count 1")
    #expect(pictures(screen).count == 2)
    try press("j", screen, until: "line 23")
    try screen.wait(until: "both have moved") { pictures($0).count == 4 }
    try press("d", screen, until: "keys [tjd]")
    // The other one stays as it is.
    try press("t", screen, until: "count 2")
    #expect(pictures(screen).count == 4)
    try press("r", screen, until: "keys [tjdtr]")
    try screen.wait(until: "a redraw paints again") { pictures($0).count == 5 }
    screen.resize(rows: 20, columns: 70)
    try screen.wait(until: "another size paints again") { pictures($0).count >= 6 && $0.text.contains("line 18") }
    screen.type("q")
    try screen.waitForExit()
    #expect(screen.scanner.leakedModes == [])
  }

  /// Half a megabyte into a terminal that reads nothing: keys are taken all the same.
  @Test func aLargePictureHoldsNoKeysUp() throws {
    let sandbox = try Sandbox()
    let log = sandbox.path("keys")
    let screen = try Screen([try BuiltProgram.path("terminal-probe"), "sixel", log], isSilent: true, sandbox: sandbox)
    try screen.wait(until: "both pictures") { pictures($0).count == 2 }
    screen.type("b")
    try wait(for: "b", in: log)
    screen.type("tttt")
    try wait(for: "btttt", in: log)
    try screen.wait(until: "all of it is shown") { pictures($0).count == 3 && $0.text.contains("count 4") }
    // A frame that wants it no more does not wait for the rest of it.
    screen.type("jbb")
    try screen.wait(until: "it is back") { $0.text.contains("keys [bttttjbb]") }
  }

  /// Waits for a file without reading what the program draws.
  private func wait(for text: String, in path: String) throws {
    let end = ContinuousClock.now + Screen.patience
    while ContinuousClock.now < end {
      if FileManager.default.contents(atPath: path) == Data(text.utf8) { return }
      sched_yield()
    }
    throw Unread(text: text)
  }

  private struct Unread: Error { let text: String }

  @Test func tmuxIsNotAskedAndGetsBlocks() throws {
    let screen = try Screen(
      [try BuiltProgram.path("terminal-probe")], environment: ["TERM": "tmux-256color", "TMUX": "/tmp/x,1,0"])
    try press("t", screen, until: "count 1")
    #expect(screen.scanner.pictures == [])
    #expect(screen.text.contains("way blocks"))
  }
}
