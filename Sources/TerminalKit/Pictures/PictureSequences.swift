import Encodings

/// The bytes of each step, as the terminal's protocol has them.
package struct PictureSequences: Sendable {
  /// Base64 characters in one of kitty's commands.
  private static let chunk = 4096
  /// Commands in one piece: each piece costs the event loop a turn, and while one is being sent no cell is drawn.
  private static let together = 4

  /// The protocol that the sequences are written in; blocks and none have no steps.
  package let way: PictureProtocol
  /// How the sequences are wrapped on their way to the terminal.
  package let passage: PicturePassage

  package init(_ way: PictureProtocol, passage: PicturePassage = .straight) {
    (self.way, self.passage) = (way, passage)
  }

  /// The bytes of a step, in pieces: cells may be drawn between two of them, never inside one.
  ///
  /// - Parameter file: where the terminal finds the pixels itself; it answers, and then again to the last question.
  package func pieces(of step: PictureLayer.Step, pixels: PicturePixels?, file: PictureFile? = nil) -> [[UInt8]] {
    switch step {
    case .upload(_, let id):
      guard case .kitty(let data, let width, let height) = pixels else { return [] }
      if let file {
        return [wrap(command("a=t,f=32,o=z,s=\(width),v=\(height),i=\(id),q=1," + named(file), payload(file)))]
      }
      return upload(data, width: width, height: height, id: id)
    case .place(let id, let placement, let rect):
      return [at(rect, command("a=p,i=\(id),p=\(placement),c=\(rect.columns),r=\(rect.rows),C=1,q=2"))]
    case .remove(let id, let placement): return [wrap(command("a=d,d=i,i=\(id),p=\(placement),q=2"))]
    case .forget(let id): return [wrap(command("a=d,d=I,i=\(id),q=2"))]
    case .paint(_, let rect):
      switch pixels {
      case .sixel(let data) where way == .sixel: return [at(rect, data)]
      case .iterm2(let data) where way == .iterm2: return [at(rect, inlineImage(data, rect))]
      default: return []
      }
    }
  }

  /// Ends a string or an upload that was begun and not ended; harmless where there is none.
  package var abandonment: [UInt8] {
    let end: [UInt8] = [0x18, 0x1B, UInt8(ascii: "\\")]
    return way == .kitty ? end + wrap(command("m=0,q=2")) : end
  }

  /// Removes all pictures that a crashed program may have left; at most 128 bytes, empty for blocks and none.
  package var crashed: [UInt8] {
    switch way {
    case .kitty: abandonment + wrap(command("a=d,d=A,q=2")) + Self.endSynchronized
    case .sixel, .iterm2: abandonment + Self.endSynchronized
    case .blocks, .none: []
    }
  }

  /// The mark after which the terminal holds back all changes until ``endSynchronized``.
  package static let beginSynchronized = Array("\u{1B}[?2026h".utf8)
  /// The mark at which the terminal shows all changes that it held back.
  package static let endSynchronized = Array("\u{1B}[?2026l".utf8)

  private func upload(_ data: [UInt8], width: Int, height: Int, id: UInt32) -> [[UInt8]] {
    let encoded = Base64.encode(data)
    var pieces: [[UInt8]] = []
    var start = 0
    repeat {
      let end = min(encoded.count, start + Self.chunk)
      let more = end < encoded.count ? 1 : 0
      // The picture's size stands in the first command only.
      let keys = start == 0 ? "a=t,t=d,f=32,o=z,s=\(width),v=\(height),i=\(id),q=2,m=\(more)" : "q=2,m=\(more)"
      let sequence = wrap(command(keys, encoded[start..<end]))
      if start % (Self.chunk * Self.together) == 0 { pieces.append([]) }
      pieces[pieces.count - 1] += sequence
      start = end
    } while start < encoded.count
    return pieces
  }

  /// Returns the question whether the terminal reads this file, which holds ``PictureFile/probe``.
  package func question(_ file: PictureFile) -> [UInt8] {
    wrap(command("a=q,f=32,o=z,s=1,v=1,i=\(PictureSurvey.fileQuestionId)," + named(file), payload(file)))
  }

  private func named(_ file: PictureFile) -> String { "t=f,S=\(file.count)" }

  private func payload(_ file: PictureFile) -> ArraySlice<UInt8> { Base64.encode(file.path.utf8)[...] }

  private func inlineImage(_ data: [UInt8], _ rect: Rect) -> [UInt8] {
    let head =
      "\u{1B}]1337;File=inline=1;size=\(data.count);width=\(rect.columns);height=\(rect.rows);"
      + "preserveAspectRatio=0;doNotMoveCursor=1:"
    return Array(head.utf8) + Base64.encode(data) + [0x07]
  }

  private func command(_ keys: String, _ payload: ArraySlice<UInt8> = []) -> [UInt8] {
    var result = Array("\u{1B}_G\(keys)".utf8)
    if !payload.isEmpty { result += [UInt8(ascii: ";")] + payload }
    return result + [0x1B, UInt8(ascii: "\\")]
  }

  private func wrap(_ sequence: [UInt8]) -> [UInt8] { passage.wrap(sequence) }

  /// Goes to the rectangle's corner, and back to where ncurses believes the cursor to be.
  private func at(_ rect: Rect, _ sequence: [UInt8]) -> [UInt8] {
    wrap(Array("\u{1B}7\u{1B}[\(rect.row + 1);\(rect.column + 1)H".utf8) + sequence + Array("\u{1B}8".utf8))
  }
}
