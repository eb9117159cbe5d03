import JournalApp
import JournalCore
import JournalStore
import Testing

@Suite struct FilingTests {
  let journal: TestJournal
  private var context: JournalContext { journal.context }

  init() throws {
    journal = try TestJournal()
  }

  private func names() throws -> [String] { try journal.store.categories(includingTrash: false).map(\.name) }

  @Test func categoriesAreMadeOneBehindTheOther() throws {
    let work = try context.addCategory("Work", color: "#f00", icon: "book")
    _ = try context.addCategory(" Home ", color: nil, icon: nil)
    #expect(work.colorHex == "#FF0000" && work.icon == "book")
    #expect(try names() == ["Work", "Home"])
  }

  @Test func oneNameIsOneCategory() throws {
    _ = try context.addCategory("Work", color: nil, icon: nil)
    #expect(journal.failure { _ = try context.addCategory("wORK", color: nil, icon: nil) }?.code == .exists)
    _ = try context.addCategory("Home", color: nil, icon: nil)
    #expect(
      journal.failure { _ = try context.editCategory("home", name: "work", color: nil, icon: nil) }?.code == .exists)
    #expect(try context.editCategory("work", name: "WORK", color: nil, icon: nil).name == "WORK")
  }

  @Test(arguments: [("", nil, nil), ("  ", nil, nil), ("a\nb", nil, nil), ("x", "reddish", nil), ("x", nil, "../icon")])
  func whatCannotBeACategoryIsRefused(name: String, color: String?, icon: String?) throws {
    #expect(journal.failure { _ = try context.addCategory(name, color: color, icon: icon) }?.exitStatus == 2)
    #expect(try names() == [])
  }

  @Test func anEditWithoutAnythingToChangeIsRefused() throws {
    _ = try context.addCategory("Work", color: nil, icon: nil)
    #expect(journal.failure { _ = try context.editCategory("Work", name: nil, color: nil, icon: nil) }?.code == .usage)
    #expect(
      journal.failure { _ = try context.editCategory("None", name: "x", color: nil, icon: nil) }?.code == .notFound)
  }

  @Test func deletingUnfilesAndTakingBackRefiles() throws {
    let entry = try journal.add("Run", category: "Health")
    let category = try context.category("health")
    #expect(try context.removeCategory(category) == 1)
    #expect(try journal.store.count(.unfiled) == 1)
    #expect(try journal.store.entry(entry.id)?.category == category.id)
    try context.restoreCategory(try context.deletedCategory("HEALTH"))
    #expect(try journal.store.count(.unfiled) == 0)
    #expect(journal.failure { _ = try context.deletedCategory("Health") }?.code == .notFound)
  }

  @Test func theNamedOnesComeFirst() throws {
    for name in ["A", "B", "C", "D"] { _ = try context.addCategory(name, color: nil, icon: nil) }
    #expect(try context.orderCategories(["c", "A"]).map(\.name) == ["C", "A", "B", "D"])
    #expect(try names() == ["C", "A", "B", "D"])
    #expect(journal.failure { _ = try context.orderCategories(["A", "a"]) }?.code == .usage)
    #expect(journal.failure { _ = try context.orderCategories(["B", "Z"]) }?.code == .notFound)
    #expect(try names() == ["C", "A", "B", "D"])
  }

  @Test func theTrashGivesBack() throws {
    let one = try journal.add("One")
    let two = try journal.add("Two")
    try context.trash([one, two])
    #expect(try journal.store.count(.all) == 0 && context.trashContents().entries == 2)
    #expect(journal.failure { _ = try context.entry(one.id.rawValue, inTrash: false) }?.code == .notFound)
    try context.restore([try context.entry(one.id.rawValue, inTrash: true)])
    #expect(try journal.store.count(.all) == 1)
    try context.emptyTrash()
    #expect(try journal.store.entry(two.id) == nil)
  }

  @Test func historyTellsWhatWasReplacedAndRestoresIt() throws {
    let entry = try journal.add("First", "one two three", category: "Work")
    var fields = EntryFields()
    (fields.title, fields.body) = ("Second", "one 2 three")
    _ = try context.edit(entry, fields)
    fields = EntryFields()
    fields.mood = "sad"
    _ = try context.edit(try context.entry(entry.id.rawValue), fields)

    let history = try context.history(entry.id.rawValue)
    #expect(history.steps.count == 2)
    #expect(try history.version(before: 1).mood == nil)
    #expect(try history.version(before: 2).title == "First")
    #expect(throws: CommandFailure.self) { _ = try history.version(before: 3) }
    #expect(throws: CommandFailure.self) { _ = try history.version(before: 0) }

    let restored = try #require(try context.restore(history, before: 2))
    #expect(restored.title == "First" && restored.body == "one two three" && restored.mood == nil)
    #expect(try context.history(entry.id.rawValue).steps.first?.cause == .restore)
    let again = try context.history(entry.id.rawValue)
    #expect(try context.restore(again, before: 3) == nil)
  }

  @Test func historyWritesDatesAsListsDo() throws {
    let entry = try journal.add("Charlemagne", on: "0800-12-05 12:00")
    var fields = EntryFields()
    (fields.date, fields.isFavorite) = ("0814-01-28 09:00", true)
    _ = try context.edit(entry, fields)
    var output = Printout(isStyled: false)
    try context.history(entry.id.rawValue).print(zone: context.zone, to: &output)
    let text = String(decoding: output.bytes, as: UTF8.self)
    #expect(text.contains("date: Tue 5 Dec 800 · 12:00") && text.contains("favourite: no"), "\(text)")
    #expect(!text.contains("0800") && !text.contains("isFavorite") && !text.contains("createdAt"))
  }

  @Test func differencesAreMarkedInAPipeToo() throws {
    let entry = try journal.add("Title", "one two three")
    var fields = EntryFields()
    fields.body = "one 2 three"
    _ = try context.edit(entry, fields)
    var output = Printout(isStyled: false)
    try context.history(entry.id.rawValue).printDifference(before: 1, to: &output)
    #expect(output.text == "Title\none [-two-]{+2+} three\n")
  }

  @Test func restoringAVersionDoesNotTakeItOutOfTheTrash() throws {
    let entry = try journal.add("First")
    var fields = EntryFields()
    fields.title = "Second"
    _ = try context.edit(entry, fields)
    try context.trash([try context.entry(entry.id.rawValue)])
    let restored = try context.restore(try context.history(entry.id.rawValue), before: 2)
    #expect(restored?.title == "First" && restored?.trashedAt != nil)
  }

  /// What another device made up may be the largest number that there is.
  @Test func aCategoryGoesBehindOneWithTheLargestNumber() throws {
    let last = JournalCore.Category(
      id: RecordName("last"), name: "Last", sortOrder: .max, modifiedAt: journal.environment.now())
    try journal.store.apply(JournalEdit(name: "", operations: [.createCategory(last)]), cause: .edit)
    #expect(try journal.context.addCategory("New", color: nil, icon: nil).sortOrder == .max)
    #expect(try journal.context.orderCategories(["New"]).map(\.sortOrder) == [0, 1])
  }
}
