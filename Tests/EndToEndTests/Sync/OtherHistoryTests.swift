import Foundation
import ScreenKit
import Testing

/// A server whose data folder went back without `restore`, or was copied and goes on twice: devices stop and ask, nothing
/// is removed, nothing counts as safe that is not there.
@Suite struct OtherHistoryTests {
  let server: TestServer
  let laptop: TestJournal
  let desktop: TestJournal
  private let copy: String

  init() throws {
    server = try TestServer()
    laptop = try TestJournal()
    desktop = try TestJournal()
    copy = server.sandbox.path("copy")
    try laptop.output("from the beginning")
    try laptop.signIn(to: server)
    try desktop.signIn(to: server)
    try laptop.sync()
    try desktop.sync()
  }

  // MARK: What is done to the server

  /// Stops the server, copies its folder, and starts it again: what a snapshot or a file-by-file backup does.
  private func copyFolder() throws {
    _ = try server.stop()
    try FileManager.default.copyItem(atPath: server.folder, toPath: copy)
    try server.restart()
  }

  private func putBack() throws {
    _ = try server.stop()
    try FileManager.default.removeItem(atPath: server.folder)
    try FileManager.default.copyItem(atPath: copy, toPath: server.folder)
    try server.restart()
  }

  /// Changes places with the copy: the other of the two goes on at this address.
  private func swapFolders() throws {
    _ = try server.stop()
    let aside = server.sandbox.path("aside")
    try FileManager.default.moveItem(atPath: server.folder, toPath: aside)
    try FileManager.default.moveItem(atPath: copy, toPath: server.folder)
    try FileManager.default.moveItem(atPath: aside, toPath: copy)
    try server.restart()
  }

  // MARK: What has to hold

  /// The journal stops and asks; nothing goes to the trash, nothing counts as safe.
  private func expectAsked(_ journal: TestJournal, _ place: SourceLocation = #_sourceLocation) throws {
    let count = try journal.entries().count
    for _ in 0..<2 {
      let outcome = try journal.run("sync", "--once")
      #expect(outcome.status == .code(3), "\(outcome)", sourceLocation: place)
      let status = try journal.run("status")
      #expect(status.status == .code(1), sourceLocation: place)
      #expect(status.output.contains("in doubt on the server: a question waits"), "\(status)", sourceLocation: place)
      #expect(status.output.contains("It has another history"), "\(status)", sourceLocation: place)
    }
    let erasing = try journal.run("account", "erase", "--here", input: "no\n")
    #expect(erasing.errors.contains("may be the only copy"), "\(erasing)", sourceLocation: place)
    #expect(try journal.output("trash", "list").isEmpty, sourceLocation: place)
    #expect(try journal.entries().count == count, sourceLocation: place)
  }

  /// Sending everything again makes all devices equal, a fresh one among them.
  private func expectUploadingAgainMakesAllEqual(
    _ titles: [String], _ place: SourceLocation = #_sourceLocation
  ) throws {
    for journal in [desktop, laptop] {
      guard try journal.run("sync", "--once").status == .code(3) else { continue }
      try journal.output("sync", "--answer", "upload-again")
    }
    let fresh = try TestJournal()
    try fresh.signIn(to: server)
    for journal in [desktop, laptop, desktop, fresh] { try journal.sync() }
    #expect(try desktop.entries().map(\.title).sorted() == titles.sorted(), sourceLocation: place)
    #expect(try laptop.entries().inOrder == desktop.entries().inOrder, sourceLocation: place)
    #expect(try fresh.entries().inOrder == desktop.entries().inOrder, sourceLocation: place)
    for journal in [laptop, desktop, fresh] {
      #expect(try journal.run("status").status == .success, sourceLocation: place)
      #expect(try journal.output("trash", "list").isEmpty, sourceLocation: place)
    }
  }

  /// The desktop's token is from before its own push, or from after it.
  @Test(arguments: [1, 2]) func aFolderThatWasPutBackIsNoticed(syncs: Int) throws {
    try copyFolder()
    try desktop.output("--", "acknowledged")
    for _ in 0..<syncs { try desktop.sync() }
    try putBack()
    try expectAsked(desktop)
    try expectUploadingAgainMakesAllEqual(["from the beginning", "acknowledged"])
  }

