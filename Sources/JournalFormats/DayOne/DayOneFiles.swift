import Crypto
import JournalCore

/// What the entries of an export list.
struct DayOneListed {
  let photos = DayOneFiles()
  /// Recordings, videos and PDFs, by ``DayOneFolder/key(_:)``.
  let others = DayOneFiles()
  /// The entries that were met, by their ids.
  let entries = DayOneEntryIDs()
}

/// The ids of the entries of an export, of which each comes once. Used by one reading at a time.
final class DayOneEntryIDs {
  private var keys: Set<DayOneFiles.Key> = []

  /// False where an entry of this id was met before.
  func insert(_ id: RecordName) -> Bool { keys.insert(DayOneFiles.Key(id.rawValue)).inserted }

  /// Whether an entry was met whose id in Day One a link names.
  func hasEntry(named uuid: String) -> Bool { keys.contains(DayOneFiles.Key(DayOneEntries.name(uuid).rawValue)) }
}

/// The pictures or the other files that the entries of an export list, and where their files are.
///
/// An export may have very many of them, so names are held as numbers. Used by one reading at a time.
final class DayOneFiles {
  /// A name in lower case: the first half of its SHA-256.
  struct Key: Hashable {
    private let high: UInt64
    private let low: UInt64

    init(_ name: some StringProtocol) {
      var number: (UInt64, UInt64) = (0, 0)
      for (place, byte) in SHA256.hash(data: Array(name.lowercased().utf8)).prefix(16).enumerated() {
        if place < 8 { number.0 = number.0 << 8 | UInt64(byte) } else { number.1 = number.1 << 8 | UInt64(byte) }
      }
      (high, low) = number
    }
  }

  /// How the names of a file may begin, by its identifier: by what is in it, or by what the text calls it.
  private var stems: [Key: [Key]] = [:]
  /// The places of files in the zip, by their names without an ending.
  private var files: [Key: Int] = [:]
  /// How often entries show one, by its identifier.
  private var shown: [Key: Int] = [:]

  /// Adds a file of the zip.
  func addFile(_ stem: some StringProtocol, place: Int) { files[Key(stem)] = place }

  /// Adds what an entry lists; one that another entry listed before stays.
  func list(_ identifier: String, stems names: [String]) {
    let key = Key(identifier)
    if stems[key] == nil { stems[key] = names.map { Key($0) } }
  }

  /// Counts what an entry shows.
  func show(_ identifier: String) { shown[Key(identifier), default: 0] += 1 }

  /// Whether the file of what an entry lists is in the zip.
  func isThere(_ identifier: String) -> Bool {
    let key = Key(identifier)
    return (stems[key] ?? [key]).contains { files[$0] != nil }
  }

  /// The places of all that is shown and are in the zip, by their identifiers, and how often entries show what is not there.
  func found() -> (places: [Key: Int], missing: Int) {
    var (places, missing): ([Key: Int], Int) = ([:], 0)
    for (key, count) in shown {
      if let place = (stems[key] ?? [key]).lazy.compactMap({ self.files[$0] }).first {
        places[key] = place
      } else {
        missing += count
      }
    }
    return (places, missing)
  }
}
