package import JournalCore
package import JournalStore

/// A journal and the moment at which it is used: what every use case works with.
///
/// Command line and screen make one each; a test makes one with a fixed clock.
package struct JournalContext: Sendable {
  /// The open journal.
  package let store: JournalStore
  /// The present, on the clock of the person's own zone.
  package let now: EntryDate
  /// The person's own zone, in which dates without another are read.
  package let zone: any LocalZone
  /// The time of the day for dates that come without one.
  package let defaultClock: NaturalDate.Clock
  /// How `5/6/2026` is read; nil refuses it.
  package let dateOrder: DateOrder?
  private let names: RecordNameSource
  /// Nil where no other process can reach the journal.
  let lock: JournalLock?

  /// - Parameter lockPath: a file by which processes that use this journal wait for each other; nil where there is only
  ///   this one.
  package init(
    store: JournalStore, environment: StoreEnvironment, zone: any LocalZone,
    defaultClock: NaturalDate.Clock = .nine, dateOrder: DateOrder? = nil, lockPath: String? = nil
  ) {
    self.store = store
    lock = lockPath.map { JournalLock(path: $0) }
    (self.zone, self.defaultClock, self.dateOrder) = (zone, defaultClock, dateOrder)
    now = zone.date(instant: environment.now())
    names = RecordNameSource(environment)
  }

  /// The day of ``now`` in the person's own zone.
  package var today: CivilDate { now.local.date }

  /// A name for a new record.
  package func freshName() -> RecordName { names.next() }

  /// Makes steps as one edit of the command line, where there are any.
  ///
  /// - Parameter draft: Removed in the same transaction.
  func apply(
    _ operations: [JournalOperation], cause: EditCause = .edit, removing draft: DraftKey? = nil
  ) throws(StoreError) {
    guard !operations.isEmpty else { return }
    // It is undone by other commands, never by its name.
    try store.apply(JournalEdit(name: "", operations: operations), cause: cause, removing: draft)
  }

  /// Understands a new date of something that has one: where only a day is given, the time of the day stays.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage` where it is no date.
  package func date(_ text: String, keepingTimeOf former: EntryDate) throws -> EntryDate {
    let parsed = try naturalDate(text)
    guard parsed.precision <= .day else { return parsed.date }
    var local = former.local
    local.date = parsed.date.local.date
    return zone.date(local: local)
  }

  /// Understands a date that was given by itself.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage` where it is no date.
  package func date(_ text: String) throws -> EntryDate { try naturalDate(text).date }

  private func naturalDate(_ text: String) throws -> NaturalDate {
    do {
      return try NaturalDate.parse(text, now: now, zone: zone, defaultClock: defaultClock, order: dateOrder)
    } catch {
      throw CommandFailure.usage(error.sentence)
    }
  }
}
