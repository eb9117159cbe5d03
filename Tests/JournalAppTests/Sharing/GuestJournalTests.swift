import CloudRecord
import Foundation
import JournalCore
import JournalFormats
import JournalStore
import JournalSync
import SyncCore
import Testing

@testable import JournalApp

/// What another person shares, as a journal beside one's own: who may do what in it, how it is listed, and what stays.
@Suite struct GuestJournalTests {
  private let home: LockedJournal
  private let own: OpenedJournal
  private var guests: GuestJournals { GuestJournals(own) }
  private static let now: Int64 = 1_700_000_000_000

  init() throws {
    home = try LockedJournal()
    own = try home.open()
  }

  private func zone(_ owner: String = "_anna") -> ZoneID { ZoneID(zoneName: "JournalZone", ownerRecordName: owner) }

  private func guest(_ owner: String = "_anna") throws -> GuestJournal {
    let guest = try #require(try guests.open(zone(owner)))
    try guest.journal.store.bind(
      AccountBinding(
        userRecordName: "_ben", service: "https://journal.example.org", containerID: "c", environment: .production,
        incarnation: "one"))
    return guest
  }

  /// A share as the server tells of it.
  private func share(
    _ root: String, _ mine: SharePermission, by owner: String = "Anna", title: String? = nil, prefix: String = "share-"
  ) -> CloudRecord.Record {
    let stamp = RecordStamp(timestamp: 1, userRecordName: "_anna", deviceID: "d")
    var record = CloudRecord.Record(
      recordName: prefix + root, recordType: "cloudkit.share", zoneID: zone(), fields: [:], recordChangeTag: "1",
      created: stamp, modified: stamp)
    record.shortGUID = "Jq3"
    if let title { record.fields["cloudkit.title"] = Field(.string(title)) }
    let anna = ShareParticipant(
      participantID: "1", givenName: owner, kind: .owner, status: .accepted, permission: .readWrite)
    let me = ShareParticipant(participantID: "2", emailAddress: "ben@x", status: .accepted, permission: mine)
    record.sharing = ShareDescription(publicPermission: .none, participants: [anna, me], owner: anna, currentUser: me)
    return record
  }

  /// An entry as it came from the server.
  private func entry(_ name: String, _ title: String, in category: String? = nil, day: Int64 = 0) -> FetchedChange {
    let stamp = HybridTime(milliseconds: UInt64(Self.now), counter: 0, device: 9)
    var version = RecordVersion(recordType: "JournalEntry")
    for (field, value) in [
      "title": FieldValue.string(title), "body": .string("words"), "isFavorite": .int64(0),
      "createdAt": .date(Self.now + day * 86_400_000), "createdTimeZone": .string("Europe/Berlin"),
      "createdOffsetSeconds": .int64(3600),
    ] {
      version.set(field, value, at: stamp)
    }
    if let category {
      version.set("category", .reference(Reference(recordName: category, action: .none)), at: stamp)
    }
    return .record(
      FetchedRecord(recordName: name, changeTag: "1", version: version, modifiedAt: Self.now - day))
  }

  private func pull(_ guest: GuestJournal, _ changes: [FetchedChange]) throws {
    _ = try guest.journal.store.apply(
      FetchedPage(changes: changes, token: ChangeToken("t"), moreComing: false), rules: JournalSchema.mergeRules,
      allowsMassRemoval: false)
  }

  /// Anna's zone with these shares, and entries under and beside a category.
  private func filled(_ shares: CloudRecord.Record..., owner: String = "_anna") throws -> GuestJournal {
    let guest = try guest(owner)
    try pull(guest, [entry("e1", "Trip", day: 1), entry("e2", "Run", in: "c", day: 2), entry("e3", "", day: 3)])
    for share in shares { try StoredShares(guest.journal.store).keep(share, ofCategory: nil) }
    return try GuestJournal(guest.journal)
  }

  private func found(_ name: String, in guest: GuestJournal) throws -> Entry {
    try #require(try guest.journal.store.entry(RecordName(name)))
  }

  // MARK: Rights

