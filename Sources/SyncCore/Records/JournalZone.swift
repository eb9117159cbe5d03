package import CloudRecord

extension ZoneAddress {
  /// The zone that has all records of a person's own journal.
  package static let journal = ZoneAddress(database: .private, zoneID: ZoneID(zoneName: "JournalZone"))
}
