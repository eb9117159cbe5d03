import CloudServer
import Foundation
import ImageKit
import JournalApp
import JournalCore
import JournalFormats
import TestKit

extension FuzzTarget {
  /// An archive that passes its check can be read, and holds what its manifest says.
  ///
  /// Zips have checksums that chance does not find: bytes that are no zip are the contents of one, file after file,
  /// with a zero byte between them.
  static let archive = FuzzTarget("archive", "archives that are imported") { bytes in
    let isZip = bytes.starts(with: [0x50, 0x4B])
    let zip =
      isZip ? bytes : StoredZip.make(bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init))
    var limits = ArchiveLimits()
    limits.expansion = 16 << 20
    let reader = ArchiveReader(source: BytesSource(zip), limits: limits)
    let journal: ImportedJournal
    do { journal = try reader.readAll() } catch { return }
    Plant.fault(if: journal.categories.contains { $0.icon != "house" })
    var counts = ArchiveCounts()
    (counts.entries, counts.categories) = (Int64(journal.entries.count), Int64(journal.categories.count))
    (counts.images, counts.history) = (Int64(journal.images.count), Int64(journal.history.count))
    do {
      try reader.forEachAsset { _, pieces in
        counts.imageFiles += 1
        try pieces { _ in }
      }
    } catch {
      fatalError("an archive that passed its check cannot be read: \(error)")
    }
    promise(counts == journal.manifest?.counts, "the archive holds \(counts), its manifest says other numbers")
  }

  /// An export of Day One is understood or refused; what was read has all the pictures that it names.
  ///
  /// Bytes that are no zip are two journals and a picture, with a zero byte between them.
  static let dayOne = FuzzTarget("dayone", "exports of Day One that are imported") { bytes in
    let isZip = bytes.starts(with: [0x50, 0x4B])
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    var limits = ArchiveLimits()
    limits.expansion = 16 << 20
    let settings = ImportSettings(zone: FixedZone(), now: Instant(milliseconds: 0))
    let zip = isZip ? bytes : StoredZip.make(parts, names: ["Journal.json", "Work.json", "photos/aa.png"])
    let source = BytesSource(zip)
    var reader = DayOneReader(settings: settings, limits: limits)
    do { _ = try reader.check(source) { _ in } } catch { return }
    var (ids, assets): (Set<RecordName>, Set<String>) = ([], [])
    var pictures: Set<String> = []
    do {
      try reader.forEachEntry(source, progress: { _ in }) { filed in
        promise(ids.insert(filed.entry.id).inserted, "an id comes twice")
        assets.formUnion(reader.images(of: filed).compactMap(\.imageAsset))
        Plant.fault(if: filed.entry.isFavorite && !filed.entry.tags.isEmpty)
      }
      try reader.forEachFile(source) { name, pieces in
        pictures.insert(name)
        try pieces { _ in }
      }
    } catch {
      fatalError("an export that passed its check cannot be read: \(error)")
    }
    promise(assets == pictures, "other pictures came than were promised")
  }

  /// Text of jrnl is understood or refused; what a check takes is taken in, and what is taken in can be exported.
  static let jrnl = FuzzTarget("jrnl", "text of jrnl that is imported") { bytes in
    let importer = JrnlImporter(zone: FixedZone(), now: Instant(milliseconds: 1_700_000_000_000))
    attempt {
      _ = try importer.read(reader(of: bytes), nil)
      var entries: [Entry] = []
      do {
        _ = try importer.read(reader(of: bytes)) { entries.append($0.entry) }
      } catch {
        fatalError("text that passed its check cannot be read: \(error)")
      }
      for entry in entries { _ = JrnlExporter().string(entry) }
      Plant.fault(if: entries.contains { $0.isFavorite && $0.date.instant.milliseconds < 0 })
    }
  }

  static func reader(of bytes: [UInt8]) -> ByteReader {
    var offset = 0
    return { buffer in
      let count = min(buffer.count, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<(offset + count)])
      offset += count
      return count
    }
  }

  /// A picture's head is judged without decoding; what is taken out of a file leaves the picture, and no place.
  static let images = FuzzTarget("images", "the heads of pictures, and what is taken out of them") { bytes in
    let data = ImageData(bytes)
    let header: ImageHeader
    do { header = try ImageHeader(data) } catch { return }
    promise(header.width > 0 && header.height > 0, "a picture without pixels")
    promise(header.width * header.height <= ImageLimits.pixels, "a picture of \(header.width) × \(header.height)")
    promise((1...8).contains(header.orientation), "an orientation of \(header.orientation)")
    Plant.fault(if: header.format == .bmp && header.width == 77)
    let pieces: [FilePiece]
    do { pieces = try Stripping.pieces(data, header) ?? [] } catch { return }
    guard !pieces.isEmpty else { return }
    let kept = pieces.flatMap { piece -> [UInt8] in
      switch piece {
      case .copied(let range):
        promise(range.lowerBound >= 0 && range.upperBound <= bytes.count, "\(range) of \(bytes.count) bytes")
        return Array(bytes[range])
      case .written(let written): return written
      }
    }
    attempt {
      let left = try ImageHeader(ImageData(kept))
      promise(left.width == header.width && left.height == header.height, "another size was left")
      promise(!left.hasLocation && !left.hasCamera, "a place or a camera was left")
    }
  }

  /// Configuration files are understood, or refused with a sentence.
  static let config = FuzzTarget("config", "the configuration files of journal and server") { bytes in
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    do throws(InvalidInput) {
      let file = try ConfigFile(text: text, path: "config.toml")
      Plant.fault(if: file.defaultHour == 7 && file.screen.viMode == false)
    } catch {
      promise(!error.sentence.isEmpty, "a refusal without words")
    }
    do throws(InvalidInput) {
      _ = try UserThemes.theme("mine", text: text, path: "mine.toml")
    } catch {
      promise(!error.sentence.isEmpty, "a refusal without words")
    }
    do throws(ServerRefusal) {
      _ = try ServerConfiguration.resolve(flags: [:], file: "server.toml", environment: [:]) { _ in text }
    } catch {
      promise(!error.sentence.isEmpty, "a refusal without words")
    }
  }
}