  @Test func aPersonMayDoWhatTheSharesOfAnEntryPermit() throws {
    let guest = try filled(share("e1", .readOnly), share("c", .readWrite))
    #expect(guest.permission(for: try found("e1", in: guest)) == .readOnly)
    #expect(guest.permission(for: try found("e2", in: guest)) == .readWrite, "by its category")
    // Of what came by no share that is known, the most that any permits; the server decides.
    #expect(guest.permission(for: try found("e3", in: guest)) == .readWrite)
    #expect(guest.mayWriteSomething && guest.owner == "Anna")
    let reading = #expect(throws: CommandFailure.self) { try guest.requireWriting(found("e1", in: guest)) }
    #expect(reading?.code == .noAccess && reading?.sentence.contains("share copy") == true)
    try guest.requireWriting(found("e2", in: guest))
    // Where it travels plain pictures go along.
    #expect(try guest.namingOfPictures(in: found("e2", in: guest)) == nil)
    #expect(!guest.addsOnly(to: RecordName("e2"), in: RecordName("c")))
    #expect(guest.note(on: try found("e1", in: guest)) == "Anna · read only")
    #expect(guest.note(on: try found("e2", in: guest)) == "Anna")
    try guest.journal.close()
  }

  @Test func whoHasItIsShownToThoseWhoTakePartAndChangedByItsOwnerAlone() throws {
    let guest = try filled(share("c", .readWrite, title: "Garden"))
    try guest.journal.close()
    let desk = GuestDesk(own, environment: [:])
    for name in ["garden", "“Garden”", "c", "e2"] {
      let people = try desk.people(name)
      #expect(people?.title == "Garden" && people?.guests.compactMap(\.emailAddress) == ["ben@x"], "\(name)")
      let refused = #expect(throws: CommandFailure.self, "\(name)") { try desk.sharedTarget(name) }
      #expect(refused?.code == .noAccess, "\(name)")
      #expect(refused?.sentence.hasPrefix("Anna shares “Garden” with you, and only Anna says who has it.") == true)
    }
    // What is no one's is not there, and what is one's own is found first.
    #expect(try desk.people("Nothing") == nil)
    let none = #expect(throws: CommandFailure.self) { try desk.sharedTarget("Nothing") }
    #expect(none?.code == .notFound)
    let last = #expect(throws: CommandFailure.self) { try desk.sharedTarget("last") }
    #expect(last?.code == .notFound)
    try own.context.apply([
      .createCategory(
        Category(id: RecordName("own"), name: "Garden", sortOrder: 0, modifiedAt: Instant(milliseconds: Self.now)))
    ])
    #expect(try desk.people("Garden") == nil && desk.sharedTarget("Garden").root == RecordName("own"))
  }

  @Test func theHistoryOfAnEntryOfOthersIsReadAndRestoredWhereOneMayWrite() throws {
    let guest = try filled(share("e1", .readOnly), share("c", .readWrite))
    let run = try found("e2", in: guest)
    try guest.journal.context.apply([.editEntry(run.id, [.body("6 miles")])])
    let history = try guest.journal.context.history(of: try found("e2", in: guest))
    #expect(history.steps.count == 1)
    try guest.requireRestoring(history, before: 1)
    #expect(try guest.journal.context.restore(history, before: 1)?.body == "words")
    // Where it was filed is its owner's, whatever was there before.
    let moved = EntryHistory(
      entry: run,
      items: [
        HistoryItem(
          id: 1, record: run.id, field: "category", oldValue: .category(RecordName("other")), oldText: "",
          replacedAt: run.modifiedAt, device: "", cause: .edit, group: 1)
      ])
    let refused = #expect(throws: CommandFailure.self) { try guest.requireRestoring(moved, before: 1) }
    #expect(refused?.sentence.contains("Favourites and categories are Anna’s.") == true)
    let reading = try guest.journal.context.history(of: try found("e1", in: guest))
    #expect(throws: CommandFailure.self) { try guest.requireRestoring(reading, before: 1) }
    try guest.journal.close()
  }

