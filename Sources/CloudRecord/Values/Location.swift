/// A place on earth.
///
/// Source: Apple, "CloudKit Web Services Reference", Types and Dictionaries, Location Dictionary.
package struct Location: Hashable, Sendable {
  /// Degrees, -90...90.
  package var latitude: Double
  /// Degrees, -180...180.
  package var longitude: Double
  /// Metres above sea level.
  package var altitude: Double?
  /// Metres.
  package var horizontalAccuracy: Double?
  /// Metres.
  package var verticalAccuracy: Double?
  /// Degrees clockwise from north.
  package var course: Double?
  /// Metres a second.
  package var speed: Double?
  /// Whole milliseconds since 1970.
  package var timestamp: Int64?

  package init(
    latitude: Double, longitude: Double, altitude: Double? = nil, horizontalAccuracy: Double? = nil,
    verticalAccuracy: Double? = nil, course: Double? = nil, speed: Double? = nil, timestamp: Int64? = nil
  ) {
    (self.latitude, self.longitude, self.altitude) = (latitude, longitude, altitude)
    (self.horizontalAccuracy, self.verticalAccuracy, self.course) = (horizontalAccuracy, verticalAccuracy, course)
    (self.speed, self.timestamp) = (speed, timestamp)
  }
}
