import CloudRecord

extension ServiceError {
  /// An account's space does not hold what is to be stored.
  ///
  /// A client can show the reason to a person: `1.0 of 1 GB used`.
  ///
  /// - Parameters:
  ///   - used: Bytes that the account has stored.
  ///   - quota: Bytes that it may store.
  static func outOfSpace(used: Int64, of quota: Int64) -> ServiceError {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var (unit, size) = (0, Int64(1))
    while quota >= size * 1000, unit < units.count - 1 {
      unit += 1
      size *= 1000
    }
    let share = unit == 0 ? "\(used)" : Self.tenths(used, size)
    let whole = quota.isMultiple(of: size) ? "\(quota / size)" : Self.tenths(quota, size)
    return ServiceError(.quotaExceeded, "\(share) of \(whole) \(units[unit]) used")
  }

  /// A number of bytes in another unit, with one digit behind the point, rounded down: what is not full is not said to be.
  private static func tenths(_ bytes: Int64, _ size: Int64) -> String {
    "\(bytes / size).\(bytes % size * 10 / size)"
  }
}
