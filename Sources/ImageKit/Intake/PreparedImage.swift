/// A picture as it is kept, and what was done to it.
package struct PreparedImage: Hashable, Sendable {
  package enum Removed: Int, Hashable, Sendable, CaseIterable, Comparable {
    case location, camera, comments
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind of the bytes that are kept.
  package var format: ImageFormat
  /// Pixels as they are shown.
  package var width: Int
  package var height: Int
  /// Bytes that are kept.
  package var byteCount: Int
  package var takenAt: PictureDate?
  package var isAnimated: Bool

  /// What the file was before.
  package var originalFormat: ImageFormat
  package var originalWidth: Int
  package var originalHeight: Int
  package var originalByteCount: Int
  /// What was in the file and is not kept.
  package var removed: Set<Removed>
  /// What was in the file and is kept, because the original was asked for.
  package var left: Set<Removed>

  package var isScaled: Bool { width != originalWidth || height != originalHeight }

  /// What happened, in one line: `canal.jpg: 4,000 × 3,000, location and camera removed`.
  ///
  /// - Parameter name: what the picture is called; not made safe for a terminal here.
  package func summary(_ name: String) -> String {
    // First what was changed: lines may be cut.
    let change = format == originalFormat ? "" : "converted to \(format.title), "
    var parts = ["\(name): \(change)\(Self.size(width, height))"]
    if isScaled { parts[0] += " (was \(Self.size(originalWidth, originalHeight)))" }
    if !removed.isEmpty { parts.append("\(Self.list(removed)) removed") }
    if !left.isEmpty { parts.append("kept as it is with \(Self.list(left))") }
    return parts.joined(separator: ", ")
  }

  private static func size(_ width: Int, _ height: Int) -> String {
    "\(ImageFailure.grouped(width)) × \(ImageFailure.grouped(height))"
  }

  private static func list(_ things: Set<Removed>) -> String {
    let words = things.sorted().map { "\($0)" }
    return words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }
}
