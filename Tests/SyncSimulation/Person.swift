import JournalCore
import JournalModel
import JournalStore

/// What persons did in the whole run, for the checks at its end: which words were written, and which were taken out by
/// somebody who saw them.
struct Deeds {
  /// Every word written, by record.
  var written: [String: Set<String>] = [:]
  /// Words of bodies that some person took out.
  var takenOut: Set<String> = []
  /// Words of bodies, by entry.
  var bodyWords: [String: Set<String>] = [:]
  /// By the word of a title, the one that it replaced before its writer's eyes.
  var replacedTitles: [String: String] = [:]
  /// Words that went with an entry that somebody removed for good, having seen them.
  var purged: Set<String> = []
  /// Words that were nowhere but on a disk that was lost.
  var lost: Set<String> = []
  /// Entries that a restored device had as the server last had them, and that the server had no longer: the true time.
  var restoredInVain: [String: Int64] = [:]
  /// By entry, the true time at which somebody last changed it or its pictures.
  var touchedAt: [String: Int64] = [:]
  /// By title, the true time at which it was written.
  var titledAt: [String: Int64] = [:]
  /// By entry, every title that it was given.
  var titles: [String: [String]] = [:]
  /// The true time.
  var now: Int64 = 0
  /// Entries that somebody removed for good.
  var purgedEntries: Set<String> = []
  /// By entry, what another program noted last in a field that is not known here.
  var weather: [String: String] = [:]
  /// By entry, what a newer version wrote last in a field that only it knows.
  var places: [String: String] = [:]
  /// Records of types that are not known here.
  var unknownRecords: Set<String> = []
  /// Words that a device had not sent when it was removed, or wrote after that: they are there alone, or in a history.
  var apart: Set<String> = []
  /// Records that a person sent over something that could not be opened.
  var sentOver: Set<String> = []
  var edits = 0
  var editsInFlight = 0

  mutating func note(title: String, of entry: RecordName) {
    titledAt[title] = now
    titles[entry.rawValue, default: []].append(title)
  }
}

/// Marks words that stand nowhere else.
enum Token {
  static func make(device: Int, number: Int) -> String { "zq\(device)n\(number)" }

  static func all(in text: String) -> Set<String> {
    var found: Set<String> = []
    for word in text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) where word.starts(with: "zq".utf8) {
      found.insert(String(decoding: word, as: UTF8.self))
    }
    return found
  }

  /// Words of which one text has fewer than another: both versions of an overlap may hold the same one.
  static func fewer(in after: String, than before: String) -> Set<String> {
    let counts = (before: counts(in: before), after: counts(in: after))
    return Set(counts.before.filter { $0.value > counts.after[$0.key] ?? 0 }.keys)
  }

  private static func counts(in text: String) -> [String: Int] {
    text.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }).filter { $0.starts(with: "zq".utf8) }
      .reduce(into: [:]) { $0[String(decoding: $1, as: UTF8.self), default: 0] += 1 }
  }

  static func all(in entry: Entry) -> Set<String> {
    var found = all(in: entry.title).union(all(in: entry.body))
    for tag in entry.tags { found.formUnion(all(in: tag)) }
    return found
  }
}

/// One device's writer: edits what the device shows, as a person would.
struct Person {
  let device: Int
  /// Whether the device's version of this program has moods.
  var knowsMoods = true
  /// Of the latest word that it wrote.
  private(set) var number = 0
  let newName: () -> RecordName
  /// Chance of what is done with preferences; nil where nothing is, so that a run goes as it did without them.
  var habits: Chance?

  init(device: Int, names: RecordNameSource) {
    self.device = device
    newName = { names.next() }
  }

  private static let words = ["canal", "heron", "coffee", "rain", "the", "a", "morning", "run", "miles", "quiet"]

  private mutating func token() -> String {
    number += 1
    return Token.make(device: device, number: number)
  }