  @Test func entriesAreAddedToACategoryThatIsSharedForWriting() throws {
    let guest = try filled(share("e1", .readOnly), share("c", .readWrite))
    // The category has not come yet: it is known by its name alone once it is here.
    #expect(try guest.sharedCategory(named: "Garden") == nil)
    var category = Category(
      id: RecordName("c"), name: "Garden", sortOrder: 0, modifiedAt: Instant(milliseconds: Self.now))
    try guest.journal.context.apply([.createCategory(category)])
    category = try #require(try guest.sharedCategory(named: " garden "))
    let written = try guest.add(NewEntry(title: "Beans", body: "Sown today."), to: category)
    let entry = try #require(try guest.journal.store.entry(written.entry.id))
    #expect(entry.title == "Beans" && entry.category == category.id && written.categoryName == "Garden")
    // It is on its way under the category.
    let unsent = try guest.journal.store.unsent(limit: 9, excluding: []).first { $0.recordName == entry.id.rawValue }
    #expect(unsent?.parentEdit == .set("c") && unsent?.changeTag == nil)
    // Until it is refused because the share has ended, it is to go, whatever it waits for.
    #expect(try guest.isToGo(entry.id) && !guest.isToGo(RecordName("no such")))
    var starred = NewEntry(text: "words")
    starred.isFavorite = true
    #expect(throws: CommandFailure.self) { try guest.add(starred, to: category) }
    var other = entry
    (other.id, other.category) = (RecordName("x"), nil)
    #expect(throws: CommandFailure.self) { try guest.requireAdding(other) }
    other.category = RecordName("elsewhere")
    #expect(throws: CommandFailure.self) { try guest.requireAdding(other) }
    try guest.journal.close()
    let found = try guests.withCategory("GARDEN") { $1.id }
    #expect(found == category.id)
    let none = #expect(throws: CommandFailure.self) { try guests.withCategory("Nothing") { _, _ in } }
    #expect(none?.code == .notFound)
  }

  /// What was added, not sent and thrown away again is seen by no one there, and its words are in one's own trash.
  @Test func whatWasAddedAndTakenBackBeforeItWasSentIsOnesOwnAgain() throws {
    let guest = try filled(share("c", .readWrite))
    let category = Category(
      id: RecordName("c"), name: "Garden", sortOrder: 0, modifiedAt: Instant(milliseconds: Self.now))
    try guest.journal.context.apply([.createCategory(category)])
    let keeping = GuestKeeping(own: own, guest: guest)
    let id = try guest.add(NewEntry(title: "Beans", body: "Sown today."), to: category).entry.id
    try keeping.takeBackUndone()
    let added = try #require(try guest.journal.store.entry(id), "it was not thrown away")
    #expect(try guest.trash(of: added) == .own)
    #expect(try guest.trash(of: try #require(try guest.journal.store.entry(RecordName("e2")))) == .owner)
    try guest.journal.context.apply([.editEntry(id, [.trashedAt(Instant(milliseconds: Self.now))])])
    for _ in 0..<2 {
      try keeping.takeBackUndone()
      #expect(try guest.journal.store.entry(id) == nil)
      let thrown = try own.context.entries(ListingRequest(scope: .trash))
      #expect(thrown.map(\.title) == ["Beans"] && thrown.map(\.body) == ["Sown today."])
    }
    // What the server has is moved there as ever.
    try guest.journal.context.apply([.editEntry(RecordName("e2"), [.trashedAt(Instant(milliseconds: Self.now))])])
    try keeping.takeBackUndone()
    #expect(try guest.journal.store.entry(RecordName("e2")) != nil)
    try guest.journal.close()
  }

  @Test func entriesAreNotAddedToACategoryThatIsSharedForReading() throws {
    let guest = try filled(share("c", .readOnly))
    let reading = #expect(throws: CommandFailure.self) { try guest.nameOfEntry(in: RecordName("c")) }
    #expect(reading?.sentence == "Anna shares this category for reading.")
    let gone = #expect(throws: CommandFailure.self) { try guest.nameOfEntry(in: RecordName("elsewhere")) }
    #expect(gone?.code == .notShared)
    try guest.journal.close()
  }

  @Test func favouritesAndCategoriesAreTheOwners() throws {
    let guest = try filled(share("e1", .readWrite))
    var fields = EntryFields()
    try guest.requireTheirs(fields)
    fields.isFavorite = true
    #expect(throws: CommandFailure.self) { try guest.requireTheirs(fields) }
    (fields.isFavorite, fields.category) = (nil, "Health")
    #expect(throws: CommandFailure.self) { try guest.requireTheirs(fields) }
    try guest.journal.close()
  }

