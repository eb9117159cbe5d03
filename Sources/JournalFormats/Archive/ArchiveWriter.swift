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
  private var writtenFiles: Set<String> = []

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
    try append(categories, to: .categories, counted: \.categories) { ArchiveRecords.write($0, to: &$1) }
  }

  /// Appends entries as lines, in their order; images are added separately.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(entries: some Sequence<Entry>) throws {
    try append(entries, to: .entries, counted: \.entries) { ArchiveRecords.write($0, to: &$1) }
  }

  /// Appends the fields of pictures as lines; their bytes are added by ``append(imageBytes:)``.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(images: some Sequence<EntryImage>) throws {
    try append(images, to: .images, counted: \.images) { ArchiveRecords.write($0, to: &$1) }
  }

  /// Appends preferences as lines, in their order.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(preferences: some Sequence<Preference>) throws {
    try append(preferences, to: .preferences, counted: \.preferences) { ArchiveRecords.write($0, to: &$1) }
  }

  /// Appends what imports brought beside entries as lines, in their order; the bytes of files are added by
  /// ``append(file:bytes:_:)``.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(kept: some Sequence<KeptItem>) throws {
    try append(kept, to: .kept, counted: \.kept) { ArchiveRecords.write($0, to: &$1) }
  }

  /// Adds the bytes of a file that is no picture, unless they are there already.
  ///
  /// - Parameters:
  ///   - name: their SHA-256.
  ///   - bytes: how many they are.
  ///   - pieces: gives them piece by piece.
  /// - Throws: ``ExportError``, where they are not as many, too; the sink's error, or that of `pieces`.
  package func append(file name: String, bytes: Int64, _ pieces: ((ArraySlice<UInt8>) throws -> Void) throws -> Void)
    throws
  {
    guard writtenFiles.insert(name).inserted else { return }
    try zip.add(ArchiveFormat.keptFolder + name, size: bytes, pieces)
  }

  /// Appends replaced values as lines, in their order.
  ///
  /// - Throws: ``ExportError``, or the sink's error.
  package func append(history: some Sequence<HistoryItem>) throws {
    try append(history, to: .history, counted: \.history) { ArchiveRecords.write($0, to: &$1) }
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

  private func append<Value>(
    _ values: some Sequence<Value>, to lines: ArchiveFormat.Lines, counted count: WritableKeyPath<ArchiveCounts, Int64>,
    _ write: (Value, inout JSONWriter) -> Void
  ) throws {
    for value in values {
      counts[keyPath: count] += 1
      write(value, &pending[lines, default: JSONWriter()])
      pending[lines, default: JSONWriter()].lineFeed()
      if pending[lines]?.bytes.count ?? 0 >= ArchiveWriter.fileBytes { try flush(lines) }
    }
  }

  private func flush(_ lines: ArchiveFormat.Lines) throws {
    guard let bytes = pending[lines]?.bytes, !bytes.isEmpty else { return }
    let number = (fileCounts[lines] ?? 0) + 1
    fileCounts[lines] = number
    try zip.add(lines.member(number), bytes, isCompressible: true)
    pending[lines]?.removeAll()
  }
}
