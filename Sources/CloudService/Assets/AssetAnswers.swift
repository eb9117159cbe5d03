import CloudRecord
import Encodings

/// What answers say of files beside their bytes: links, receipts, and the two texts that Apple's clients want; all of it signed.
struct AssetAnswers {
  let seal: Seal
  /// Milliseconds for which a link holds.
  let lifetime: Int64

  /// A file as answers tell it: with a link that holds for a while.
  func answer(_ asset: Asset, database: Int64, _ call: ServiceCall) -> Asset {
    var told = described(asset.fileChecksum, size: asset.size)
    let ticket = downloadTicket(
      asset.fileChecksum, database: database, expiresAt: call.now + lifetime)
    told.downloadURL = call.assetBaseURL + "/download/" + ticket
    return told
  }

  /// The same value with links in the place of what is stored.
  func answer(_ value: FieldValue, database: Int64, _ call: ServiceCall) -> FieldValue {
    switch value {
    case .asset(let asset): .asset(answer(asset, database: database, call))
    case .list(let members): .list(members.map { answer($0, database: database, call) })
    default: value
    }
  }

  /// A file with the two texts that Apple's private databases want beside its checksum; both follow from it.
  func described(_ fileChecksum: String, size: Int64?) -> Asset {
    let name = Array(fileChecksum.utf8)
    return Asset(
      fileChecksum: fileChecksum, size: size, wrappingKey: Base64.text(seal.code(of: Array("wrap:".utf8) + name)),
      referenceChecksum: Base64.text([1] + seal.code(of: Array("reference:".utf8) + name) + [0, 0, 0, 0]))
  }

  // MARK: Receipts

  /// Proof that this database has these bytes. It is bound to no record: clients may upload before they know its name.
  func receipt(_ asset: StoredAsset) -> String {
    Base64.text(seal.seal(.receipt, receiptPayload(asset)))
  }

  func isReceipt(_ text: String, for asset: StoredAsset) -> Bool {
    guard let bytes = Base64.decode(text.utf8), let payload = seal.open(.receipt, bytes) else { return false }
    return payload == receiptPayload(asset)
  }

  private func receiptPayload(_ asset: StoredAsset) -> [UInt8] {
    var writer = StoredFieldWriter()
    writer.append(signed: asset.database)
    writer.append(signed: asset.size)
    writer.append(asset.fileChecksum)
    return writer.bytes
  }

  // MARK: Downloads

  private func downloadTicket(_ fileChecksum: String, database: Int64, expiresAt: Int64) -> String {
    var writer = StoredFieldWriter()
    writer.append(signed: database)
    writer.append(signed: expiresAt)
    writer.append(fileChecksum)
    return Base64.text(seal.seal(.download, writer.bytes), .forURLs)
  }

  /// The file that a link from an answer names.
  ///
  /// - Throws: ACCESS_DENIED for a forged or expired ticket.
  func asset(of ticket: String, now: Int64) throws -> (fileChecksum: String, database: Int64) {
    guard let bytes = Base64.decode(ticket.utf8, .forURLs), let payload = seal.open(.download, bytes) else {
      throw ServiceError(.accessDenied, "This link is not one of the service's")
    }
    var reader = StoredFieldReader(payload)
    let database = try reader.signed()
    let expiresAt = try reader.signed()
    let fileChecksum = try reader.string()
    guard now < expiresAt else {
      throw ServiceError(.accessDenied, "This link has expired; look the record up again for a new one")
    }
    return (fileChecksum, database)
  }
}

extension CloudService {
  var assetAnswers: AssetAnswers { AssetAnswers(seal: seal, lifetime: settings.limits.downloadLifetime) }

  /// The file that a link from an answer leads to.
  ///
  /// - Throws: ACCESS_DENIED for a forged or expired ticket, NOT_FOUND where the file is gone.
  package func assetForDownload(
    ticket: String, now: Int64, in transaction: any CloudTransaction
  ) throws -> StoredAsset {
    let named = try assetAnswers.asset(of: ticket, now: now)
    guard let asset = try transaction.asset(named.fileChecksum, in: named.database) else {
      throw ServiceError(.notFound, "The file is gone")
    }
    return asset
  }
}
