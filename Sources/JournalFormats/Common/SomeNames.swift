import JournalCore

/// The first of some names, and how many there are in all: what a report has room for.
struct SomeNames: Hashable, Sendable {
  private var first: [String] = []
  private(set) var count = 0

  private static let most = 5
  private static let longest = 80

  mutating func add(_ name: String) {
    count += 1
    if first.count < SomeNames.most { first.append(String(name.prefix(SomeNames.longest))) }
  }

  mutating func add(_ other: SomeNames) {
    for name in other.first where first.count < SomeNames.most { first.append(name) }
    count += other.count
  }

  /// `rain.mp3, report.pdf and 3 more`; empty where there are none.
  var text: String {
    let more = count > first.count ? " and \(NumberText.grouped(count - first.count)) more" : ""
    return first.joined(separator: ", ") + more
  }
}
