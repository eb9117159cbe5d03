package import CloudRecord

extension ZoneAddress {
  /// The zone that has all records of a person's own journal.
  package static let journal = ZoneAddress(database: .private, zoneID: ZoneID(zoneName: "JournalZone"))
  /// The zone that has the keys of a sealed journal. A zone of its own: a program that knows no keys never sends it again, and
  /// no share of the journal has it in it.
  package static let keys = ZoneAddress(database: .private, zoneID: ZoneID(zoneName: "KeyZone"))
}
