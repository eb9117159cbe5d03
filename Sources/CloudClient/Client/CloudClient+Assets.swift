import CloudRecord
import CloudWire

extension CloudClient {
  /// Asks where a file goes, and sends it there.
  func upload(
    _ token: AssetUploadToken, _ zoneID: ZoneID, _ source: AssetSource, _ urgency: RequestUrgency,
    _ note: HistoryNote, _ progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> Asset {
    // A file that is missing costs no request.
    let body: HTTPCall.Body
    let size: Int64
    switch source {
    case .bytes(let bytes): (body, size) = (.bytes(bytes), Int64(bytes.count))
    case .file(let path, let digest):
      let file = try open(path)
      (body, size) = (.file(file, digest: digest), file.size)
    }
    var token = token
    if container.announcesSizes { token.size = size }
    let request = AssetUploadRequest(tokens: [token], zoneID: zoneID)
    let answer = try await ask("assets/upload", body: RequestWriter.assetsUpload(request), urgency, note)
    // A file of ours has no business there.
    try note.check()
    let targets = try read(answer) { (reader) throws(ReplyFailure) in try reader.uploadTargets() }
    guard let target = targets.first else {
      throw CloudFailure(code: .internalError, reason: "the service names no address for the file")
    }
    var call = HTTPCall(
      method: .post, address: try follow(target.url), body: body, contentType: "application/octet-stream",
      progress: progress, seconds: seconds(.background), answerLimit: transport.settings.replyLimit)
    if case .bytes(let bytes) = body { call.seconds += Double(bytes.count / (16 << 10)) }
    let stored = try await transport.send(call)
    do throws(CloudFailure) {
      return try read(stored) { (reader) throws(ReplyFailure) in try reader.upload() }
    } catch {
      throw assetFailure(error)
    }
  }

  /// Fetches a file by the address that its record came with.
  func download(_ asset: Asset, _ urgency: RequestUrgency) async throws(CloudFailure) -> [UInt8] {
    let answer = try await transport.send(try downloadCall(asset, urgency))
    try check(answer)
    guard asset.size.map({ $0 == Int64(answer.body.count) }) ?? true else {
      throw NetworkWords().failure(AssetFileError.otherSize)
    }
    return answer.body
  }

  /// Fetches a file into a new one of that path, piece by piece.
  func download(
    _ asset: Asset, to path: String, _ urgency: RequestUrgency, _ progress: @escaping @Sendable (Int64) -> Void
  ) async throws(CloudFailure) -> StoredFile {
    var call = try downloadCall(asset, urgency)
    do throws(AssetFileError) {
      call.sink = try FileSink(path: path, size: asset.size)
    } catch {
      throw NetworkWords().failure(error)
    }
    call.progress = progress
    let answer = try await transport.send(call)
    try check(answer)
    guard let file = answer.file else { throw NetworkWords().failure(AssetFileError.otherSize) }
    return file
  }

  private func downloadCall(_ asset: Asset, _ urgency: RequestUrgency) throws(CloudFailure) -> HTTPCall {
    guard let url = asset.downloadURL else {
      throw CloudFailure(code: .assetNotAvailable, reason: "the service has named no address for the file")
    }
    let limit = transport.settings.assetLimit
    guard (asset.size ?? 0) <= limit else {
      throw CloudFailure(code: .limitExceeded, reason: "the file is larger than \(limit >> 20) MB")
    }
    // Some services leave the place of the file's name open.
    let address = try follow(url.split(separator: "${f}", omittingEmptySubsequences: false).joined(separator: "file"))
    // A refusal may be longer than the file.
    let answerLimit = max(Int(asset.size ?? limit), 64 << 10)
    return HTTPCall(
      method: .get, address: address, takesGzip: false, seconds: seconds(urgency), answerLimit: answerLimit)
  }

  private func check(_ answer: HTTPAnswer) throws(CloudFailure) {
    guard !answer.isSuccess else { return }
    let nothing: ReplyFailure
    do throws(ReplyFailure) {
      _ = try ReplyReader(answer.body, status: answer.status)
      nothing = .unreadable("no result")
    } catch {
      nothing = error
    }
    throw assetFailure(ReplyJudge().failure(nothing, answer), status: answer.status)
  }

  private func open(_ path: String) throws(CloudFailure) -> OpenAssetFile {
    let file: OpenAssetFile
    do throws(AssetFileError) {
      file = try OpenAssetFile(path: path)
    } catch {
      throw NetworkWords().failure(error)
    }
    guard file.size <= transport.settings.assetLimit else {
      throw CloudFailure(
        code: .limitExceeded, reason: "the file is larger than \(transport.settings.assetLimit >> 20) MB")
    }
    return file
  }

  private func follow(_ url: String) throws(CloudFailure) -> HTTPAddress {
    try CloudFailure.refusing(as: .assetNotAvailable) { () throws(AddressRefusal) in
      try container.service.following(url, known: container.known)
    }
  }

  /// Addresses of files hold for a while only: what is refused there is asked for anew, and no session ends by it.
  private func assetFailure(_ failure: CloudFailure, status: Int = 0) -> CloudFailure {
    var failure = failure
    switch failure.code {
    case .badContainer, .missingEntitlement, .managedAccountRestricted, .notAuthenticated, .invalidArguments:
      failure.code = .assetNotAvailable
      failure.redirectURL = nil
    case .networkFailure where [401, 403, 404, 410, 421].contains(status): failure.code = .assetNotAvailable
    default: break
    }
    return failure
  }
}
