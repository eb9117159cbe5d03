import Foundation
package import JournalCore
import JournalFormats
import JournalSeal
import JournalStore
import SystemKit

/// What was written while a vault was locked: files in `inbox` that only the vault's key opens.
struct Inbox {
  private let paths: JournalPaths
  private var folder: String { paths.inbox }

  init(_ paths: JournalPaths) { self.paths = paths }

  /// A text that was understood when it was written, since “yesterday” means another day when the vault is unlocked.
  struct Note: Codable, Equatable {
    var version = 1
    var id: String
    var title: String
    var body: String
    /// The entry's date.
    var at: Int64
    var timeZone: String
    var offset: Int
    var isFavorite: Bool
    var mood: String?
    var category: String?
    /// Explicit tags.
    var tags: [String]?
  }

  /// The longest file that is read.
  private static let limit = 64 << 20

  /// The names of the notes; what a capture that was killed has left is none.
  var notes: [String] {
    FolderFiles.names(in: folder, prefix: "").filter { !$0.hasPrefix(".") && !$0.hasSuffix(".new") }
  }

  /// Removes the folder with what captures that were killed have left in it; to be called while no capture can write.
  func removeFolder() {
    for name in FolderFiles.names(in: folder, prefix: "") where name.hasSuffix(".new") { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Seals a note so that only the vault's key opens it; on the disk when this returns.
  ///
  /// - Throws: ``CommandFailure`` with the code `busy` where the vault is just being removed, whose key would go with it.
  func keep(_ note: Note) throws {
    let vault = JournalVault(paths)
    _ = try vault.settled()
    try vault.whileItStays { file in try keep(note, in: file) }
  }

  private func keep(_ note: Note, in file: VaultFile) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let sealed = try CaptureKey.seal(Array(try encoder.encode(note)), to: file.capture, of: file.id)
    try FolderMaker.make(folder)
    try WholeFile.saying("cannot be written") { () throws(SystemError) in
      try SystemFile.replace("\(folder)/\(note.id)", with: sealed)
    }
  }

  /// The same for a journal that was opened just now, where it is in a vault and can be written.
  func takeIn(_ vault: JournalVault.Opened?, _ store: JournalStore, _ environment: StoreEnvironment) throws {
    guard let vault, !store.isReadOnly, !notes.isEmpty else { return }
    let context = JournalContext(
      store: store, environment: environment, zone: ProcessZone(), lockPath: paths.folder + "/categories.lock")
    do { _ = try takeIn(vault, context) } catch is StoreError {
      // Such as a full disk: the notes stay where they are, and the journal can be read all the same.
    }
  }

  /// Makes entries of what is there, and removes it; what cannot be opened stays.
  ///
  /// Of two processes that do so at once, each note becomes one entry: its name is given.
  ///
  /// - Returns: How many notes could not be taken in.
  func takeIn(_ vault: JournalVault.Opened, _ context: JournalContext) throws -> Int {
    let names = notes
    guard !names.isEmpty else { return 0 }
    let capture = try vault.key.capture()
    var left = 0
    for name in names {
      let path = "\(folder)/\(name)"
      do {
        let sealed = try WholeFile.read(path, atMost: Inbox.limit)
        let note = try JSONDecoder().decode(Note.self, from: Data(try capture.open(sealed, of: vault.file.id)))
        guard note.version == 1 else { throw SealFailure.newer }
        try context.save(note)
      } catch let failure as CommandFailure where failure.code == .notFound {
        // Another process has taken it in.
        continue
      } catch let error as StoreError {
        throw error
      } catch {
        // It stays where it is, and “doctor” tells of it.
        left += 1
        continue
      }
      try WholeFile.saying("cannot be removed") { () throws(SystemError) in try SystemFile.remove(path) }
    }
    return left
  }
}

extension JournalContext {
  fileprivate func save(_ note: Inbox.Note) throws {
    var entry = Entry(
      id: RecordName(note.id), title: note.title, body: note.body,
      date: EntryDate(
        instant: Instant(milliseconds: note.at), timeZone: note.timeZone, offsetSeconds: note.offset),
      modifiedAt: now.instant)
    entry.isFavorite = note.isFavorite
    if let mood = note.mood { entry.mood = Mood(rawValue: mood) }
    entry.tags = note.tags ?? []
    try EntryRules.check(entry)
    let category: FiledCategory
    do {
      category = try filedCategory(note.category)
    } catch let failure as CommandFailure where failure.code == .usage {
      // No category can have that name; the words are worth more.
      category = .none
    }
    do {
      _ = try save(entry, filedUnder: category)
    } catch let error as StoreError {
      guard case .recordExists = error else { throw error }
      // It is in the journal: a process was killed before it removed the note.
    }
  }
}

/// Writing a text down while the vault is locked.
package struct LockedCapture {
  private let paths: JournalPaths
  private let zone: any LocalZone
  private let now: EntryDate
  private let clock: NaturalDate.Clock
  private let order: DateOrder?

  /// - Parameters:
  ///   - defaultHour: As ``JournalOpening/defaultHour``.
  ///   - dateOrder: As ``JournalOpening/dateOrder``.
  package init(_ paths: JournalPaths, defaultHour: Int? = nil, dateOrder: DateOrder? = nil) {
    (self.paths, zone, order) = (paths, ProcessZone(), dateOrder)
    clock = defaultHour.flatMap { NaturalDate.Clock(hour: $0, minute: 0) } ?? .nine
    now = zone.date(instant: World.now())
  }

  /// Seals a text for the journal, which has it when it is unlocked.
  ///
  /// - Parameter new: Of which the words, date, star, mood, category and tags count.
  /// - Throws: ``CommandFailure`` or ``InvalidInput`` where it is no text, date, mood or tag; ``VaultFailure``.
  package func write(_ new: NewEntry) throws {
    let given = new.text ?? (new.title == nil && new.body == nil ? "" : nil)
    let capture = try given.map { try CaptureText($0, now: now, zone: zone, defaultClock: clock, order: order) }
    let (title, body) = new.words(capture)
    guard !title.isEmpty || !body.isEmpty else {
      throw CommandFailure(.invalidInput, "There is no text to write down. Give some words, --title or --body.")
    }
    var date = capture?.date?.date ?? now
    if let text = new.date {
      do {
        date = try NaturalDate.parse(text, now: now, zone: zone, defaultClock: clock, order: order).date
      } catch { throw CommandFailure.usage(error.sentence) }
    }
    let note = Inbox.Note(
      id: RecordNameSource(World.storeEnvironment()).next().rawValue, title: title, body: body,
      at: date.instant.milliseconds, timeZone: date.timeZone,
      offset: date.offsetSeconds, isFavorite: capture?.isFavorite == true || new.isFavorite,
      mood: try JournalContext.mood(named: new.mood)?.rawValue, category: new.category,
      tags: try JournalContext.tags(named: new.tags))
    try Inbox(paths).keep(note)
  }
}
