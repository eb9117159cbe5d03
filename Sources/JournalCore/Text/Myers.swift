/// Myers' comparison of two sequences: the shortest way from one to the other, given up where it becomes too long.
enum Myers {
  /// A stretch of the comparison.
  enum Hunk: Hashable {
    /// Pieces of the old text that the new one has as well.
    case same(Range<Int>)
    /// Pieces of the old text, and the pieces of the new text in their place; one of both may be empty.
    case changed(Range<Int>, Range<Int>)
  }

  /// A stretch that both have.
  private struct Match {
    var old: Int
    var new: Int
    var length: Int
  }

  /// The stretches that two texts have in common and those in which they differ, in order, without gaps.
  ///
  /// More than `mostEdits` differences, or a search of more than `mostSteps` steps, make one change of all that lies
  /// between the equal beginning and the equal end.
  static func hunks(_ old: DiffText, _ new: DiffText, mostEdits: Int, mostSteps: Int) -> [Hunk] {
    let (a, b) = numbered(old, new)
    var prefix = 0
    while prefix < min(a.count, b.count), a[prefix] == b[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(a.count, b.count) - prefix, a[a.count - 1 - suffix] == b[b.count - 1 - suffix] { suffix += 1 }

    var matches = [Match(old: 0, new: 0, length: prefix)]
    let middle = Middle(
      a: a[prefix..<a.count - suffix], b: b[prefix..<b.count - suffix], mostEdits: mostEdits, mostSteps: mostSteps)
    matches += middle.matches()
    matches.append(Match(old: a.count - suffix, new: b.count - suffix, length: suffix))

    var hunks: [Hunk] = []
    var oldEnd = 0
    var newEnd = 0
    for match in matches {
      if match.old > oldEnd || match.new > newEnd {
        hunks.append(.changed(oldEnd..<match.old, newEnd..<match.new))
      }
      if match.length > 0 { hunks.append(.same(match.old..<match.old + match.length)) }
      oldEnd = match.old + match.length
      newEnd = match.new + match.length
    }
    return hunks
  }

  /// The pieces as numbers, the same for pieces of the same bytes.
  private static func numbered(_ old: DiffText, _ new: DiffText) -> ([Int], [Int]) {
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ piece: ArraySlice<UInt8>) -> Int {
      if let known = numbers[piece] { return known }
      numbers[piece] = numbers.count
      return numbers.count - 1
    }
    return (
      (0..<old.count).map { number(old.bytes(at: $0)) }, (0..<new.count).map { number(new.bytes(at: $0)) }
    )
  }

  /// What lies between the equal beginning and the equal end.
  private struct Middle {
    let a: ArraySlice<Int>
    let b: ArraySlice<Int>
    let mostEdits: Int
    let mostSteps: Int

    /// The stretches in common, in order; none where the search was given up.
    func matches() -> [Match] {
      guard !a.isEmpty, !b.isEmpty, let trace = furthestPoints() else { return [] }
      var matches: [Match] = []
      var x = a.count
      var y = b.count
      for edits in stride(from: trace.count - 1, through: 0, by: -1) {
        let diagonal = x - y
        var startX = 0
        var startY = 0
        if edits > 0 {
          // The points before this edit, on the diagonals -(edits-1)...(edits-1).
          let before = trace[edits - 1]
          let middle = edits - 1
          func point(_ k: Int) -> Int { abs(k) > middle ? -1 : before[k + middle] }
          let comesDown = diagonal == -edits || (diagonal != edits && point(diagonal - 1) < point(diagonal + 1))
          let previous = comesDown ? diagonal + 1 : diagonal - 1
          let previousX = point(previous)
          startX = comesDown ? previousX : previousX + 1
          startY = startX - diagonal
          if x > startX { matches.append(match(startX, y: startY, length: x - startX)) }
          x = previousX
          y = previousX - previous
        } else if x > 0 {
          matches.append(match(0, y: 0, length: x))
        }
      }
      return matches.reversed()
    }

    private func match(_ x: Int, y: Int, length: Int) -> Match {
      Match(old: a.startIndex + x, new: b.startIndex + y, length: length)
    }

    /// For each number of edits, how far each diagonal got; nil where it took too many edits or steps.
    private func furthestPoints() -> [[Int]]? {
      var trace: [[Int]] = []
      var steps = 0
      for edits in 0...min(a.count + b.count, mostEdits) {
        var row = [Int](repeating: -1, count: 2 * edits + 1)
        for diagonal in stride(from: -edits, through: edits, by: 2) {
          var x = 0
          if edits > 0 {
            let before = trace[edits - 1]
            let middle = edits - 1
            let left = abs(diagonal - 1) > middle ? -1 : before[diagonal - 1 + middle]
            let right = abs(diagonal + 1) > middle ? -1 : before[diagonal + 1 + middle]
            x = diagonal == -edits || (diagonal != edits && left < right) ? right : left + 1
          }
          var y = x - diagonal
          let start = x
          while x < a.count, y < b.count, y >= 0, a[a.startIndex + x] == b[b.startIndex + y] { (x, y) = (x + 1, y + 1) }
          row[diagonal + edits] = x
          steps += x - start + 1
          if x >= a.count, y >= b.count {
            trace.append(row)
            return trace
          }
        }
        guard steps <= mostSteps else { return nil }
        trace.append(row)
      }
      return nil
    }
  }
}
