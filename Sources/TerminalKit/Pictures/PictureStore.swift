/// The pixels of pictures that may be shown, kept up to a number of bytes; those that were not shown for longest go first.
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

  package func contains(_ key: PictureKey) -> Bool { entries[key] != nil }

  package func pixels(_ key: PictureKey) -> PicturePixels? { entries[key]?.pixels }

  /// Where the terminal finds the pixels itself; nil where it has to be sent them.
  package func file(_ key: PictureKey) -> PictureFile? { entries[key]?.file }

  /// The terminal could not read the file: the pixels are sent from now on.
  package mutating func dropFile(_ key: PictureKey) { entries[key]?.file = nil }

  /// The cells that a picture fills.
  package func size(_ key: PictureKey) -> Size? { entries[key]?.size }

  /// Keeps a picture, in the place of one with the same key, and makes room for it.
  ///
  /// - Parameter shown: what is on the screen, which stays even where that takes more than the limit.
  /// - Returns: what had to go. A picture that is larger than the limit is not kept.
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

  /// Says that a picture is on the screen now.
  package mutating func use(_ key: PictureKey) {
    uses += 1
    entries[key]?.lastUse = uses
  }

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
