import CloudRecord
import SyncCore

/// Choosing the next batch while one is on its way: reading and mapping take about as long as the server needs.
///
/// What is sent then is as if it had been sent a moment earlier: an edit made meanwhile is another one, and goes later.
extension SyncRunner {
  /// A batch that was chosen before its turn.
  struct AheadBatch {
    var items: [SendWork.Item]
    var limit: Int
    /// The journal's ``SyncPosition/revision`` once the batch before it is acknowledged, and nothing else is learnt.
    var revision: Int64
  }

  /// Chooses the batch that follows the one on its way, if there is one; for a caller that has just sent that.
  ///
  /// Only plain saves are chosen, and a full batch or none: what has a file, what is deleted, and the end of all that waits
  /// take their turn.
  package mutating func selectAhead(at now: Int64) {
    guard case .modify? = flight, ahead == nil, let work, work.policy == .ifUnchanged, !work.isAtomic,
      work.items.count == latestLimit, isPlain
    else { return }
    do {
      let revision = try store.syncPosition().revision + 1
      let unsent = try store.unsent(limit: latestLimit, excluding: Set(work.names))
      var items: [SendWork.Item] = []
      var size = 0
      for record in unsent {
        guard record.local != nil, record.raw == nil else { return }
        let operation = mapping.operation(for: record, at: serverTime(now))
        size += RequestSize.of(operation)
        guard size <= RequestSize.limit, mapping.uploads(of: operation, record).isEmpty else { return }
        items.append(SendWork.Item(unsent: record, operation: operation))
      }
      guard items.count == latestLimit else { return }
      ahead = AheadBatch(items: items, limit: latestLimit, revision: revision)
    } catch {
      // It is read when its turn comes, and what is wrong is said then.
    }
  }

  /// The batch that was chosen before its turn, if nothing has happened since but that the one before it was acknowledged.
  mutating func takeAhead(_ limit: Int) throws -> [SendWork.Item]? {
    defer { ahead = nil }
    guard let ahead, ahead.limit == limit, isPlain, try store.syncPosition().revision == ahead.revision else {
      return nil
    }
    return ahead.items
  }

  /// Whether nothing that waits is left out.
  private var isPlain: Bool {
    overwrite == nil && inDoubt.isEmpty && setAside.isEmpty && uploads.items.isEmpty && atomicFailures == 0
  }
}
