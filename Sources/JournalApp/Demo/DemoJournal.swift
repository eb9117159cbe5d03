import DemoAssets
import Foundation
import JournalCore
package import JournalStore
import SystemKit

/// The journal of `--demo`: a copy that can be lost without harm, with something of everything in it.
package enum DemoJournal {
  private struct File: Decodable {
    var formatVersion: Int
    var categories: [CategoryItem]
    var entries: [EntryItem]
  }

  private struct CategoryItem: Decodable {
    var id: String
    var name: String
    var colorHex: String
    var icon: String
    var sortOrder: Int64
  }

  private struct EntryItem: Decodable {
    var id: String
    var title: String
    var body: String
    /// The wall clock, `YYYY-MM-DDTHH:MM`.
    var createdAt: String
    var timeZone: String
    var offset: Int
    var mood: String?
    var isFavorite: Bool?
    var category: String?
    var tags: [String]?
    var images: [ImageItem]?
  }

  private struct ImageItem: Decodable {
    var id: String
    /// The name of a file beside the journal.
    var file: String
    var caption: String
  }

  /// The demo's records.
  ///
  /// - Parameter keep: Keeps a picture's bytes, and returns the asset's name.
  /// - Throws: ``InvalidInput`` where the demo's own files contradict each other; the error of `keep`.
  package static func records(_ keep: ([UInt8]) throws -> String) throws -> ImportBatch {
    let file = try JSONDecoder().decode(File.self, from: Data(DemoAssets.journal))
    guard file.formatVersion == 1 else { throw InvalidInput("The demo journal has format \(file.formatVersion).") }
    let categories = file.categories.map { item in
      JournalCore.Category(
        id: RecordName(item.id), name: item.name, colorHex: item.colorHex, icon: item.icon,
        sortOrder: item.sortOrder, modifiedAt: Instant(milliseconds: 1_704_096_000_000))
    }
    return ImportBatch(
      source: "demo", entries: try file.entries.map(entry), categories: categories,
      images: try file.entries.flatMap { try images(of: $0, keep) })
  }

  private static func images(of item: EntryItem, _ keep: ([UInt8]) throws -> String) throws -> [EntryImage] {
    let date = try entry(item).date
    return try (item.images ?? []).enumerated().map { order, image in
      guard let bytes = DemoAssets.picture(image.file) else {
        throw InvalidInput("The demo journal has no picture named \(image.file).")
      }
      return EntryImage(
        id: RecordName(image.id), entry: RecordName(item.id), imageAsset: try keep(bytes), caption: image.caption,
        sortOrder: Int64(order), modifiedAt: date.instant)
    }
  }

  private static func entry(_ item: EntryItem) throws -> Entry {
    guard let local = clock(item.createdAt) else {
      throw InvalidInput("The demo journal has an entry of “\(item.createdAt)”, which is no date.")
    }
    let date = EntryDate(local: local, timeZone: item.timeZone, offsetSeconds: item.offset)
    return Entry(
      id: RecordName(item.id), title: item.title, body: item.body, mood: item.mood.map { Mood(rawValue: $0) },
      date: date, modifiedAt: date.instant, isFavorite: item.isFavorite ?? false,
      category: item.category.map { RecordName($0) }, tags: item.tags ?? [])
  }

  private static func clock(_ text: String) -> CivilDateTime? {
    let numbers = text.split(whereSeparator: { $0 == "-" || $0 == "T" || $0 == ":" }).compactMap { Int($0) }
    guard numbers.count == 5, let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) else {
      return nil
    }
    return CivilDateTime(date: date, hour: numbers[3], minute: numbers[4])
  }

  private static let prefix = "cloudjournal-demo-"

  /// Whether these are the paths of a copy.
  static func isCopy(_ paths: JournalPaths) -> Bool {
    paths.folder.split(separator: "/").dropLast().last?.hasPrefix(prefix) == true
  }

  /// Makes a folder with a copy of the demo that ``removeCopy(_:)`` removes.
  ///
  /// - Returns: The paths of the copy, whose journal is called Demo.
  /// - Throws: ``InvalidInput`` for the folder, ``StoreError`` for the journal; nothing is left then.
  package static func makeCopy(environment: StoreEnvironment, variables: [String: String]) throws -> JournalPaths {
    let paths = try makeFolder(variables)
    do {
      let store = try JournalStore(path: paths.database, environment: environment)
      let assets = AssetFolder(path: paths.folder + "/images")
      _ = try store.importRecords(try records(assets.keep))
      try store.close()
    } catch {
      try removeCopy(paths)
      throw error
    }
    return paths
  }

  /// Makes a folder for a journal that can be lost without harm; ``removeCopy(_:)`` removes it.
  ///
  /// - Returns: The paths of the journal, which is not there yet.
  /// - Throws: ``InvalidInput`` for the folder.
  package static func makeFolder(_ variables: [String: String]) throws -> JournalPaths {
    var template = Array(((variables["TMPDIR"] ?? "/tmp") + "/\(prefix)XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw InvalidInput(
        "No folder could be made in \(variables["TMPDIR"] ?? "/tmp"): \(String(cString: strerror(errno))).")
    }
    let folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return try JournalPaths(journal: folder + "/Demo", environment: variables)
  }

  /// Removes what ``makeCopy(environment:variables:)`` made.
  ///
  /// - Throws: The file system's error.
  package static func removeCopy(_ paths: JournalPaths) throws {
    try WholeFile.saying("cannot be removed") { () throws(SystemError) in
      try SystemFile.removeFolder(SystemFile.folder(of: paths.folder))
    }
  }
}
