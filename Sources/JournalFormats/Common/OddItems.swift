import JournalCore

/// What of an export cannot be understood and does not come, while all else does: each by the name of its file and what is wrong with it.
struct OddItems {
  private var first: [ImportProblem] = []
  private var count = 0

  /// As many are named.
  private static let most = 20

  /// - Parameters:
  ///   - problem: what is wrong, as a clause.
  ///   - title: what the person calls it; empty where that is not known.
  mutating func add(_ problem: String, _ member: TarReader.Member, title: String = "") {
    add(problem, in: member.name, title: title)
  }

  /// The same of what stands in a file with others.
  mutating func add(_ problem: String, in file: String, title: String) {
    count += 1
    guard first.count < OddItems.most else { return }
    let called = title.isEmpty ? "" : "“\(title.prefix(80))”: "
    first.append(ImportProblem("\(called)\(problem). It did not come.", at: .member(file)))
  }

  /// Adds those of another file.
  mutating func add(_ other: OddItems) {
    count += other.count
    first += other.first.prefix(max(0, OddItems.most - first.count))
  }

  /// Sentences for the report.
  var problems: [ImportProblem] {
    guard count > first.count else { return first }
    let number = NumberText.counted(count - first.count, "more item", "more items")
    return first + [ImportProblem("\(number) did not come, for such reasons.")]
  }
}
