import Glibc
import TerminalKit

/// Takes a picture in: judges it, takes out what it says of places and cameras, makes it smaller where it is too large,
/// and writes what is kept.
package struct ImageIntake: Sendable {
  /// The program that checks and converts pictures.
  package let decoder: ImageDecoder

  package init(decoder: ImageDecoder) { self.decoder = decoder }

  /// Takes a file in; blocks, for a tenth of a second or a few.
  ///
  /// - Parameters:
  ///   - target: where the kept bytes are written; a file that must not exist yet. It is not flushed to the disk.
  ///   - original: keeps the file byte by byte, with all that it says.
  /// - Throws: an ``ImageFailure`` where the file is no picture, is broken or too large, or cannot be decoded or
  ///   written; then nothing is left at `target`.
  package func prepare(_ file: ImageFile, to target: String, original: Bool = false) throws(ImageFailure)
    -> PreparedImage
  {
    let header = try ImageHeader(file)
    if original {
      try check(file, header)
      return try keep([.copied(0..<file.count)], file: file, header: header, target: target, left: Self.said(header))
    }
    let stripped = try Stripping.pieces(file, header)
    let strippedCount = stripped.map { $0.reduce(0) { $0 + $1.count } }
    guard isWorthConverting(file, header) || stripped == nil else {
      try check(file, header)
      return try keep(stripped ?? [], file: file, header: header, target: target, removed: Self.said(header))
    }
    let converted = try convert(file, header)
    if let stripped, let strippedCount, !isBetter(converted, than: strippedCount, header) {
      return try keep(stripped, file: file, header: header, target: target, removed: Self.said(header))
    }
    var prepared = try keep(
      [.written(converted.bytes)], file: file, header: header, target: target, removed: Self.said(header))
    prepared.format = converted.format
    (prepared.width, prepared.height) = (converted.width, converted.height)
    prepared.isAnimated = false
    return prepared
  }

  /// The kinds of facts that a file holds beside its pixels, as far as they were recognised; the others go with them.
  private static func said(_ header: ImageHeader) -> Set<PreparedImage.Removed> {
    var said: Set<PreparedImage.Removed> = []
    if header.hasLocation { said.insert(.location) }
    if header.hasCamera { said.insert(.camera) }
    if header.hasText { said.insert(.comments) }
    return said
  }

  /// A file whose inside is broken is refused now, and not on the day when it is looked at.
  private func check(_ file: ImageFile, _ header: ImageHeader) throws(ImageFailure) {
    let render = ImageRequest.Render(
      box: Size(rows: 4, columns: 8), view: .whole, abilities: .blocks, depth: .direct, symbols: .ascii,
      background: .black)
    do throws(ImageFailure) {
      _ = try decoder.run(ImageRequest(header, .render(render)), on: file.descriptor)
    } catch {
      // A picture that cannot be shown here may be kept for a machine that can show it.
      if case .needsPackage = error.reason, header.format == .heic || header.format == .avif { return }
      throw error
    }
  }

  // MARK: Conversion

  private struct Converted {
    let bytes: [UInt8]
    let format: ImageFormat
    let width: Int
    let height: Int
  }

  private func isWorthConverting(_ file: ImageFile, _ header: ImageHeader) -> Bool {
    // Another frame would be lost.
    if header.isAnimated { return false }
    if max(header.width, header.height) > ImageLimits.side { return true }
    switch header.format {
    case .bmp, .tiff, .heic, .avif: return true
    // A photograph as PNG is several times its JPEG; below this size that does not matter.
    case .png: return file.count > 1_000_000
    case .jpeg, .gif, .webp: return false
    }
  }

  private func convert(_ file: ImageFile, _ header: ImageHeader) throws(ImageFailure) -> Converted {
    let parts = try decoder.run(
      ImageRequest(header, .convert(ImageRequest.Convert(mayBePNG: header.mayBePNG))), on: file.descriptor)
    let size = try parts.numbers(ImageAnswer.size, count: 2).map(Int.init)
    let bytes = Array(try parts.part(ImageAnswer.file))
    // The decoder may have been taken over: its file is judged like any other, and may hold no place and no camera.
    let written: ImageHeader
    do throws(ImageFailure) {
      written = try ImageHeader(ImageData(bytes))
    } catch {
      throw ImageFailure(.decoderAnswersWrongly)
    }
    guard written.format == .jpeg || written.format == .png, written.width == size[0], written.height == size[1],
      max(written.width, written.height) <= ImageLimits.side, Self.said(written).subtracting([.comments]).isEmpty
    else { throw ImageFailure(.decoderAnswersWrongly) }
    return Converted(bytes: bytes, format: written.format, width: written.width, height: written.height)
  }

  /// A converted file costs quality; it has to give room for it.
  private func isBetter(_ converted: Converted, than count: Int, _ header: ImageHeader) -> Bool {
    guard max(header.width, header.height) <= ImageLimits.side else { return converted.bytes.count < count }
    switch header.format {
    // The same pixels, or, from 16 bits a channel, fewer.
    case .png: return converted.format == .jpeg && converted.bytes.count < count / 2
    default: return converted.bytes.count < count
    }
  }

  // MARK: Writing

  private func keep(
    _ pieces: [FilePiece], file: ImageFile, header: ImageHeader, target: String,
    removed: Set<PreparedImage.Removed> = [], left: Set<PreparedImage.Removed> = []
  ) throws(ImageFailure) -> PreparedImage {
    try PieceWriter.write(pieces, of: file, to: target)
    return PreparedImage(
      format: header.format, width: header.uprightWidth, height: header.uprightHeight,
      byteCount: pieces.reduce(0) { $0 + $1.count }, takenAt: header.takenAt, isAnimated: header.isAnimated,
      originalFormat: header.format, originalWidth: header.uprightWidth, originalHeight: header.uprightHeight,
      originalByteCount: file.count, removed: removed, left: left)
  }
}

extension ImageHeader {
  /// False for photographs, which become JPEG; for others the decoder chooses by their pixels.
  fileprivate var mayBePNG: Bool { format != .jpeg && format != .heic }
}

/// Writes a new file from pieces of another.
enum PieceWriter {
  static func write(_ pieces: [FilePiece], of source: any ImageBytes, to target: String) throws(ImageFailure) {
    let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ImageFailure(.cannotWrite(errno: errno)) }
    do throws(ImageFailure) {
      for piece in pieces {
        switch piece {
        case .written(let bytes): try write(bytes, descriptor)
        case .copied(let range): try copy(range, source: source, descriptor: descriptor)
        }
      }
    } catch {
      close(descriptor)
      unlink(target)
      throw error
    }
    // Some file systems tell only here that the disk is full.
    guard close(descriptor) == 0 else {
      let error = errno
      unlink(target)
      throw ImageFailure(.cannotWrite(errno: error))
    }
  }

  private static func copy(_ range: Range<Int>, source: any ImageBytes, descriptor: Int32) throws(ImageFailure) {
    var place = range.lowerBound
    while place < range.upperBound {
      let bytes = try source.read(at: place, count: min(1 << 20, range.upperBound - place))
      // It has become shorter while it was read.
      guard !bytes.isEmpty else { throw ImageFailure(.isCutOff) }
      try write(bytes, descriptor)
      place += bytes.count
    }
  }

  static func write(_ bytes: [UInt8], _ descriptor: Int32) throws(ImageFailure) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw ImageFailure(.cannotWrite(errno: errno)) }
      done += written
    }
  }
}
