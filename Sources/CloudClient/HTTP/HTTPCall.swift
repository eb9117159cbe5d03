import CloudRecord

/// One HTTP request.
struct HTTPCall: Sendable {
  enum Method: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }

  enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// For services that are known to take gzip.
    case compressible([UInt8])
    /// With the SHA-256 that its bytes must have.
    case file(OpenAssetFile, digest: String?)
  }

  var method: Method
  var address: HTTPAddress
  var body = Body.none
  var contentType: String?
  /// The known history of the service, for a service that tells it.
  var known: ServerHistory?
  var takesGzip = true
  /// Takes the body of an answer that is no refusal.
  var sink: FileSink?
  /// Told how many bytes of a file have gone or come.
  var progress: (@Sendable (Int64) -> Void)?
  /// Seconds without progress.
  var seconds: Double
  var answerLimit: Int
}

/// The whole answer to one request.
struct HTTPAnswer: Sendable {
  var status: Int
  /// By name in lower case; of several the first.
  var headers: [String: String] = [:]
  var body: [UInt8] = []
  /// The file that holds the body in the place of ``body``.
  var file: StoredFile?
  /// By this machine's clock: when the request went out, and when the head of the answer was there.
  var sentAt: Int64
  var receivedAt: Int64

  var isSuccess: Bool { (200..<300).contains(status) }

  /// Seconds that the answer's header asks to wait.
  var retryAfter: Double? {
    guard let text = headers["retry-after"] else { return nil }
    if let seconds = Double(text) { return seconds.isFinite && seconds >= 0 ? min(seconds, 86_400) : nil }
    return HTTPDate.seconds(of: text).map { seconds in
      min(max(Double(Int64(seconds) * 1000 - receivedAt) / 1000, 0), 86_400)
    }
  }
}
