/// A picture as it is kept, and what was done to it.
package struct PreparedImage: Hashable, Sendable {
  /// A kind of facts that a file holds beside its pixels.
  package enum Removed: Int, Hashable, Sendable, CaseIterable, Comparable {
    case location, camera, comments
    /// Orders the kinds as messages name them.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The kind of the bytes that are kept.
  package var format: ImageFormat
  /// Pixels from left to right of the kept picture.
  package var width: Int
  /// Pixels from top to bottom of the kept picture.
  package var height: Int
  /// Bytes that are kept.
  package var byteCount: Int
  /// The time on the camera's clock; nil where the file had none.
  package var takenAt: PictureDate?
  /// True where the kept file holds more than one picture.
  package var isAnimated: Bool

  /// The kind of the file that was taken in.
  package var originalFormat: ImageFormat
  /// Pixels of that file from left to right.
  package var originalWidth: Int
  /// Pixels of that file from top to bottom.
  package var originalHeight: Int
  /// Bytes of that file.
  package var originalByteCount: Int
  /// The facts that were in the file and are not kept.
  package var removed: Set<Removed>
  /// The facts that were in the file and are kept, because the person asked for the original.
  package var left: Set<Removed>

  /// True where the kept picture has another width or height than the file.
  package var isScaled: Bool { width != originalWidth || height != originalHeight }

  /// Returns the result in one line: `canal.jpg: 4000 × 3000, location and camera removed`.
  ///
  /// - Parameter name: the picture's name for people; not made safe for a terminal here.
  package func summary(_ name: String) -> String {
    // First what was changed: lines may be cut.
    let change = format == originalFormat ? "" : "converted to \(format.title), "
    var parts = ["\(name): \(change)\(Self.size(width, height))"]
    if isScaled { parts[0] += " (was \(Self.size(originalWidth, originalHeight)))" }
    if !removed.isEmpty { parts.append("\(Self.list(removed)) removed") }
    if !left.isEmpty { parts.append("kept as it is with \(Self.list(left))") }
    return parts.joined(separator: ", ")
  }

  private static func size(_ width: Int, _ height: Int) -> String { PixelText.size(width, height) }

  private static func list(_ things: Set<Removed>) -> String {
    let words = things.sorted().map { "\($0)" }
    return words.count < 2
      ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }
}
