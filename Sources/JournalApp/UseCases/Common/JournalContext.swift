package import JournalCore
package import JournalStore

/// A journal and the moment at which it is used: what every use case works with.
///
/// Command line and screen make one each; a test makes one over the store in memory, with a fixed clock.
package struct JournalContext: Sendable {
  /// The journal, on disk or in memory.
  package let store: any JournalStoring
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
    store: any JournalStoring, environment: StoreEnvironment, zone: any LocalZone,
    defaultClock: NaturalDate.Clock = .nine, dateOrder: DateOrder? = nil, lockPath: String? = nil
  ) {
    self.store = store
    lock = lockPath.map { JournalLock(path: $0) }
    self.zone = zone
    self.defaultClock = defaultClock
    self.dateOrder = dateOrder
    now = zone.date(instant: environment.now())
    names = RecordNameSource(environment)
  }

  /// The day of ``now`` in the person's own zone.
  package var today: CivilDate { now.local.date }

  /// A name for a new record.
  package func freshName() -> RecordName { names.next() }

  /// Understands a new date of something that has one: where only a day is given, the time of the day stays.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage` where it is no date.
  package func date(_ text: String, keepingTimeOf former: EntryDate) throws -> EntryDate {
    do {
      let parsed = try NaturalDate.parse(text, now: now, zone: zone, defaultClock: defaultClock, order: dateOrder)
      guard parsed.precision <= .day else { return parsed.date }
      var local = former.local
      local.date = parsed.date.local.date
      return zone.date(local: local)
    } catch {
      throw CommandFailure.usage(error.sentence)
    }
  }

  /// Understands a date that was given by itself.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage` where it is no date.
  package func date(_ text: String) throws -> EntryDate {
    do {
      return try NaturalDate.parse(text, now: now, zone: zone, defaultClock: defaultClock, order: dateOrder).date
    } catch {
      throw CommandFailure.usage(error.sentence)
    }
  }
}