  /// Does something; what it was, for the trace, and the record concerned.
  ///
  /// - Parameters:
  ///   - wanted: An entry to edit, if it is still there.
  ///   - unseen: The words that others have in an entry: on the server, or not sent yet.
  mutating func act(
    on store: any JournalStoring, files: SimulatedFiles?, at now: Instant, plan: Plan, wanted: RecordName? = nil,
    _ chance: inout Chance, _ deeds: inout Deeds, unseen: (RecordName) throws -> Set<String>
  ) throws -> String? {
    if wanted == nil, var habits {
      defer { self.habits = habits }
      if habits.happens(200) {
        deeds.edits += 1
        return try changePreference(store, at: now, &habits)
      }
    }
    let names = try store.entryNames(prefix: "", limit: 10_000)
    if let wanted, let entry = try store.entry(wanted), try !store.remark(of: wanted).isNewerFormat {
      return try edit(entry, store, at: now, &chance, &deeds)
    }
    if names.isEmpty || chance.happens(names.count < 6 ? 350 : 60) {
      return try create(store, at: now, &chance, &deeds)
    }
    if chance.happens(40) { return try changeCategory(store, at: now, &chance) }
    guard let entry = try store.entry(chance.pick(names)) else { return nil }
    if try store.remark(of: entry.id).isNewerFormat { return try tryInVain(entry, store) }
    if entry.trashedAt != nil, chance.happens(plan.purge * 10) { return try purge(entry, store, unseen, &deeds) }
    if chance.happens(plan.pictures) {
      deeds.touchedAt[entry.id.rawValue] = deeds.now
      return try changePicture(entry, store, files, at: now, &chance)
    }
    return try edit(entry, store, at: now, &chance, &deeds)
  }

  /// An entry of a later format may be read only.
  private func tryInVain(_ entry: Entry, _ store: any JournalStoring) throws -> String? {
    do throws(StoreError) {
      let edit = JournalEdit(name: "edit", operations: [.editEntry(entry.id, [.isFavorite(!entry.isFavorite)])])
      _ = try store.apply(edit, cause: .edit)
    } catch .invalid {
      return nil
    }
    throw EditedLaterFormat()
  }

  struct EditedLaterFormat: Error {}

  // MARK: Entries

  private mutating func create(
    _ store: any JournalStoring, at now: Instant, _ chance: inout Chance, _ deeds: inout Deeds
  ) throws -> String {
    let (title, body) = (token(), token())
    let id = newName()
    var operations: [JournalOperation] = []
    var category: RecordName?
    if chance.happens(200) {
      let new = JournalCore.Category(id: newName(), name: "Drawer \(number)", modifiedAt: now)
      operations.append(.createCategory(new))
      category = new.id
    } else if chance.happens(300) {
      category = try store.categories(includingTrash: false).first?.id
    }
    let isEmpty = chance.happens(50)
    let text = isEmpty ? "" : "\(sentence(&chance)) \(body)\n\n\(sentence(&chance))\n\n\(sentence(&chance))"
    let entry = Entry(
      id: id, title: isEmpty ? "" : title, body: text,
      date: EntryDate(instant: now, timeZone: "Europe/Vienna", offsetSeconds: 3600), modifiedAt: now, category: category
    )
    operations.append(.createEntry(entry))
    _ = try store.apply(JournalEdit(name: "new", operations: operations), cause: .edit)
    deeds.edits += 1
    deeds.touchedAt[id.rawValue] = deeds.now
    if !isEmpty {
      deeds.note(title: title, of: id)
      deeds.written[id.rawValue, default: []].formUnion([title, body])
      deeds.bodyWords[id.rawValue, default: []].insert(body)
    }
    return "creates \(short(id))"
  }

  private mutating func edit(
    _ entry: Entry, _ store: any JournalStoring, at now: Instant, _ chance: inout Chance, _ deeds: inout Deeds
  ) throws -> String? {
    var changes: [EntryChange] = []
    var what = ""
    switch chance.below(20) {
    case 0..<9:
      let body = changedBody(entry.body, &chance)
      changes = [.body(body.text)]
      what = "writes \(body.new.joined(separator: " ")) into"
      deeds.takenOut.formUnion(Token.fewer(in: body.text, than: entry.body))
      deeds.written[entry.id.rawValue, default: []].formUnion(body.new)
      deeds.bodyWords[entry.id.rawValue, default: []].formUnion(body.new)
    case 9..<12:
      let title = token()
      changes = [.title(title)]
      what = "calls \(title)"
      deeds.note(title: title, of: entry.id)
      deeds.written[entry.id.rawValue, default: []].insert(title)
      if !entry.title.isEmpty { deeds.replacedTitles[title] = entry.title }
    case 12:
      let mood = chance.pick([nil, Mood.happy, .sad, .excited])
      guard knowsMoods else { return nil }
      changes = [.mood(mood)]
    case 13: changes = [.isFavorite(!entry.isFavorite)]
    case 14, 15:
      var tags = entry.tags
      if !tags.isEmpty, chance.happens(400) {
        deeds.takenOut.insert(tags.remove(at: chance.below(tags.count)))
      } else {
        let tag = token()
        tags.append(tag)
        deeds.written[entry.id.rawValue, default: []].insert(tag)
      }
      changes = [.tags(tags)]
    case 16:
      changes = [
        .date(
          EntryDate(
            instant: Instant(milliseconds: now.milliseconds - chance.between(0, 86_400_000)),
            timeZone: chance.pick(["Europe/Vienna", "Asia/Tokyo", ""]), offsetSeconds: chance.pick([3600, 32_400, 0])))
      ]
    case 17:
      let categories = try store.categories(includingTrash: false)
      changes = [.category(categories.isEmpty || chance.happens(300) ? nil : chance.pick(categories).id)]
    default: changes = [.trashedAt(entry.trashedAt == nil ? now : nil)]
    }
    if what.isEmpty { what = "sets \(changes.map { "\($0)".prefix(24) }.joined()) of" }
    _ = try store.apply(
      JournalEdit(name: "edit", operations: [.editEntry(entry.id, changes)]), cause: .edit)
    deeds.edits += 1
    deeds.touchedAt[entry.id.rawValue] = deeds.now
    return "\(what) \(short(entry.id))"
  }

