import CloudService
import CloudStore
import Testing

/// What `check` finds where rows of shares do not fit the records.
@Suite struct ShareExaminationTests {
  private let world: World
  private let file: TemporaryStorage

  init() throws {
    world = try World.withEntry(.sqlite)
    try world.share("e", with: ["ben"])
    file = try #require(world.storage as? TemporaryStorage)
  }

  private func change(_ body: (any CloudTransaction, StoredShare) throws -> Void) throws {
    let database = try #require(try world.database())
    try world.storage.write { transaction in
      let zone = try #require(try transaction.zone("JournalZone", in: database.id))
      try body(transaction, try #require(try transaction.shares(in: zone.id).first))
    }
  }

  private func findings() throws -> [String] {
    let examination = try file.examine()
    #expect(examination.isSound == examination.misplacedMembers.isEmpty)
    return examination.misplacedMembers
  }

  @Test func whatIsSharedFitsItsRoot() throws { #expect(try findings() == []) }

  @Test func aRecordThatIsMissingIsFound() throws {
    try change { transaction, share in
      try transaction.save(
        StoredMember(share: share.id, recordName: "i", enteredAt: 1, sequence: 900, leftAt: 900, changedOn: 1))
    }
    #expect(try findings() == ["the share S lacks i, which hangs on what it shares"])
  }

  @Test func aRecordThatIsOpenByMistakeIsFound() throws {
    try change { transaction, share in
      try transaction.save(
        StoredMember(share: share.id, recordName: "other", enteredAt: 900, sequence: 900, changedOn: 1))
    }
    #expect(try findings() == ["the share S has other, which does not hang on what it shares"])
  }

  @Test func aRecordThatNamesAnotherShareIsFound() throws {
    try change { transaction, share in try transaction.setShare(nil, of: "k", in: share.zone) }
    #expect(try findings() == ["k names another share than the one that it belongs to"])
    try change { transaction, share in
      for name in ["k", "other"] { try transaction.setShare(share.id, of: name, in: share.zone) }
    }
    #expect(try findings() == ["other names another share than the one that it belongs to"])
  }

  /// A share that has ended counts as none; its rows stay for those who read on.
  @Test func whatHasEndedIsNoFinding() throws {
    try world.modify([.delete("S")], world.person("alice"))
    #expect(try findings() == [])
    try world.modify([.delete("e")], world.person("alice"))
    #expect(try findings() == [])
  }
}