/// Zips whose files lie in them as they are, with checksums that are right.
private enum StoredZip {
  private static let names = [
    "manifest.json", "records/categories-000001.jsonl", "records/entries-000001.jsonl",
    "records/images-000001.jsonl", "records/history-000001.jsonl",
  ]

  static func make(_ contents: [[UInt8]], names: [String] = StoredZip.names) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    let members = Array(zip(names, contents)).filter { !$0.1.isEmpty }
    for (name, content) in members {
      let offset = file.count
      let facts =
        bytes(20, 2) + bytes(0x800, 2) + bytes(0, 2) + bytes(0, 4) + bytes(Int(checksum(content)), 4)
        + bytes(content.count, 4) + bytes(content.count, 4) + bytes(name.utf8.count, 2) + bytes(0, 2)
      file += bytes(0x0403_4B50, 4) + facts + Array(name.utf8) + content
      directory += bytes(0x0201_4B50, 4) + bytes(20, 2) + facts + bytes(0, 2) + bytes(0, 2) + bytes(0, 2)
      directory += bytes(0, 4) + bytes(offset, 4) + Array(name.utf8)
    }
    let end =
      bytes(0x0605_4B50, 4) + bytes(0, 4) + bytes(members.count, 2) + bytes(members.count, 2)
      + bytes(directory.count, 4) + bytes(file.count, 4) + bytes(0, 2)
    return file + directory + end
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  /// CRC-32, as zips have it.
  private static func checksum(_ content: [UInt8]) -> UInt32 {
    ~content.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
  }
}