  @Test func aShareIsKnownByItsRootOrWhereThereIsNoOther() throws {
    let one = try filled(share("other", .readOnly, title: "Notes"))
    #expect(one.share(of: try found("e1", in: one))?.recordName == "share-other", "it came by the only one")
    try one.journal.close()
    let two = try filled(share("c", .readOnly), share("other", .readOnly, title: "Notes"))
    #expect(two.share(of: try found("e2", in: two))?.recordName == "share-c")
    #expect(two.share(of: try found("e1", in: two)) == nil)
    let unknown = try guest("_dora")
    #expect(unknown.owner == "someone" && !unknown.mayWriteSomething)
    #expect(unknown.permission(forEntry: RecordName("e"), in: nil) == .none)
    for guest in [two, unknown] { try guest.journal.close() }
  }

  @Test func whatIsSharedIsReported() throws {
    let guest = try filled(
      share("e1", .readOnly, title: "By the server"), share("c", .readWrite), share("S1", .readOnly, prefix: ""))
    let reports = try guest.reports { "https://x/share/\($0)" }
    let byID = Dictionary(reports.map { ($0.id, $0) }) { $1 }
    #expect(byID["e1"]?.kind == "entry" && byID["e1"]?.title == "By the server" && byID["e1"]?.permission == .readOnly)
    #expect(byID["c"]?.kind == "category" && byID["c"]?.title == "An entry" && byID["c"]?.permission == .readWrite)
    #expect(byID["S1"]?.kind == "other", "one that another program made")
    #expect(reports.allSatisfy { !$0.isMine && $0.owner == "Anna" && $0.url == "https://x/share/Jq3" })
    try guest.journal.close()
  }

  // MARK: Lists

  private func listed(_ journals: [GuestJournal], _ order: ListOrder = ListOrder(), limit: Int? = nil) throws
    -> [String]
  {
    var titles: [String] = []
    let count = try GuestListing(journals, filter: EntryFilter(), order: order, limit: limit).forEach {
      entry, guest, _ in
      titles.append("\(guest.owner) \(entry.title)")
    }
    #expect(count == titles.count)
    return titles
  }

