import Crypto
import Encodings
package import JournalCore

/// Writes an archive in batches, so that a journal of any size needs little memory.
///
/// Append what the journal holds, in an order that does not depend on chance (by id), and then `finish`; the same
/// calls give the same bytes. After an error the archive is worthless. Not to be used from two threads at once.
package final class ArchiveWriter {
  private let zip: ZipWriter
  private let createdAt: Instant
  private var counts = ArchiveCounts()
  private var pending: [ArchiveFormat.Lines: JSONWriter] = [:]
  private var fileCounts: [ArchiveFormat.Lines: Int] = [:]
  private var writtenImages: Set<String> = []

  /// Lines are packed into files of about this many bytes.
  private static let fileBytes = 4 << 20

  /// - Parameter sink: takes the archive's bytes, in order; an error that it throws comes out of the call that caused
  ///   it.
  package init(
    createdAt: Instant, limits: ArchiveLimits = ArchiveLimits(), sink: @escaping ([UInt8]) throws -> Void
  ) throws {
    self.createdAt = createdAt
    zip = try ZipWriter(limits: limits, sink: sink)
  }

  /// Appends categories as lines, in their order.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(categories: some Sequence<JournalCore.Category>) throws {
    for category in categories {
      counts.categories += 1
      try append(.categories) { ArchiveRecords.write(category, to: &$0) }
    }
  }

  /// Appends entries as lines, in their order; images are added separately.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(entries: some Sequence<Entry>) throws {
    for entry in entries {
      counts.entries += 1
      try append(.entries) { ArchiveRecords.write(entry, to: &$0) }
    }
  }

  /// Appends the fields of pictures as lines; their bytes are added by ``append(imageBytes:)``.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(images: some Sequence<EntryImage>) throws {
    for image in images {
      counts.images += 1
      try append(.images) { ArchiveRecords.write(image, to: &$0) }
    }
  }

  /// Appends replaced values as lines, in their order.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(history: some Sequence<HistoryItem>) throws {
    for item in history {
      counts.history += 1
      try append(.history) { ArchiveRecords.write(item, to: &$0) }
    }
  }

  /// Adds a picture's bytes and returns their name, the `imageAsset` of the pictures that have them.
  ///
  /// Bytes that are in the archive already are not added again.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  @discardableResult
  package func append(imageBytes: [UInt8]) throws -> String {
    let name = Hexadecimal.text(SHA256.hash(data: imageBytes))
    if writtenImages.insert(name).inserted {
      counts.imageFiles += 1
      try zip.add(ArchiveFormat.imageFolder + name, imageBytes, isCompressible: false)
    }
    return name
  }

  /// Writes what is left, the manifest and the directory, and returns what the archive holds.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  @discardableResult
  package func finish() throws -> ArchiveCounts {
    for lines in ArchiveFormat.Lines.allCases { try flush(lines) }
    var json = JSONWriter()
    ArchiveRecords.write(ArchiveManifest(createdAt: createdAt, counts: counts), to: &json)
    json.lineFeed()
    try zip.add(ArchiveFormat.manifest, json.bytes, isCompressible: true)
    try zip.finish()
    return counts
  }

  private func append(_ lines: ArchiveFormat.Lines, _ write: (inout JSONWriter) -> Void) throws {
    write(&pending[lines, default: JSONWriter()])
    pending[lines, default: JSONWriter()].lineFeed()
    if pending[lines]?.bytes.count ?? 0 >= ArchiveWriter.fileBytes { try flush(lines) }
  }

  private func flush(_ lines: ArchiveFormat.Lines) throws {
    guard let bytes = pending[lines]?.bytes, !bytes.isEmpty else { return }
    let number = (fileCounts[lines] ?? 0) + 1
    fileCounts[lines] = number
    try zip.add(lines.member(number), bytes, isCompressible: true)
    pending[lines]?.removeAll()
  }
}
