import CloudRecord
import Foundation

/// A point of the unit sphere: what two locations' distance is reckoned from.
struct Place: Hashable {
  private let x: Double
  private let y: Double
  private let z: Double

  init(_ location: Location) {
    let latitude = location.latitude * .pi / 180
    let longitude = location.longitude * .pi / 180
    x = cos(latitude) * cos(longitude)
    y = cos(latitude) * sin(longitude)
    z = sin(latitude)
  }

  /// Grows with the distance along the sphere, and is exact for near points where an angle's cosine would not be.
  func squaredChord(to other: Place) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return dx * dx + dy * dy + dz * dz
  }
}
