/// Cuts a stream of bytes into lines; only the line that is not complete yet is kept.
struct LineSplitter {
  private let limit: Int
  private var rest: [UInt8] = []
  /// The number of the line that is being read, from 1.
  private(set) var number = 1

  init(limit: Int) { self.limit = limit }

  /// Hands on every line that ends in `bytes`, without its LF.
  mutating func feed(
    _ bytes: UnsafeRawBufferPointer, _ line: (UnsafeRawBufferPointer, Int) throws -> Void
  ) throws {
    var start = 0
    while start < bytes.count {
      let end = TextBytes.next(TextBytes.lineFeed, in: bytes, from: start)
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      guard rest.count + piece.count <= limit else { throw LineTooLong(line: number) }
      if end == bytes.count {
        rest.append(contentsOf: piece)
        return
      }
      if rest.isEmpty {
        try line(piece, number)
      } else {
        rest.append(contentsOf: piece)
        try rest.withUnsafeBytes { try line($0, number) }
        rest.removeAll(keepingCapacity: rest.capacity <= 1 << 20)
      }
      number += 1
      start = end + 1
    }
  }

  /// Hands on a last line that has no LF.
  mutating func finish(_ line: (UnsafeRawBufferPointer, Int) throws -> Void) throws {
    guard !rest.isEmpty else { return }
    try rest.withUnsafeBytes { try line($0, number) }
    rest = []
  }

  struct LineTooLong: Error {
    let line: Int
  }
}
