/// How a sequence gets to the terminal that shows it: straight, or through a multiplexer that would drop it otherwise.
package enum PicturePassage: Hashable, Sendable {
  case straight
  /// Wrapped for tmux, which hands it on where `allow-passthrough` is on.
  case tmux
  /// Wrapped for GNU screen, in pieces that it can hold.
  case screen

  /// Screen holds 768 bytes; some of them are the frame's.
  private static let pieceLimit = 700

  /// The sequence as it is written; a string terminator inside does not end the wrapping.
  package func wrap(_ sequence: [UInt8]) -> [UInt8] {
    switch self {
    case .straight: return sequence
    case .tmux:
      var result = Array("\u{1B}Ptmux;".utf8)
      result.reserveCapacity(sequence.count + 32)
      for byte in sequence {
        if byte == 0x1B { result.append(byte) }
        result.append(byte)
      }
      return result + Array("\u{1B}\\".utf8)
    case .screen:
      var result: [UInt8] = []
      var rest = sequence[...]
      while !rest.isEmpty {
        // An ESC ends its piece: together with what follows it, it could end the wrapping.
        var end = rest.startIndex
        repeat {
          end += 1
        } while end < rest.endIndex && end - rest.startIndex < Self.pieceLimit && rest[end - 1] != 0x1B
        let piece = rest[..<end]
        result += Array("\u{1B}P".utf8) + piece + Array("\u{1B}\\".utf8)
        rest = rest[end...]
      }
      return result
    }
  }
}
