package import CloudRecord
import Encodings

extension CloudService {
  /// Addresses for uploads, one for each token; each holds for one upload within fifteen minutes.
  ///
  /// - Throws: BAD_REQUEST for too many tokens, a bad name or a size above the limit, ZONE_NOT_FOUND, QUOTA_EXCEEDED
  ///   where the quota is used up already, and the storage's own errors.
  package func uploadTargets(
    _ tokens: [AssetUploadToken], zoneID: ZoneID?, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [AssetUploadTarget] {
    try checkCount(tokens.count, "tokens")
    let reached = try open(zoneID, call, in: transaction)
    let (database, zone) = (reached.database, reached.zone)
    guard reached.access?.mayWriteSomething ?? true else { throw ServiceError.readOnly }
    try call.checkSpace(database: database, growth: 1)
    return try tokens.map { token in
      try names.checkRecordType(token.recordType)
      try names.checkIdentifier(token.fieldName, "fieldName")
      if let recordName = token.recordName { try names.check(recordName, "recordName") }
      if let size = token.size { try checkSize(size) }
      let recordName = token.recordName ?? call.freshName()
      let secret = Base64.text(call.randomBytes(32), .forURLs)
      var upload = StoredUpload(
        tokenDigest: uploadDigest(secret), database: database.id, zoneName: zone.name, recordName: recordName,
        fieldName: token.fieldName, expectedSize: token.size, expiresAt: call.now + settings.limits.uploadLifetime)
      if let access = reached.access { (upload.guest, upload.guestZone) = (access.user, zone.id) }
      try transaction.save(upload)
      return AssetUploadTarget(
        recordName: recordName, fieldName: token.fieldName, url: call.assetBaseURL + "/upload/" + secret)
    }
  }

  private func checkSize(_ size: Int64) throws(ServiceError) {
    guard size >= 0, size <= settings.limits.assetSize else {
      throw ServiceError(.badRequest, "A file has at most \(settings.limits.assetSize) bytes; this one has \(size)")
    }
  }

  private func uploadDigest(_ token: String) -> [UInt8] { Digest(of: Array(token.utf8)).bytes }

  /// Whether an upload may begin; it is used up by ``finishUpload(token:fileChecksum:size:objectKey:now:in:)`` only, so
  /// that one that broke off can be tried again.
  ///
  /// - Throws: NOT_FOUND for an unknown address, BAD_REQUEST for one that has expired or been used.
  package func beginUpload(token: String, now: Int64, in transaction: any CloudTransaction) throws -> StoredUpload {
    guard let upload = try transaction.upload(uploadDigest(token)) else {
      throw ServiceError(.notFound, "There is no upload of this address")
    }
    guard now < upload.expiresAt else { throw ServiceError(.badRequest, "The upload's address has expired") }
    guard !upload.isUsed else { throw ServiceError(.badRequest, "The upload's address has been used already") }
    if let guest = upload.guest, try !mayWrite(guest, zone: upload.guestZone, in: transaction) {
      throw ServiceError.denied("What this file was for is not shared with you for writing any more")
    }
    return upload
  }

  private func mayWrite(_ user: String, zone: Int64, in transaction: any CloudTransaction) throws -> Bool {
    try transaction.participations(of: user, in: zone).contains { row in
      try row.isAccepted && row.permission == .readWrite && transaction.share(row.share)?.isLiving == true
    }
  }

  /// Records a file whose bytes are safe, and answers with its receipt.
  ///
  /// Where the database has the same bytes already, their row stays, and with it their object: the one named here then
  /// belongs to no row, and is the caller's to remove.
  ///
  /// - Throws: The errors of ``beginUpload(token:now:in:)``, and BAD_REQUEST for a size that is above the limit or not
  ///   the one that was announced.
  package func finishUpload(
    token: String, fileChecksum: String, size: Int64, objectKey: String, now: Int64,
    in transaction: any CloudTransaction
  ) throws -> Asset {
    var upload = try beginUpload(token: token, now: now, in: transaction)
    try checkSize(size)
    if let expected = upload.expectedSize, expected != size {
      throw ServiceError(.badRequest, "\(expected) bytes were announced for this file, and it has \(size)")
    }
    upload.isUsed = true
    try transaction.save(upload)
    var stored =
      try transaction.asset(fileChecksum, in: upload.database)
      ?? StoredAsset(
        database: upload.database, fileChecksum: fileChecksum, objectKey: objectKey, size: size, uploadedAt: now)
    // One that was about to be collected is wanted again.
    stored.uploadedAt = now
    stored.quarantinedAt = nil
    try transaction.save(stored)
    var asset = assetAnswers.described(fileChecksum, size: stored.size)
    asset.receipt = assetAnswers.receipt(stored)
    return asset
  }

  /// Receipts for files that records have, so that other records may name them too.
  ///
  /// - Throws: BAD_REQUEST for too many assets, ZONE_NOT_FOUND, and the storage's own errors. A record or file that is
  ///   not there is NOT_FOUND in its place.
  package func rereference(
    _ references: [AssetRereference], zoneID: ZoneID?, _ call: ServiceCall, in transaction: any CloudTransaction
  ) throws -> [AssetOutcome] {
    try checkCount(references.count, "assets")
    let reached = try reach(zoneID, call, in: transaction)
    let (database, zone) = (reached.database, reached.zone)
    return try references.map { reference in
      let name = reference.recordName
      guard let row = try livingRecord(name, in: zone, transaction), reached.access?.sees(row) ?? true else {
        return .failed(recordName: name, ServiceError(.notFound, "Record not found"))
      }
      let fields = try FieldCoding.decode(row.fields, only: [reference.fieldName])
      guard case .asset(let asset)? = fields[reference.fieldName]?.value,
        let stored = try transaction.asset(asset.fileChecksum, in: database.id)
      else {
        let reason = "The field '\(NameRules.shown(reference.fieldName))' of the record holds no file"
        return .failed(recordName: name, ServiceError(.notFound, reason))
      }
      let guest = reached.access.map { DownloadGuest(user: $0.user, zone: zone.id, recordName: name) }
      var told = assetAnswers.answer(asset, database: database.id, guest: guest, call)
      told.receipt = assetAnswers.receipt(stored)
      return .asset(told)
    }
  }

  /// The record of this name, unless it is deleted or no record can have such a name.
  func livingRecord(_ name: String, in zone: StoredZone, _ transaction: any CloudTransaction) throws -> StoredRecord? {
    do { try names.check(name, "recordName") } catch { return nil }
    guard let row = try transaction.record(name, in: zone.id), !row.isDeleted else { return nil }
    return row
  }
}
