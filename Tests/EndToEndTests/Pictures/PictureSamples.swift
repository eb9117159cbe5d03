import Foundation
import ScreenKit

/// Files that are pictures, or that are not although they are called so.
enum PictureSamples {
  /// A photograph on its side, left half red, right half blue as stored: 48 × 24, so 24 × 48 upright. It knows a camera, a
  /// place, and that it was taken on 3 May 2024 at 14:12:30.
  static let photograph: [UInt8] = {
    let text = """
      /9j/4AAQSkZJRgABAQAAAQABAAD/4QDqRXhpZgAATU0AKgAAAAgABQEPAAIAAAAGAAAASgEQAAIAAAAGAAAAUAESAAMAAAABAAYAAIdpAAQAAA\
      ABAAAAVoglAAQAAAABAAAAfAAAAABNYWtlcgBNb2RlbAAAAZADAAIAAAAUAAAAaAAAAAAyMDI0OjA1OjAzIDE0OjEyOjMwAAAEAAEAAgAAAAJO\
      AAAAAAIABQAAAAMAAACyAAMAAgAAAAJFAAAAAAQABQAAAAMAAADKAAAAAAAAADQAAAABAAAAHgAAAAEAAAAAAAAAAQAAAA0AAAABAAAAGAAAAA\
      EAAAAAAAAAAf/bAEMADQkKCwoIDQsKCw4ODQ8TIBUTEhITJxweFyAuKTEwLiktLDM6Sj4zNkY3LC1AV0FGTE5SU1IyPlphWlBgSlFST//bAEMB\
      Dg4OExETJhUVJk81LTVPT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT//AABEIABgAMAMBIgACEQEDEQ\
      H/xAAWAAEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFgEBAQEAAAAAAAAAAAAAAAAABgcF/8QAGREBAAMBAQAA\
      AAAAAAAAAAAAAAZDgsHC/9oADAMBAAIRAxEAPwDPgMZSRCXUIxid2fQpJqtcADEVXQEdVUQgMYndn0KSarXAAxFX/9k=
      """
    return [UInt8](Data(base64Encoded: text) ?? Data())
  }()

  /// A PNG of one colour, uncompressed inside.
  static func png(width: Int, height: Int, red: UInt8 = 200, claims: (width: Int, height: Int)? = nil) -> [UInt8] {
    var rows: [UInt8] = []
    for _ in 0..<height {
      rows.append(0)
      for _ in 0..<width { rows += [red, 40, 40] }
    }
    var packed: [UInt8] = [0x78, 0x01]
    var left = rows[...]
    repeat {
      let block = left.prefix(65_535)
      left = left.dropFirst(block.count)
      packed.append(left.isEmpty ? 1 : 0)
      packed += little16(block.count) + little16(~block.count)
      packed += block
    } while !left.isEmpty
    packed += big32(adler(rows))
    let size = claims ?? (width, height)
    let header = big32(size.width) + big32(size.height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", packed)
      + chunk("IEND", [])
  }

  static func gifBomb() -> [UInt8] {
    Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2C, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 2, 2, 0x4C, 1, 0, 0x3B]
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return big32(data.count) + content + big32(Int(crc(content)))
  }

  private static func big32(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  private static func little16(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
    return ~value
  }

  private static func adler(_ bytes: [UInt8]) -> Int {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}

extension TestJournal {
  /// Starts the program with bytes on its standard input that are no text.
  func start(_ arguments: [String], inputBytes: [UInt8]) throws -> Program {
    try Program(
      [try BuiltProgram.path()] + arguments, input: inputBytes, environment: sandbox.environment,
      directory: sandbox.path("home"), sandbox: sandbox)
  }
}