  private mutating func changedBody(_ body: String, _ chance: inout Chance) -> (text: String, new: [String]) {
    var lines = body.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let line = chance.below(lines.count)
    let new = token()
    switch chance.below(10) {
    case 0..<4: lines += ["", "\(sentence(&chance)) \(new)"]
    case 4..<7:
      var words = lines[line].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      words.insert(new, at: chance.below(words.count + 1))
      lines[line] = words.joined(separator: " ")
    case 7: lines[line] = "\(new) \(sentence(&chance))"
    case 8:
      lines.insert("\(sentence(&chance)) \(new)", at: line)
    default:
      lines.remove(at: line)
      return (lines.joined(separator: "\n"), [])
    }
    return (lines.joined(separator: "\n"), [new])
  }

  private func sentence(_ chance: inout Chance) -> String {
    (0..<(3 + chance.below(5))).map { _ in chance.pick(Person.words) }.joined(separator: " ")
  }

  /// What goes with an entry are the words that its remover saw, and those that somebody else had replaced before; what
  /// others wrote meanwhile has to stay.
  private func purge(
    _ entry: Entry, _ store: any JournalStoring, _ unseen: (RecordName) throws -> Set<String>, _ deeds: inout Deeds
  ) throws -> String {
    var seen = Token.all(in: entry)
    for item in try store.history(of: entry.id) { seen.formUnion(Token.all(in: item.oldText)) }
    let replaced = deeds.takenOut.union(deeds.replacedTitles.values)
    let stays = try unseen(entry.id).subtracting(seen).subtracting(replaced)
    let goes = (deeds.written[entry.id.rawValue] ?? []).subtracting(stays)
    deeds.purged.formUnion(goes)
    deeds.takenOut.formUnion(goes)
    deeds.purgedEntries.insert(entry.id.rawValue)
    _ = try store.purge([entry.id])
    deeds.edits += 1
    return "removes \(short(entry.id)) for good"
  }

  // MARK: The rest

  private mutating func changeCategory(
    _ store: any JournalStoring, at now: Instant, _ chance: inout Chance
  ) throws -> String? {
    let categories = try store.categories(includingTrash: true)
    guard !categories.isEmpty else { return nil }
    let category = chance.pick(categories)
    let change: CategoryChange =
      chance.happens(300)
      ? .trashedAt(category.trashedAt == nil ? now : nil) : .name("Drawer \(device) \(chance.below(1000))")
    _ = try store.apply(
      JournalEdit(name: "category", operations: [.editCategory(category.id, [change])]), cause: .edit)
    return "changes drawer \(short(category.id))"
  }

  private mutating func changePicture(
    _ entry: Entry, _ store: any JournalStoring, _ files: SimulatedFiles?, at now: Instant, _ chance: inout Chance
  ) throws -> String {
    // Now and then the same picture twice.
    let file = files.map { $0.add(Array("picture \(device) \(chance.below(40))".utf8)) }
    let images = try store.images(of: entry.id)
    if images.isEmpty || chance.happens(400) {
      let image = EntryImage(
        id: newName(), entry: entry.id, imageAsset: file, caption: "picture \(device)", modifiedAt: now)
      _ = try store.apply(JournalEdit(name: "picture", operations: [.createImage(image)]), cause: .edit)
      return "adds picture \(short(image.id)) to \(short(entry.id))"
    }
    let image = chance.pick(images)
    var change: ImageChange = chance.happens(300) ? .trashedAt(now) : .caption("caption \(chance.below(1000))")
    if let file, chance.happens(300) { change = .imageAsset(file) }
    _ = try store.apply(JournalEdit(name: "picture", operations: [.editImage(image.id, [change])]), cause: .edit)
    return "changes picture \(short(image.id))"
  }
}

/// The end of a name, which is what tells names apart.
func short(_ name: RecordName) -> String { String(name.rawValue.suffix(5)) }
