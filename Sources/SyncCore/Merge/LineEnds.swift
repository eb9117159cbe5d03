/// How the lines of a text end.
struct LineEnds {
  /// The end of the first line that has one: LF, CR LF or CR; nil for a text without.
  private let usual: [UInt8]?
  /// Whether the last line has an end; nil for an empty text.
  private let isLastEnded: Bool?

  private init(usual: [UInt8]?, isLastEnded: Bool?) {
    (self.usual, self.isLastEnded) = (usual, isLastEnded)
  }

  init(_ lines: TextLines) {
    let first = lines.count > 0 ? Array(lines.end(0)) : []
    self.init(
      usual: first.isEmpty ? nil : first,
      isLastEnded: lines.count > 0 ? !lines.end(lines.count - 1).isEmpty : nil)
  }

  /// The ends of a merged text: what one side changed, else what ``rank(_:)`` puts first.
  ///
  /// Which side is the later one does not matter, so that merging the result again gives the same ends.
  static func merged(base: LineEnds?, _ one: LineEnds, _ other: LineEnds) -> LineEnds {
    LineEnds(
      usual: merged(base?.usual, one.usual, other.usual) { rank($0) >= rank($1) ? $0 : $1 },
      isLastEnded: merged(base?.isLastEnded, one.isLastEnded, other.isLastEnded) { $0 || $1 })
  }

  private static func merged<Value: Equatable>(
    _ base: Value?, _ one: Value?, _ other: Value?, choose: (Value, Value) -> Value
  ) -> Value? {
    guard let one, let other else { return one ?? other }
    if one == base { return other }
    return other == base ? one : choose(one, other)
  }

  /// LF goes before CR LF, and that before CR.
  private static func rank(_ end: [UInt8]) -> Int {
    switch end {
    case [0x0A]: 2
    case [0x0D, 0x0A]: 1
    default: 0
    }
  }

  /// Gives these ends to a text whose lines all end with LF.
  func applied(to plain: String) -> String {
    let lines = TextLines(plain)
    let end = usual ?? [0x0A]
    var bytes: [UInt8] = []
    for line in 0..<lines.count {
      bytes += lines.content(line)
      // An empty last line is one by its end alone.
      let isOpen = line == lines.count - 1 && isLastEnded == false && !lines.content(line).isEmpty
      if !isOpen { bytes += end }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