  @Test func whatSeveralPeopleShareIsOneList() throws {
    let annas = try filled(share("e1", .readOnly), share("c", .readOnly))
    let doras = try guest("_dora")
    try pull(doras, [entry("dora1", "apple", day: 2), entry("dora2", "zoo", day: 5)])
    try StoredShares(doras.journal.store).keep(share("dora1", .readOnly, by: "Dora"), ofCategory: nil)
    let both = [try GuestJournal(annas.journal), try GuestJournal(doras.journal)]
    #expect(try listed(both) == ["Dora zoo", "Anna ", "Anna Run", "Dora apple", "Anna Trip"])
    #expect(try listed(both, ListOrder(.date, reversed: true)).first == "Anna Trip")
    #expect(try listed(both, ListOrder(.title)) == ["Anna ", "Dora apple", "Anna Run", "Anna Trip", "Dora zoo"])
    #expect(try listed(both, ListOrder(.title, reversed: true)).first == "Dora zoo")
    #expect(try listed(both, ListOrder(.modified)).first == "Anna Trip")
    #expect(try listed(both, limit: 2) == ["Dora zoo", "Anna "])
    #expect(try listed([both[0]]).count == 3 && listed([]).isEmpty)
    let json = String(
      decoding: try GuestListing(both, filter: EntryFilter(), limit: 1).json(fields: .all), as: UTF8.self)
    #expect(
      json.hasPrefix("{\"ok\":true,\"count\":1,\"items\":[{")
        && json.contains("\"owner\":\"Dora\",\"permission\":\"read\"}]"))
    let bare = String(
      decoding: try GuestListing(both, filter: EntryFilter(), limit: 1).json(fields: []), as: UTF8.self)
    #expect(bare.contains("\"items\":[{\"owner\":\"Dora\""))
    // An entry is found in all of them.
    #expect(try guests.entry("dora2", in: both)?.guest.owner == "Dora" && guests.entry("no such", in: both) == nil)
    try guests.close(both)
  }

  @Test func twoEntriesOfOneNameAreNotTakenForEachOther() throws {
    let annas = try guest(), doras = try guest("_dora")
    for guest in [annas, doras] { try pull(guest, [entry("same", "one")]) }
    let failure = #expect(throws: CommandFailure.self) { try guests.entry("same", in: [annas, doras]) }
    #expect(failure?.code == .ambiguous)
    try guests.close([annas, doras])
  }

  // MARK: Folders

  @Test func aZoneIsAFolderOfItsOwn() async throws {
    #expect(!guests.areAny && guests.zones().isEmpty && guests.unsent() == 0)
    let guest = try filled(share("e1", .readWrite))
    #expect(guests.areAny && guests.zones() == [zone()] && guest.names == ["share-e1"])
    #expect(try guests.named().map(\.name) == ["_anna,JournalZone"])
    // A name that no folder can have, and one without an owner.
    #expect(try guests.open(ZoneID(zoneName: "Z", ownerRecordName: String(repeating: "é", count: 40))) == nil)
    #expect(try guests.open(ZoneID(zoneName: "Z")) == nil)
    // What was written there and not sent is counted.
    try guest.journal.context.apply([.editEntry(RecordName("e1"), [.title("Mine")])])
    #expect(guests.unsent() == 1)
    #expect(try guest.hasWords())
    try guest.journal.close()
    let (again, lock) = try #require(try await guests.begin(zone()))
    try again.journal.close()
    try guests.remove(zone(), lock)
    #expect(!guests.areAny)
  }

  // MARK: What stays

  @Test func wordsThatWereNotSentBecomeOnesOwn() throws {
    let guest = try filled(share("e1", .readWrite))
    let keeping = GuestKeeping(own: own, guest: guest)
    #expect(try keeping.keepUnsent(of: nil).isEmpty)
    try guest.journal.context.apply([.editEntry(RecordName("e1"), [.body("hers and mine")])])
    // A removal alone is no word of the person's.
    try guest.journal.context.apply([.editEntry(RecordName("e2"), [.trashedAt(Instant(milliseconds: Self.now))])])
    #expect(try keeping.keepUnsent(of: [RecordName("e3")]).isEmpty, "others were asked for")
    for _ in 0..<2 {
      // However often it is interrupted, it is one copy.
      #expect(try keeping.keepUnsent(of: nil).map(\.title) == ["Trip (kept)"])
      let page = try own.store.page(ListRequest(scope: .all, order: ListOrder(), anchor: .first, limit: 9))
      #expect(page.rows.map(\.title) == ["Trip (kept)"])
    }
    // Out of the trash again, where it was thrown away meanwhile.
    let copy = try #require(try own.context.entries(ListingRequest(scope: .all)).first)
    #expect(copy.body == "hers and mine")
    try own.context.apply([.editEntry(copy.id, [.trashedAt(own.context.now.instant)])])
    _ = try keeping.keepUnsent(of: nil)
    #expect(try own.store.entry(copy.id)?.trashedAt == nil)
    try guest.journal.close()
  }

  @Test func aCopyIsMadeOnce() throws {
    let guest = try filled(share("e1", .readOnly))
    let keeping = GuestKeeping(own: own, guest: guest)
    let first = try keeping.copy(found("e1", in: guest))
    #expect(first.entry.title == "Trip" && first.missing == 0)
    #expect(try keeping.copy(found("e1", in: guest)).entry.id == first.entry.id)
    #expect(try own.store.entry(first.entry.id)?.body == "words")
    try guest.journal.close()
  }

  // MARK: What was begun and not finished

  @Test func aFolderWithoutKeysIsHollowUntilItWasFetched() throws {
    let begun = try guest()
    #expect(try begun.isHollow())
    try pull(begun, [])
    // What came plain, before encryption was on, was fetched once.
    #expect(try !begun.isHollow())
    try begun.journal.close()
    let second = try guest("_dora")
    try second.journal.close()
    try guests.removeHollow()
    #expect(guests.zones() == [zone()], "the one in which nothing is went")
  }

  @Test func aLinkOfWhichTheServerNeverHeardEndsWithASentence() throws {
    let begun = try guest()
    try StoredShareRings(begun.journal.store).keep(KeptShare(name: "share-e9", origin: [1], ring: [2], link: [3]))
    try StoredShareRings(begun.journal.store).keep(KeptShare(name: "share-old", origin: [2], ring: [2], link: [3]))
    let unheard = try #require(try guests.unheardOf(zone()))
    #expect(unheard.sentence.contains("Open the link again") && unheard.lock != nil)
    let sentences = try begun.endUnheard(besides: ["share-old"])
    #expect(sentences.count == 1 && sentences[0].contains("is not here, though its link was opened"))
    #expect(try StoredShareRings(begun.journal.store).all().allSatisfy { $0.phase == .ended })
    #expect(try begun.endUnheard(besides: []).isEmpty && guests.unheardOf(zone()) == nil)
    try begun.journal.close()
  }
}
