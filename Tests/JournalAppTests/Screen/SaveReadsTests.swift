import GRDB
import JournalCore
import Synchronization
import TerminalKit
import Testing

@testable import JournalApp
@testable import JournalStore
@testable import JournalUI

/// How often a screen asks the journal's file after a save: each call is a transaction.
@Suite struct SaveReadsTests {
  private let shell: ShellFixture
  private var model: Model
  /// The transactions of the one connection since they were taken last: `read` or `write`.
  private let transactions = TransactionLog()

  init() throws {
    shell = try ShellFixture()
    for number in 1...9 {
      _ = try shell.journal.store.apply(shell.edit("Day \(number)", id: "e\(number)"), cause: .edit)
    }
    let zone = FixedZone()
    model = Model(
      environment: Environment(textWidth: TableWidth(), zone: zone, journalName: "Personal", owner: World.draftOwner),
      size: Size(rows: 40, columns: 140),
      moment: Moment(now: zone.date(instant: World.now()), freshName: RecordName("new")))
    send(.started)
    let log = transactions
    shell.journal.store.writer.writeWithoutTransaction { db in
      db.trace(options: .statement) { event in log.note("\(event)") }
    }
  }

  /// Gives the model a message, and does what it asks of the journal until nothing more is asked.
  private mutating func send(_ message: Message) {
    let moment = Moment(now: FixedZone().date(instant: World.now()), freshName: RecordName("new"))
    for effect in update(&model, message, at: moment) {
      if let answer = shell.runner.perform(effect) { send(answer) }
    }
  }

  private mutating func press(_ keys: String) throws {
    for name in keys.split(separator: " ") { send(.input(.key(try #require(Key(parsing: String(name)))))) }
  }

  @Test mutating func afterASaveOfOneEntryTheStoreIsReadOnce() throws {
    try press("j e ctrl-end a b c")
    _ = transactions.take()
    try press("ctrl-s")
    #expect(transactions.take() == ["write", "read"])
    try press("esc")
    #expect(transactions.take().isEmpty)
    let entry = try #require(
      try shell.journal.store.entries((1...9).map { RecordName("e\($0)") }).first { $0.body == "abc" })
    #expect(model.list.selected?.preview == "abc" && model.list.selected?.id == entry.id)
  }

  @Test mutating func aNewEntryTakesOneReadingToo() throws {
    try press("n W a l k enter d o w n")
    _ = transactions.take()
    try press("esc")
    #expect(transactions.take() == ["write", "read"])
    #expect(model.list.selected?.title == "Walk")
    #expect(model.list.rows.count == 10)
  }

  @Test mutating func aMarkInTheListTakesOneReadingToo() throws {
    _ = transactions.take()
    try press("f")
    #expect(transactions.take() == ["write", "read"])
    #expect(model.list.selected?.isFavorite == true)
  }

  /// The same in another order, where the row goes to another place.
  @Test mutating func anEntryThatChangesItsPlaceTakesOneReadingToo() throws {
    model.workOnMain { $0.changeOrder { $0 = ListOrder(.modified) } }
    send(.timerFired(.notice))
    try press("j j")
    let id = model.list.selected?.id
    _ = transactions.take()
    try press("f")
    #expect(transactions.take() == ["write", "read"])
    #expect(model.list.rows.first?.id == id && model.list.rows.first?.isFavorite == true)
  }
}

/// The kinds of the transactions that one connection began.
private final class TransactionLog: Sendable {
  private let kinds = Mutex<[String]>([])

  func note(_ statement: String) {
    guard statement.hasPrefix("BEGIN") else { return }
    kinds.withLock { $0.append(statement.hasPrefix("BEGIN DEFERRED") ? "read" : "write") }
  }

  func take() -> [String] {
    kinds.withLock { kinds in
      defer { kinds = [] }
      return kinds
    }
  }
}
