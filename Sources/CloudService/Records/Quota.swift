import CloudRecord

extension ServiceCall {
  /// Refuses what an owner's space does not hold: the caller's, or in the shared database that of the zone's owner.
  ///
  /// - Throws: QUOTA_EXCEEDED.
  func checkSpace(database: StoredDatabase, growth: Int64) throws(ServiceError) {
    let isShared = scope == .shared
    let limit = isShared ? owner?.quota : quota
    guard let limit, growth > 0, database.bytes + growth > limit else { return }
    if isShared {
      throw ServiceError(.quotaExceeded, "The \(ServiceError.size(limit)) of this zone's owner are used up")
    }
    throw ServiceError.outOfSpace(used: database.bytes, of: limit)
  }
}

extension ServiceError {
  static var readOnly: ServiceError { .denied("You may read this record, not change it") }

  /// A number of bytes in the largest unit of which there is a whole one.
  fileprivate static func size(_ bytes: Int64) -> String {
    let (size, unit) = measure(bytes)
    return (bytes.isMultiple(of: size) ? "\(bytes / size)" : tenths(bytes, size)) + " " + unit
  }

  private static func measure(_ bytes: Int64) -> (size: Int64, unit: String) {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (unit, size) = (0, Int64(1))
    while bytes >= size * 1000, unit < units.count - 1 {
      unit += 1
      size *= 1000
    }
    return (size, units[unit])
  }

  /// An account's space does not hold what is to be stored.
  ///
  /// A client can show the reason to a person: `1.0 of 1 GB used`.
  ///
  /// - Parameters:
  ///   - used: Bytes that the account has stored.
  ///   - quota: Bytes that it may store.
  static func outOfSpace(used: Int64, of quota: Int64) -> ServiceError {
    let size = measure(quota).size
    let share = size == 1 ? "\(used)" : Self.tenths(used, size)
    return ServiceError(.quotaExceeded, "\(share) of \(Self.size(quota)) used")
  }

  /// A number of bytes in another unit, with one digit behind the point, rounded down: what is not full is not said to be.
  private static func tenths(_ bytes: Int64, _ size: Int64) -> String {
    "\(bytes / size).\(bytes % size * 10 / size)"
  }
}
