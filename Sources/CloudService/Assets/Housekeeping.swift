extension CloudService {
  /// Removes what has had its time: tombstones, shares that ended and what left them, uploads never made, files that no record names.
  ///
  /// - Returns: the files whose rows are gone; their objects are the caller's to remove, after the commit.
  /// - Throws: The storage's own errors.
  package func housekeeping(now: Int64, in transaction: any CloudTransaction) throws -> [StoredAsset] {
    try transaction.removeTombstones(deletedBefore: now - settings.limits.tombstoneRetention)
    try transaction.removeSharing(endedBefore: now - settings.limits.tombstoneRetention)
    try transaction.removeUploads(expiredBefore: now)
    return try transaction.collectAssets(at: now, markedBefore: now - settings.limits.assetQuarantine)
  }
}
