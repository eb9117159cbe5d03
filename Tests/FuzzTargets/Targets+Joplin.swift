import JournalCore
import JournalFormats
import TestKit

extension FuzzTarget {
  /// An export of Joplin is understood or refused; what was checked can be taken in, with all the pictures and other files that it names.
  ///
  /// Bytes that are no tar are files of one, with a zero byte between them: items, and a picture at the end.
  static let joplin = FuzzTarget("joplin", "exports of Joplin that are imported") { bytes in
    let isTar = bytes.count >= 512 && bytes[257..<262].elementsEqual("ustar".utf8)
    let parts = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
    let members = parts.prefix(8).enumerated().map { index, part in
      TarBuilder.Member(index == 7 ? "resources/\(id(7)).png" : "\(id(index)).md", part)
    }
    let source = BytesSource(isTar ? bytes : TarBuilder(members: members).bytes)
    var reader = JoplinReader(settings: ImportSettings(zone: FixedZone(), now: Instant(milliseconds: 0)))
    do { _ = try reader.check(source) { _ in } } catch { return }
    var (ids, assets): (Set<RecordName>, Set<String>) = ([], [])
    var files: Set<String> = []
    do {
      try reader.forEachEntry(source, progress: { _ in }) { filed in
        promise(ids.insert(filed.entry.id).inserted, "an id comes twice")
        assets.formUnion(reader.images(of: filed).compactMap(\.imageAsset))
        assets.formUnion(reader.kept(of: filed).compactMap(\.asset))
        Plant.fault(if: !filed.entry.tags.isEmpty && filed.categoryName == nil)
      }
      try reader.forEachFile(source) { name, pieces in
        files.insert(name)
        try pieces { _ in }
      }
    } catch {
      fatalError("an export that passed its check cannot be read: \(error)")
    }
    promise(assets == files, "other files came than were promised")
  }

  private static func id(_ number: Int) -> String { String(repeating: "0", count: 31) + String(number) }
}
