/// One zone of a container: its database, its owner, and its name.
///
/// Store, engine and client take it as a parameter, so that a zone that another user shares is no other path.
package struct ZoneAddress: Hashable, Sendable {
  /// The database in which the zone is found: the private one has the user's own zones, the shared one those of others.
  package var database: DatabaseScope
  /// The zone's name, and its owner unless that is the user.
  package var zoneID: ZoneID

  package init(database: DatabaseScope, zoneID: ZoneID) {
    (self.database, self.zoneID) = (database, zoneID)
  }
}
