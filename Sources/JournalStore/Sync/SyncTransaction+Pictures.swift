import CloudRecord
import JournalCore
import SyncCore

/// Pictures that the server refused because it does not have their entry.
///
/// They are parked, and wait for news of that entry: it is on the server after all, or goes up again from here, or it is
/// gone on both sides, and then they go too.
extension SyncTransaction {
  /// Lets pictures go up again whose entries the server has by now; how many.
  package mutating func releasePictures() throws -> Int {
    guard !onServer.isEmpty else { return 0 }
    var count = 0
    for (name, reason) in try tables.parked(limit: .max) where reason.code == .referenceViolation {
      guard case .image(let image)? = try tables.row(of: name, RecordFields.imageType)?.record,
        onServer.contains(image.entry.rawValue)
      else { continue }
      try tables.setParked(nil, name)
      count += 1
    }
    onServer = []
    return count
  }

  /// Removes unsent pictures of an entry that neither the server nor this device has: no screen can show them.
  package mutating func removePicturesWithoutEntry(_ entry: String) throws {
    guard try tables.recordTypes(of: entry).isEmpty else { return }
    for image in try tables.images(of: entry) where image.state.isUnsent {
      try tables.remove(image)
      summary.removed += 1
      if image.state.changeTag != nil { try tables.setIntent(PurgeIntent(of: image, owner: nil, at: now)) }
    }
  }
}
