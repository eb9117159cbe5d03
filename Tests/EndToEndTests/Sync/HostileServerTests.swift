import Foundation
import ScreenKit
import Synchronization
import Testing

/// Servers that fail for ever: a command ends and says why, and a program that goes on asks less and less.
@Suite struct HostileServerTests {
  let server: TestServer
  let proxy: HostileProxy
  let journal: TestJournal

  init() throws {
    server = try TestServer()
    proxy = try HostileProxy(to: server.port)
    journal = try TestJournal()
    try journal.signIn(to: server, at: proxy.url)
  }

  /// How a server is bad; all else of it works.
  enum Hostility: String, CaseIterable {
    case modifyFails, modifyConflicts, recordsThrottled, recordsAtomicErrors, recordsUnknownCodes
    case emptyPagesAtTheSamePlace, emptyPagesAtNewPlaces

    /// The operation that comes to nothing.
    var operation: String {
      self == .emptyPagesAtTheSamePlace || self == .emptyPagesAtNewPlaces ? "changes/zone" : "records/modify"
    }

    func answer(to request: HostileProxy.Request) -> HostileProxy.Answer? {
      guard request.operation == operation else { return nil }
      switch self {
      case .modifyFails: return .json(#"{"serverErrorCode":"INTERNAL_ERROR","reason":"planted"}"#, status: 500)
      case .modifyConflicts: return .json(#"{"serverErrorCode":"CONFLICT","reason":"planted"}"#, status: 409)
      case .recordsThrottled: return items("THROTTLED", request)
      case .recordsAtomicErrors: return items("ATOMIC_ERROR", request)
      case .recordsUnknownCodes: return items("NOT_IN_ANY_TABLE", request)
      case .emptyPagesAtTheSamePlace: return page("AAAA")
      case .emptyPagesAtNewPlaces: return page(Data(UUID().uuidString.utf8).base64EncodedString())
      }
    }

    private func page(_ token: String) -> HostileProxy.Answer {
      .json(
        #"{"zones":[{"zoneID":{"zoneName":"JournalZone"},"records":[],"syncToken":"\#(token)","moreComing":true}]}"#)
    }

    /// Every operation of a request refused with one code, inside a good answer.
    private func items(_ code: String, _ request: HostileProxy.Request) -> HostileProxy.Answer {
      let count = String(decoding: request.body, as: UTF8.self).components(separatedBy: #""operationType""#).count - 1
      let item = #"{"serverErrorCode":"\#(code)","reason":"planted"}"#
      return .json(#"{"records":[\#(Array(repeating: item, count: count).joined(separator: ","))]}"#)
    }
  }

  @Test(arguments: Hostility.allCases)
  func aCommandEndsAndSaysWhy(_ hostility: Hostility) throws {
    try journal.output("new", "--title", "Morning run", "--body", "words")
    proxy.forgetTimes()
    proxy.answer { hostility.answer(to: $0) }
    let outcome = try journal.start(["sync", "--once"]).finish(within: .seconds(180))
    #expect(outcome.status == .code(1), "\(outcome)")
    #expect(!outcome.errors.isEmpty, "\(outcome)")
    #expect(proxy.times(of: hostility.operation).count <= 10)
    #expect(proxy.times().count <= 40)
    // Nothing is lost, and once the server is mended everything is safe.
    proxy.answer { _ in nil }
    try journal.sync()
    #expect(try journal.entries().map(\.title) == ["Morning run"])
  }

  /// The addresses for pictures, and what takes their bytes.
  @Test(arguments: ["/assets/upload", "/assets/1/upload/"])
  func picturesThatCannotGoUpEndACommandToo(_ place: String) throws {
    let picture = try journal.sandbox.write("home/canal.jpg", PictureSamples.photograph)
    try journal.output("new", "--title", "Morning run", "--body", "words", "--image", picture)
    let count = Mutex(0)
    proxy.answer { request in
      guard request.path.contains(place) else { return nil }
      count.withLock { $0 += 1 }
      return .json(#"{"serverErrorCode":"INTERNAL_ERROR","reason":"planted"}"#, status: 500)
    }
    let outcome = try journal.start(["sync", "--once"]).finish(within: .seconds(180))
    #expect(outcome.status == .code(1) && !outcome.errors.isEmpty, "\(outcome)")
    #expect(count.withLock { $0 } <= 10)
    // The words did not wait for it.
    let other = try TestJournal()
    try other.signIn(to: server)
    try other.sync()
    #expect(try other.entries().map(\.title) == ["Morning run"])
    proxy.answer { _ in nil }
    try journal.sync()
    #expect(try other.output("sync", "--all-images").isEmpty)
    #expect(try other.output("images", "list", "last").contains("canal.jpg"))
  }

  /// What is asked for a picture's address, and its bytes.
  @Test(arguments: ["/records/lookup", "/assets/1/"])
  func picturesThatDoNotComeEndACommandToo(_ place: String) throws {
    let other = try TestJournal()
    let picture = try other.sandbox.write("home/canal.jpg", PictureSamples.photograph)
    try other.output("new", "--title", "Morning run", "--body", "words", "--image", picture)
    try other.signIn(to: server)
    try other.sync()
    let count = Mutex(0)
    proxy.answer { request in
      guard request.path.contains(place) else { return nil }
      count.withLock { $0 += 1 }
      return .json(#"{"serverErrorCode":"INTERNAL_ERROR","reason":"planted"}"#, status: 500)
    }
    let outcome = try journal.start(["sync", "--all-images"]).finish(within: .seconds(180))
    #expect(outcome.status == .code(1) && !outcome.errors.isEmpty, "\(outcome)")
    #expect(count.withLock { 1...10 ~= $0 }, "\(count.withLock { $0 })")
    #expect(try journal.entries().map(\.title) == ["Morning run"])
    proxy.answer { _ in nil }
    #expect(try journal.start(["sync", "--all-images"]).finish().status == .success)
  }

  /// Plays a bad server for as long as `CLOUDJOURNAL_HOSTILE_SECONDS` says, and prints how much was asked of it.
  @Test(arguments: Hostility.allCases)
  func aProgramThatGoesOnAsksLessAndLess(_ hostility: Hostility) throws {
    let environment = ProcessInfo.processInfo.environment
    guard let seconds = environment["CLOUDJOURNAL_HOSTILE_SECONDS"].flatMap({ Int($0) }) else { return }
    if let only = environment["CLOUDJOURNAL_HOSTILE_CLASS"], only != hostility.rawValue { return }
    try journal.output("new", "--title", "Morning run", "--body", "words")
    proxy.forgetTimes()
    proxy.answer { hostility.answer(to: $0) }
    let watch = try journal.start(["sync", "--watch"])
    #expect(!watch.hasEnded(within: .seconds(seconds)))
    let times = proxy.times(of: hostility.operation)
    let gaps = zip(times.dropFirst(), times).map { Double($0 - $1) / 1000 }
    print(
      "\(hostility.rawValue): \(proxy.times().count) requests in \(seconds) s, of them \(times.count) \(hostility.operation); "
        + "gaps \(gaps.map { String(format: "%.1f", $0) }.joined(separator: " ")) s")
    #expect(gaps.suffix(3).reduce(0, +) > 3 * gaps.prefix(3).reduce(0, +), "\(gaps)")
    // At most what five minutes as the longest wait and a doubling before it give.
    #expect(times.count <= 40 + seconds / 60)
    watch.signal(SIGTERM)
    _ = try watch.finish()
  }

  // MARK: A server that removes

  /// Signs another machine in, which has everything that is here.
  private func other() throws -> TestJournal {
    let other = try TestJournal()
    try other.signIn(to: server)
    try journal.sync()
    try other.sync()
    return other
  }

  private func removeForGood(_ titles: [String], on other: TestJournal) throws {
    for item in try other.entries() where titles.contains(item.title) { try other.output("rm", item.id, "--yes") }
    try other.output("trash", "empty", "--yes")
    try other.sync()
  }

  /// Who it is, and what is new; in a plain journal, what others share as well: a timer that runs every five minutes should
  /// cost no more.
  @Test func withNothingToDoTheServerIsAskedTwice() throws {
    try journal.output("an entry")
    try journal.sync()
    proxy.forgetTimes()
    let outcome = try journal.run("sync", "--once")
    #expect(outcome.status == .success && outcome.errors.contains("Nothing new. Everything is safe"), "\(outcome)")
    #expect(proxy.times(of: "users/caller").count == 1 && proxy.times(of: "changes/zone").count == 1)
    let others = proxy.times(of: "changes/database").count
    #expect(others <= 1 && proxy.times().count == 2 + others)
    #expect(try journal.run("status").status == .success)
  }

  /// Ten entries were too few for a question, and twelve categories made them less than half.
  @Test func aServerFromWhichEverythingWentIsAQuestion() throws {
    for number in 1...10 {
      try journal.output(
        "new", "--title", "Day \(number)", "--body", "words \(number)", "--category", "Drawer \(number)")
    }
    for number in 11...12 { try journal.output("categories", "add", "Drawer \(number)") }
    let other = try other()
    try removeForGood((1...10).map { "Day \($0)" }, on: other)
    let asked = try journal.run("sync", "--once")
    #expect(asked.status == .code(3), "\(asked)")
    #expect(asked.errors.contains("10 of the 10 entries"), "\(asked)")
    #expect(try journal.entries().count == 10)
    let status = try journal.run("status")
    #expect(status.status == .code(1) && status.output.contains("It has removed more than half"), "\(status)")
    // Taken, it lies in the trash with its reason; nothing of it is gone.
    try journal.output("sync", "--answer", "take-servers")
    #expect(try journal.entries().isEmpty)
    let trash = try journal.output("trash", "list", "-n", "100")
    #expect(trash.contains("Day 7") && trash.contains("deleted forever on another device"), "\(trash)")
    let first = try #require(try journal.page("trash", "list", "--json", "-n", "100").items.first)
    try journal.output("trash", "restore", first.id)
    try journal.sync()
    try other.sync()
    #expect(try other.entries().map(\.title) == [first.title])
    #expect(try other.entries().map(\.body) == [first.body])
  }

  /// Two of ten each time is never half of them; together it is.
  @Test func manySmallRemovalsAreOneQuestion() throws {
    for number in 1...10 { try journal.output("new", "--title", "Day \(number)", "--body", "words \(number)") }
    let other = try other()
    for number in [1, 3] {
      try removeForGood(["Day \(number)", "Day \(number + 1)"], on: other)
      try journal.sync()
    }
    #expect(try journal.entries().count == 6)
    try removeForGood(["Day 5", "Day 6"], on: other)
    let asked = try journal.run("sync", "--once")
    #expect(asked.status == .code(3), "\(asked)")
    #expect(asked.errors.contains("6 of the 10 entries"), "\(asked)")
    #expect(try journal.entries().count == 6)
    // Everything goes up again, and the other machine gets it back.
    try journal.output("sync", "--answer", "upload-again")
    try other.sync()
    #expect(try other.entries().count == 6)
  }
}
