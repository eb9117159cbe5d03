import CTerminal
import Glibc
import TerminalKit

/// The bytes of pictures that are still to be written, in pieces, without ever waiting for the terminal.
///
/// A terminal that is slow, or that waits for us to read what it sends, would otherwise hold the keys up.
struct PictureOutput {
  /// A descriptor of its own, since the one of ncurses has to wait; -1 where there is none.
  private(set) var descriptor: Int32 = -1
  private var pieces: ArraySlice<[UInt8]> = []
  /// Bytes of the first piece that are written.
  private var offset = 0
  /// The step that the pieces belong to.
  private(set) var step: PictureLayer.Step?

  /// True where the terminal has a part of a piece: nothing else may be written now.
  var isInsidePiece: Bool { offset > 0 }
  var isEmpty: Bool { pieces.isEmpty }

  /// False where the terminal cannot be opened a second time.
  mutating func open() -> Bool {
    if descriptor < 0 { descriptor = ct_open_again(STDOUT_FILENO) }
    return descriptor >= 0
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
    pieces = []
    (offset, step) = (0, nil)
  }

  mutating func put(_ pieces: [[UInt8]], of step: PictureLayer.Step?) {
    self.pieces = pieces[...].drop { $0.isEmpty }
    self.step = step
  }

  enum Progress {
    /// A piece is out.
    case piece
    /// The terminal takes no more at the moment.
    case full
    /// It takes nothing any more; the event loop will notice.
    case gone
  }

  /// Writes one piece, or as much of it as the terminal takes.
  mutating func write() -> Progress {
    guard let piece = pieces.first else { return .piece }
    while offset < piece.count {
      let count = piece.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: offset), $0.count - offset)
      }
      if count > 0 {
        offset += count
      } else if count < 0, errno == EINTR {
        continue
      } else {
        return count < 0 && errno != EAGAIN ? .gone : .full
      }
    }
    pieces = pieces.dropFirst()
    offset = 0
    if pieces.isEmpty { step = nil }
    return .piece
  }

  /// Gives up what is not written; the step is nil where all of it was.
  mutating func abandon() -> (step: PictureLayer.Step?, wasInside: Bool) {
    defer {
      pieces = []
      (offset, step) = (0, nil)
    }
    return (pieces.isEmpty ? nil : step, offset > 0)
  }
}
