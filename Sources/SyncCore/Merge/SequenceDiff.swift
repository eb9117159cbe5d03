/// Finds what two sequences have in common: by what is there only once on either side, and by Myers between.
///
/// Myers alone aligns blank lines and lone words; the anchors keep paragraphs together.
struct SequenceDiff {
  /// How many edits are followed in all before the comparison is given up.
  static let mostEdits = 5000
  /// How many edits are followed between two anchors; more make one replacement of what lies there.
  private static let mostEditsOfStretch = 1000
  /// How many elements may be looked at.
  private static let mostSteps = 8_000_000

  private let a: [Int32]
  private let b: [Int32]
  private var partner: [Int]
  private var edits = 0
  private var steps = 0
  private var isGivenUp = false

  /// For each element of `a` the index of its partner in `b`, or -1; partners rise. nil where it would take too long.
  static func partners(_ a: [Int32], _ b: [Int32]) -> [Int]? {
    var diff = SequenceDiff(a: a, b: b)
    diff.run()
    guard !diff.isGivenUp else { return nil }
    diff.settle()
    return diff.partner
  }

  private init(a: [Int32], b: [Int32]) {
    (self.a, self.b) = (a, b)
    partner = [Int](repeating: -1, count: a.count)
  }

  private mutating func run() {
    var stretches = [(0..<a.count, 0..<b.count)]
    while let (ofA, ofB) = stretches.popLast(), !isGivenUp {
      let (restA, restB) = trimmed(ofA, ofB)
      guard !restA.isEmpty, !restB.isEmpty else { continue }
      steps += restA.count + restB.count
      if steps > SequenceDiff.mostSteps { isGivenUp = true }
      let anchors = self.anchors(restA, restB)
      if anchors.isEmpty {
        compare(restA, restB)
        continue
      }
      var (fromA, fromB) = (restA.lowerBound, restB.lowerBound)
      for (x, y) in anchors {
        partner[x] = y
        stretches.append((fromA..<x, fromB..<y))
        (fromA, fromB) = (x + 1, y + 1)
      }
      stretches.append((fromA..<restA.upperBound, fromB..<restB.upperBound))
    }
  }

  /// Joins each element as early as it can be, so that what was put in or taken out lies as late as it can.
  ///
  /// "a b" became "a b a b": which half is new is a matter of taste, but the same edit has to look the same in every
  /// comparison, or merging a merged text again would find changes in it that were never made.
  private mutating func settle() {
    var (nextA, nextB) = (0, 0)
    for x in a.indices where partner[x] >= 0 {
      let y = partner[x]
      partner[x] = -1
      while a[nextA] != a[x] { nextA += 1 }
      while b[nextB] != b[y] { nextB += 1 }
      partner[nextA] = nextB
      (nextA, nextB) = (nextA + 1, nextB + 1)
    }
  }

  /// Joins the equal beginnings and ends, and returns what lies between.
  private mutating func trimmed(_ ofA: Range<Int>, _ ofB: Range<Int>) -> (Range<Int>, Range<Int>) {
    var (startA, startB, endA, endB) = (ofA.lowerBound, ofB.lowerBound, ofA.upperBound, ofB.upperBound)
    while startA < endA, startB < endB, a[startA] == b[startB] {
      partner[startA] = startB
      (startA, startB) = (startA + 1, startB + 1)
    }
    while startA < endA, startB < endB, a[endA - 1] == b[endB - 1] {
      (endA, endB) = (endA - 1, endB - 1)
      partner[endA] = endB
    }
    return (startA..<endA, startB..<endB)
  }

  /// The longest rising run of elements that are there once on either side.
  private func anchors(_ ofA: Range<Int>, _ ofB: Range<Int>) -> [(Int, Int)] {
    let onceInA = once(a, ofA)
    let onceInB = once(b, ofB)
    var piles: [(top: (Int, Int), node: Int)] = []
    var nodes: [(pair: (Int, Int), previous: Int)] = []
    for x in ofA {
      guard onceInA[a[x]] == x, let y = onceInB[a[x]], y >= 0 else { continue }
      var (low, high) = (0, piles.count)
      while low < high {
        let middle = (low + high) / 2
        if piles[middle].top.1 < y { low = middle + 1 } else { high = middle }
      }
      nodes.append(((x, y), low > 0 ? piles[low - 1].node : -1))
      let pile = ((x, y), nodes.count - 1)
      if low < piles.count { piles[low] = pile } else { piles.append(pile) }
    }
    var anchors: [(Int, Int)] = []
    var node = piles.last?.node ?? -1
    while node >= 0 {
      anchors.append(nodes[node].pair)
      node = nodes[node].previous
    }
    return anchors.reversed()
  }

  /// Where each element stands; -1 for one that stands in several places.
  private func once(_ elements: [Int32], _ range: Range<Int>) -> [Int32: Int] {
    var places: [Int32: Int] = [:]
    places.reserveCapacity(range.count)
    for index in range {
      let element = elements[index]
      places[element] = places[element] == nil ? index : -1
    }
    return places
  }

  /// Myers: the shortest way from one stretch to the other.
  private mutating func compare(_ ofA: Range<Int>, _ ofB: Range<Int>) {
    var trace: [[Int32]] = []
    let most = min(ofA.count + ofB.count, SequenceDiff.mostEditsOfStretch)
    for edit in 0...most {
      edits += 1
      // Every other diagonal, from -edit to edit.
      var row = [Int32](repeating: -1, count: edit + 1)
      for place in 0...edit {
        let diagonal = 2 * place - edit
        var x = edit == 0 ? 0 : SequenceDiff.start(place, edit, trace[edit - 1])
        let first = x
        while x < ofA.count, x - diagonal < ofB.count,
          a[ofA.lowerBound + x] == b[ofB.lowerBound + x - diagonal]
        { x += 1 }
        row[place] = Int32(x)
        steps += x - first + 1
        if x >= ofA.count, x - diagonal >= ofB.count {
          trace.append(row)
          join(trace, ofA, ofB)
          return
        }
      }
      trace.append(row)
      if steps > SequenceDiff.mostSteps || edits > SequenceDiff.mostEdits {
        isGivenUp = true
        return
      }
    }
  }

  /// Where a diagonal goes on from the two beside it: down from the right one, or right from the left one.
  private static func start(_ place: Int, _ edit: Int, _ before: [Int32]) -> Int {
    let comesDown = place == 0 || (place != edit && before[place - 1] < before[place])
    return comesDown ? Int(before[place]) : Int(before[place - 1]) + 1
  }

  private mutating func join(_ trace: [[Int32]], _ ofA: Range<Int>, _ ofB: Range<Int>) {
    var (x, y) = (ofA.count, ofB.count)
    for edit in stride(from: trace.count - 1, through: 0, by: -1) {
      let place = (x - y + edit) / 2
      let start = edit == 0 ? 0 : SequenceDiff.start(place, edit, trace[edit - 1])
      while x > start {
        (x, y) = (x - 1, y - 1)
        partner[ofA.lowerBound + x] = ofB.lowerBound + y
      }
      guard edit > 0 else { return }
      let before = trace[edit - 1]
      let comesDown = place == 0 || (place != edit && before[place - 1] < before[place])
      if comesDown { y -= 1 } else { x -= 1 }
    }
  }
}

/// Gives equal pieces equal numbers.
struct Interner {
  private var numbers: [ArraySlice<UInt8>: Int32] = [:]

  mutating func number(_ piece: ArraySlice<UInt8>) -> Int32 {
    if let known = numbers[piece] { return known }
    let number = Int32(clamping: numbers.count)
    numbers[piece] = number
    return number
  }
}
