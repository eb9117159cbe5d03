import CloudRecord
import CloudService
import CloudStore
import CloudWire
import Encodings
import HTTPTypes
import Hummingbird
import NIOCore

/// Uploads and downloads of files; the address alone gives the right to them: it cannot be guessed and expires.
struct AssetRoutes: Sendable {
  /// Bytes that are read from the disk at a time.
  private static let piece = 256 << 10
  /// Bytes that are gathered before they are written to the disk.
  private static let batch = 512 << 10

  private let runtime: ServerRuntime

  init(_ runtime: ServerRuntime) { self.runtime = runtime }

  // MARK: In

  func upload(_ call: ServerCall, token: String) async throws -> Response {
    let (runtime, now) = (runtime, runtime.surroundings.now())
    let (service, storage) = (runtime.service, runtime.backend.storage)
    try CallGate(runtime).throttle(nil, address: call.address)
    let upload: StoredUpload
    do {
      upload = try await runtime.blocking {
        let (upload, owner) = try storage.read { transaction in
          let upload = try service.beginUpload(token: token, now: now, in: transaction)
          return (upload, try transaction.owner(ofDatabase: upload.database))
        }
        try check(owner: owner)
        // A participant writes with both accounts in order.
        if let guest = upload.guest { try check(owner: guest) }
        return upload
      }
    } catch let error as ServiceError {
      throw HTTPRefusal(status: .init(code: error.code.httpStatus), error: error, closesConnection: true)
    }
    let limit = runtime.configuration.assetLimit
    let form = try multipart(call)
    let declared = call.request.headers[.contentLength].flatMap { Int64($0) }
    if let declared, declared > limit + (form == nil ? 0 : Int64(MultipartFile.envelopeLimit)) { throw tooLarge(limit) }
    // What else is wrong with the size shows when all of it is here.
    if form == nil, let declared, let expected = upload.expectedSize, declared != expected {
      throw HTTPRefusal.closing(
        .badRequest, "\(expected) bytes were announced for this file, and \(declared) are to come")
    }
    let most = upload.expectedSize ?? limit
    let written = try await store(call, form, sizeLimit: form == nil ? declared ?? most : most)
    if form == nil, let declared, written.size != declared {
      try await remove(written.key)
      throw ServiceError(.badRequest, "\(declared) bytes were announced and \(written.size) came")
    }
    let files = runtime.backend.files
    let checksum = AssetChecksum.make(sha256: written.sha256)
    let asset = try await runtime.blocking {
      do {
        let (asset, isKept) = try storage.write { transaction in
          let upload = try service.beginUpload(token: token, now: now, in: transaction)
          let asset = try service.finishUpload(
            token: token, fileChecksum: checksum, size: written.size, objectKey: written.key, now: now, in: transaction)
          let row = try transaction.asset(checksum, in: upload.database)
          return (asset, row?.objectKey == written.key)
        }
        if !isKept { try files.remove(written.key) }
        return asset
      } catch {
        try files.remove(written.key)
        throw error
      }
    }
    return JSONAnswer.make(ReplyWriter.upload(asset))
  }

  /// What takes the file out of a form; nil where the body is the file itself.
  private func multipart(_ call: ServerCall) throws -> MultipartFile? {
    do throws(MultipartFile.Malformed) {
      return try MultipartFile(contentType: call.request.headers[.contentType])
    } catch {
      throw malformed(error)
    }
  }

  private func malformed(_ error: MultipartFile.Malformed) -> HTTPRefusal {
    .closing(.badRequest, "the multipart/form-data body cannot be read: \(error.reason)")
  }

  /// Streams the file to the disk; what has come so far goes again if it breaks off.
  private func store(
    _ call: ServerCall, _ form: MultipartFile?, sizeLimit: Int64
  ) async throws -> ObjectWriter.Written {
    let (runtime, files) = (runtime, runtime.backend.files)
    let key = Hexadecimal.text(runtime.surroundings.randomBytes(16))
    let writer = try await runtime.blocking { try files.write(key, sizeLimit: sizeLimit) }
    do {
      var form = form
      var gathered = ByteBuffer()
      for try await var piece in call.request.body {
        runtime.metrics.received(bytes: piece.readableBytes)
        if form == nil {
          gathered.writeBuffer(&piece)
        } else if let bytes = try form?.feed(piece.readableBytesView) {
          gathered.writeBytes(bytes)
        }
        if gathered.readableBytes >= Self.batch {
          let batch = gathered
          try await runtime.blocking { try batch.withUnsafeReadableBytes { try writer.append($0) } }
          gathered.clear()
        }
      }
      try form?.finish()
      let rest = gathered
      return try await runtime.blocking {
        try rest.withUnsafeReadableBytes { try writer.append($0) }
        return try writer.finish()
      }
    } catch {
      try await runtime.blocking { try writer.abort() }
      if let error = error as? MultipartFile.Malformed { throw malformed(error) }
      if case CloudStoreError.objectTooLarge? = error as? CloudStoreError { throw tooLarge(sizeLimit) }
      throw error
    }
  }