  /// Numbers alone do not tell, where others have written as much as was lost, or more.
  @Test(arguments: [1, 3]) func alsoWhereOthersWroteAsMuchMeanwhile(count: Int) throws {
    try copyFolder()
    try desktop.output("--", "acknowledged")
    try desktop.sync()
    try putBack()
    let others = (0..<count).map { "from the laptop \($0)" }
    for title in others {
      try laptop.output("--", title)
      try laptop.sync()
    }
    try desktop.output("not sent yet")
    try expectAsked(desktop)
    // Nothing of this device came into the other history before it was asked.
    try laptop.sync()
    #expect(try !laptop.entries().map(\.title).contains("not sent yet"))
    try expectUploadingAgainMakesAllEqual(["from the beginning", "acknowledged", "not sent yet"] + others)
  }

  /// Two servers behind one address, of one folder: each device has written to another of them.
  @Test func aFolderThatWasCopiedAndGoesOnTwiceIsNoticed() throws {
    try copyFolder()
    try desktop.output("on the first")
    try desktop.sync()
    try swapFolders()
    try laptop.output("on the second")
    try laptop.output("on the second, too")
    try laptop.sync()
    try expectAsked(desktop)
    try swapFolders()
    try expectAsked(laptop)
    try desktop.sync()
    try expectUploadingAgainMakesAllEqual(["from the beginning", "on the first", "on the second", "on the second, too"])
  }

  /// Another program's client holds a tag with a number that was given twice.
  @Test func aTagOfTheLostLifeIsAConflict() throws {
    let client = try ForeignClient(server)
    try client.create("note", "first")
    try copyFolder()
    let tag = try client.tag(of: "note")
    let lost = try client.update("note", "written and lost", tag: tag)
    try putBack()
    let again = try ForeignClient(server)
    let kept = try again.update("note", "written since", tag: try again.tag(of: "note"))
    #expect(lost.tag != nil && kept.tag != nil && lost.tag != kept.tag)
    let late = try again.update("note", "over what was never seen", tag: lost.tag)
    #expect(late.code == "CONFLICT")
  }

  /// A start is no other history, and neither is a kill.
  @Test func aServerThatOnlyStartsAnewIsTheSame() throws {
    for number in 0..<2 {
      try desktop.output("before \(number)")
      try desktop.sync()
      if number == 0 { _ = try server.stop() } else { try server.crash() }
      try server.restart()
      try desktop.sync()
      try laptop.sync()
    }
    #expect(try laptop.entries().count == 3)
  }
}

/// Another program's client: a few lines of Python.
private struct ForeignClient {
  private static let script = """
    import sys, urllib.request
    body = sys.argv[2].encode() if len(sys.argv) > 2 else None
    print(urllib.request.urlopen(urllib.request.Request(sys.argv[1], body)).read().decode())
    """

  private let server: TestServer
  private let query: String

  init(_ server: TestServer) throws {
    self.server = server
    let token = try #require(try server.run("session", "add", "ada").split(separator: "\n").last)
    let about = try Self.post("\(server.url)/.well-known/cloudjournal", nil, server)
    query = "?ckAPIToken=\(try #require(about["apiToken"] as? String))&ckWebAuthToken=\(token)"
  }

  private static func post(_ url: String, _ body: String?, _ server: TestServer) throws -> [String: Any] {
    let outcome = try Program.run(
      ["python3", "-c", script, url] + (body.map { [$0] } ?? []), environment: server.sandbox.environment)
    let object = try JSONSerialization.jsonObject(with: Data(outcome.outputBytes))
    return try #require(object as? [String: Any], "\(outcome)")
  }

  private func ask(_ operation: String, _ body: String) throws -> [String: Any] {
    let answer = try Self.post(
      "\(server.url)/database/1/iCloud.org.cloudjournal/production/private/\(operation)\(query)", body, server)
    return try #require((answer["records"] as? [[String: Any]])?.first, "\(answer)")
  }

  func create(_ name: String, _ text: String) throws {
    _ = try ask(
      "records/modify",
      #"{"operations":[{"operationType":"create","record":{"recordName":"\#(name)","recordType":"Note","#
        + #""fields":{"text":{"value":"\#(text)"}}}}]}"#)
  }

  func tag(of name: String) throws -> String {
    let record = try ask("records/lookup", #"{"records":[{"recordName":"\#(name)"}]}"#)
    return try #require(record["recordChangeTag"] as? String)
  }

  func update(_ name: String, _ text: String, tag: String?) throws -> (tag: String?, code: String?) {
    let record = try ask(
      "records/modify",
      #"{"operations":[{"operationType":"update","record":{"recordName":"\#(name)","recordType":"Note","#
        + #""recordChangeTag":"\#(tag ?? "")","fields":{"text":{"value":"\#(text)"}}}}]}"#)
    return (record["recordChangeTag"] as? String, record["serverErrorCode"] as? String)
  }
}
