/// When a recovery key that no person has confirmed is shown again: after a day, three, seven and fourteen, then each month.
package enum RecoveryReminder {
  private static let day: UInt64 = 24 * 3_600_000
  private static let first: [UInt64] = [1, 3, 7, 14]
  private static let later: UInt64 = 30

  /// What ``KeptKeys/recoveryAsked`` is once the key was written to a sheet: it is not shown by itself any more.
  package static let written = Int(Int32.max)

  /// How often the key should have been shown again by now.
  ///
  /// - Parameters:
  ///   - madeAt: When the key was made, in milliseconds since 1970.
  ///   - now: The time, likewise; before `madeAt` nothing is due.
  package static func due(madeAt: UInt64, now: UInt64) -> Int {
    guard now >= madeAt else { return 0 }
    let days = (now - madeAt) / day
    let early = first.count { $0 <= days }
    guard let last = first.last, days > last else { return early }
    return early + Int((days - last) / later)
  }
}
