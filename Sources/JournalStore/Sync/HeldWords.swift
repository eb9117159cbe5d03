import CloudRecord
import SyncCore

/// What this device wrote in another person's zone, once the server's data went back.
enum HeldWords {
  /// Has all of it go up again: its owner need not have fetched it.
  ///
  /// What the server has all the same is merged first, and is not sent. What it does not take becomes the person's own.
  static func hold(_ transaction: inout SyncTransaction<some SyncTables>) throws {
    guard transaction.tables.address.database == .shared else { return }
    let own = try transaction.tables.clock().device
    for (name, type) in try transaction.tables.onServer(where: { _ in true }) {
      guard let row = try transaction.tables.row(of: name, type),
        row.stamps.marks.values.contains(where: { $0.stamp.device == own })
      else { continue }
      try transaction.tables.forgetBase(of: name, type)
      // What was added here, and is not known to be its owner's by now, goes up as it did the first time.
      guard row.stamps.marks.values.allSatisfy({ $0.stamp.device == own }),
        try row.state.seal()?.filedCounter ?? 0 == 0, var state = try transaction.tables.state(of: name, type)
      else { continue }
      try state.setSeal(nil)
      state.seenEpoch = 0
      try transaction.tables.setState(state, of: name, type)
    }
  }
}