  /// Refuses an upload or a download whose account is gone or suspended, however valid its address is.
  ///
  /// To be called outside of a transaction: accounts are read in one of their own, and these do not nest.
  private func check(owner: String?) throws {
    guard let owner, let user = try runtime.backend.accounts.user(recordName: owner) else {
      throw ServiceError(.notFound, "the account of this file is gone")
    }
    guard user.suspendedAt == nil else { throw CallGate.suspended }
  }

  private func remove(_ key: String) async throws {
    let files = runtime.backend.files
    try await runtime.blocking { try files.remove(key) }
  }

  private func tooLarge(_ limit: Int64) -> HTTPRefusal {
    .closing(.contentTooLarge, "a file has at most \(limit) bytes")
  }

  // MARK: Out

  func download(_ call: ServerCall, ticket: String) async throws -> Response {
    let (runtime, now) = (runtime, runtime.surroundings.now())
    let (service, storage, files) = (runtime.service, runtime.backend.storage, runtime.backend.files)
    try CallGate(runtime).throttle(nil, address: call.address)
    let (asset, reader) = try await runtime.blocking {
      let (asset, account) = try storage.read { transaction in
        try service.download(ticket: ticket, now: now, in: transaction)
      }
      try check(owner: account)
      return (asset, try files.open(asset.objectKey))
    }
    let tag = "\"\(asset.fileChecksum)\""
    var headers: HTTPFields = [
      .contentType: "application/octet-stream", .eTag: tag, .acceptRanges: "bytes",
      .contentDisposition: "attachment", .cacheControl: "private, max-age=3600, immutable",
    ]
    if matches(call.request.headers[.ifNoneMatch], tag) { return Response(status: .notModified, headers: headers) }
    // A part is of use only to a client that has the rest of the same file.
    let isSame = call.request.headers[.ifRange].map { $0 == tag } ?? true
    var (status, part) = (HTTPResponse.Status.ok, 0..<reader.size)
    switch ByteRange(header: isSame ? call.request.headers[.range] : nil, size: reader.size) {
    case .whole: break
    case .part(let range):
      (status, part) = (.partialContent, range)
      headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(reader.size)"
    case .unsatisfiable:
      throw HTTPRefusal(
        status: .rangeNotSatisfiable, error: ServiceError(.badRequest, "the file has \(reader.size) bytes"),
        headers: [.contentRange: "bytes */\(reader.size)"])
    }
    headers[.contentLength] = String(part.count)
    guard call.request.method == .get else { return Response(status: status, headers: headers) }
    return Response(status: status, headers: headers, body: stream(reader, part))
  }

  /// Reads a piece when the one before has gone out, so that a slow client costs one piece and no more.
  private func stream(_ reader: AssetReader, _ part: Range<Int64>) -> ResponseBody {
    let runtime = runtime
    return ResponseBody(contentLength: part.count) { writer in
      var offset = part.lowerBound
      while offset < part.upperBound {
        let count = Int(min(Int64(Self.piece), part.upperBound - offset))
        let start = offset
        let bytes = try await runtime.blocking { try reader.read(at: start, count: count) }
        guard !bytes.isEmpty else {
          throw CloudStoreError.inputOutput(path: "asset", detail: "it is shorter than it was")
        }
        try await writer.write(ByteBuffer(bytes: bytes))
        offset += Int64(bytes.count)
      }
      try await writer.finish(nil)
    }
  }

  private func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header == "*"
      || header.split(separator: ",").contains { part in
        let trimmed = part.drop { $0 == " " }
        return trimmed == tag || trimmed == "W/" + tag
      }
  }
}
