import CloudWire
import GzipKit
import HTTPTypes
import Hummingbird
import NIOCore

/// Takes a request's body in, within bounds.
enum BodyReader {
  /// Bytes of a body, after expansion.
  static let limit = 4 << 20

  /// The whole body, expanded if it is compressed.
  ///
  /// - Throws: ``HTTPRefusal`` where it is too large (413), in a coding that is not known (415), or not what it says it
  ///   is; what the connection throws.
  static func collect(_ request: Request, limit: Int = limit) async throws -> ByteBuffer {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge(limit) }
    switch request.headers[.contentEncoding]?.lowercased() {
    case nil, "", "identity": return try await collectPlain(request.body, limit)
    case "gzip", "x-gzip": return try await collectGzip(request.body, limit)
    default:
      throw HTTPRefusal.closing(.unsupportedMediaType, "a body is sent as it is or compressed with gzip")
    }
  }

  /// The JSON object of a body; an empty body is an empty object.
  static func object(_ request: Request, limit: Int) async throws -> JSONObject {
    try RequestReader(Array(try await collect(request, limit: limit).readableBytesView)).root
  }

  private static func collectPlain(_ body: RequestBody, _ limit: Int) async throws -> ByteBuffer {
    var whole = ByteBuffer()
    for try await var piece in body {
      guard whole.readableBytes + piece.readableBytes <= limit else { throw tooLarge(limit) }
      if whole.readableBytes == 0 { whole = piece } else { whole.writeBuffer(&piece) }
    }
    return whole
  }

  private static func collectGzip(_ body: RequestBody, _ limit: Int) async throws -> ByteBuffer {
    var whole = ByteBuffer()
    var isEmpty = true
    do {
      var inflater = try GzipInflater(limit: limit, ratio: 200)
      for try await piece in body where piece.readableBytes > 0 {
        isEmpty = false
        try inflater.feed(piece, into: &whole)
      }
      if !isEmpty { try inflater.finish() }
    } catch let error as GzipError {
      switch error {
      case .tooLarge: throw tooLarge(limit)
      case .malformed:
        throw HTTPRefusal.closing(.badRequest, "the body is not the gzip that its Content-Encoding says")
      }
    }
    return whole
  }

  private static func tooLarge(_ limit: Int) -> HTTPRefusal {
    .closing(.contentTooLarge, "the body is larger than \(limit) bytes; send fewer operations")
  }
}
