import CloudRecord
import Foundation
import GRDB
import Glibc
import JournalCore
import JournalStore
import SyncCore

/// Measures how long a journal takes to take in pulled pages, beside the same rows put in by hand through SQLite's own
/// functions. Contestants take turns within one run, each over a file of its own.
///
/// With `--sealed` it measures sealed pages beside plain ones instead, and prints a line for each round: `pair`, and microseconds a page
/// of plain, sealed and plain again, and of processor time of the first two.
///
/// Prints `ours`, `indexed` and `bare`, one line each: microseconds a page by the clock, and of processor time; medians of
/// the rounds.
@main
struct PageBench {
  static let pageSize = 200

  static func main() throws {
    let arguments = CommandLine.arguments
    let isOfSealed = arguments.count == 5 && arguments[4] == "--sealed"
    guard arguments.count == 4 || isOfSealed, let rounds = Int(arguments[3]), rounds > 0 else {
      print("usage: sync-pages JOURNAL FOLDER ROUNDS [--sealed]")
      exit(2)
    }
    let bench = PageBench(source: arguments[1], folder: arguments[2])
    if isOfSealed { try SealedPages(bench).run(rounds) } else { try bench.run(rounds) }
  }

  let source: String
  let folder: String

  var environment: StoreEnvironment {
    StoreEnvironment(
      now: { Instant(milliseconds: 1_760_000_000_000) }, random: { UInt64.random(in: .min ... .max) },
      deviceName: "bench", isOwnerAlive: { _ in false })
  }

  private func run(_ rounds: Int) throws {
    let pages = try readPages()
    let filled = folder + "/filled.sqlite"
    _ = try take(pages, into: filled)
    let rows = try PlainRows(journal: filled)
    var times: [String: [Times]] = [:]
    for round in 0..<rounds {
      let path = { (name: String) in folder + "/\(name)-\(round).sqlite" }
      times["ours", default: []].append(try take(pages, into: path("ours")))
      try JournalStore(path: path("indexed"), environment: environment).close()
      for (name, isIndexed) in [("indexed", true), ("bare", false)] {
        let journal = try PlainJournal(path: path(name), isIndexed: isIndexed)
        let took = try Times {
          for start in stride(from: 0, to: rows.count, by: Self.pageSize) {
            try journal.put(rows, start..<min(start + Self.pageSize, rows.count))
          }
        }
        times[name, default: []].append(took.divided(by: pages.count))
        try journal.close()
      }
    }
    for name in ["ours", "indexed", "bare"] {
      let all = times[name, default: []]
      print(name, median(all.map(\.wall)), median(all.map(\.processor)))
    }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func take(_ pages: [FetchedPage], into path: String) throws -> Times {
    let store = try JournalStore(path: path, environment: environment)
    let took = try Times {
      for page in pages { _ = try store.apply(page, rules: MergeRules([:]), allowsMassRemoval: false) }
    }
    try store.close()
    return took.divided(by: pages.count)
  }

  /// All records of the journal, as it has never met a server.
  func unsent() throws -> [UnsentRecord] {
    let store = try JournalStore(path: source, environment: environment)
    let unsent = try store.unsent(limit: .max, excluding: [])
    try store.close()
    return unsent
  }

  /// What a server would send of a journal that was written here.
  private func readPages() throws -> [FetchedPage] {
    let unsent = try unsent()
    return stride(from: 0, to: unsent.count, by: Self.pageSize).map { start in
      let end = min(start + Self.pageSize, unsent.count)
      let changes = unsent[start..<end].compactMap { record in
        record.local.map { version in
          FetchedChange.record(
            FetchedRecord(
              recordName: record.recordName, changeTag: "t\(start)", version: version, modifiedAt: record.modifiedAt))
        }
      }
      return FetchedPage(changes: changes, token: ChangeToken("t\(end)"), moreComing: end < unsent.count)
    }
  }
}

/// How long something took, in microseconds.
struct Times {
  var wall: Double
  /// Of this process: all that the work costs, whatever else the machine does.
  var processor: Double

  init(_ body: () throws -> Void) rethrows {
    let (wall, processor) = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID))
    try body()
    self.wall = Self.now(CLOCK_MONOTONIC) - wall
    self.processor = Self.now(CLOCK_PROCESS_CPUTIME_ID) - processor
  }

  func divided(by count: Int) -> Times {
    var times = self
    times.wall /= Double(count)
    times.processor /= Double(count)
    return times
  }

  private static func now(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1000
  }
}
