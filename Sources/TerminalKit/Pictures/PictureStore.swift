/// The pixels of pictures that may be shown, up to a number of bytes; those not shown for longest are dropped first.
package struct PictureStore: Sendable {
  private struct Entry: Sendable {
    var pixels: PicturePixels
    var size: Size
    var file: PictureFile?
    var cost: Int
    var lastUse: UInt64
  }

  /// Bytes that are kept at most.
  package let limit: Int
  /// Bytes that are kept: of the data and, for kitty, of what the terminal makes of it.
  package private(set) var total = 0
  private var entries: [PictureKey: Entry] = [:]
  private var uses: UInt64 = 0

  package init(limit: Int) { self.limit = limit }

  /// Returns whether the pixels of a picture are kept.
  package func contains(_ key: PictureKey) -> Bool { entries[key] != nil }

  /// Returns the pixels of a picture; nil where they are not kept.
  package func pixels(_ key: PictureKey) -> PicturePixels? { entries[key]?.pixels }

  /// Where the terminal finds the pixels itself; nil where it has to be sent them.
  package func file(_ key: PictureKey) -> PictureFile? { entries[key]?.file }

  /// Forgets a picture's file, which the terminal could not read; from now on the pixels are sent.
  package mutating func dropFile(_ key: PictureKey) { entries[key]?.file = nil }

  /// Returns the cells that a picture fills; nil where its pixels are not kept.
  package func size(_ key: PictureKey) -> Size? { entries[key]?.size }

  /// Keeps a picture in place of one with the same key, and drops others to make room for it.
  ///
  /// - Parameter shown: the pictures on the screen, which stay even where they take more than the limit.
  /// - Returns: the pictures that are no longer kept, or `key` where it alone is larger than the limit.
  package mutating func keep(
    _ pixels: PicturePixels, for key: PictureKey, size: Size, file: PictureFile? = nil, shown: Set<PictureKey>
  ) -> [PictureKey] {
    remove(key)
    let cost = pixels.cost
    guard cost <= limit else { return [key] }
    uses += 1
    entries[key] = Entry(pixels: pixels, size: size, file: file, cost: cost, lastUse: uses)
    total += cost
    var gone: [PictureKey] = []
    guard total > limit else { return gone }
    let oldest = entries.filter { $0.key != key && !shown.contains($0.key) }.sorted {
      $0.value.lastUse < $1.value.lastUse
    }
    for (old, _) in oldest where total > limit {
      remove(old)
      gone.append(old)
    }
    return gone
  }

  /// Notes that a picture is on the screen now, so that others are dropped before it.
  package mutating func use(_ key: PictureKey) {
    uses += 1
    entries[key]?.lastUse = uses
  }

  /// Drops all pixels, those on the screen included.
  package mutating func removeAll() {
    entries = [:]
    total = 0
  }

  private mutating func remove(_ key: PictureKey) {
    if let entry = entries.removeValue(forKey: key) { total -= entry.cost }
  }
}

extension PicturePixels {
  /// The protocol that takes them.
  package var way: PictureProtocol {
    switch self {
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm2: .iterm2
    }
  }

  /// The bytes that are sent, in the protocol's own form.
  package var data: [UInt8] {
    switch self {
    case .kitty(let data, _, _), .sixel(let data), .iterm2(let data): data
    }
  }

  /// Bytes of the data.
  package var count: Int { data.count }

  /// Bytes that they take, here and in a terminal that unpacks them.
  fileprivate var cost: Int {
    if case .kitty(_, let width, let height) = self { return count + 4 * max(0, width) * max(0, height) }
    return count
  }
}
