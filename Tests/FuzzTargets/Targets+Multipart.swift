import CloudServer

extension FuzzTarget {
  /// A form gives the same file however its body is cut, and nothing that ends a part is in the file.
  ///
  /// The first byte says how long the pieces are; then comes what the content type says behind its name, up to a zero
  /// byte, and then the body.
  static let multipart = FuzzTarget("multipart", "forms with a file that clients upload") { bytes in
    guard let first = bytes.first, let end = bytes.firstIndex(of: 0), end > 0 else { return }
    let type = "multipart/form-data; " + String(decoding: bytes[1..<end], as: UTF8.self)
    let body = bytes[(end + 1)...]
    let whole = file(body, type: type, pieces: body.count)
    promise(file(body, type: type, pieces: 1 + Int(first % 16)) == whole, "cut, the body is another file")
    promise(file(body, type: type, pieces: 1) == whole, "byte by byte, the body is another file")
    guard let whole else { return }
    promise(whole.count <= body.count, "a file of \(whole.count) bytes in a body of \(body.count)")
    promise(holds(whole, in: body), "the file is not in the body")
    Plant.fault(if: whole.count == 7 && whole.first == UInt8(ascii: "P"))
  }

  /// The file of a body that comes in pieces of this size; nil where it is refused.
  private static func file(_ body: ArraySlice<UInt8>, type: String, pieces size: Int) -> [UInt8]? {
    do throws(MultipartFile.Malformed) {
      guard var reader = try MultipartFile(contentType: type) else { return nil }
      var file: [UInt8] = []
      var rest = body
      while !rest.isEmpty {
        file += try reader.feed(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      try reader.finish()
      return file
    } catch {
      promise(!error.reason.isEmpty, "a refusal without words")
      return nil
    }
  }

  /// Whether a file's bytes stand in a body in one piece.
  private static func holds(_ file: [UInt8], in body: ArraySlice<UInt8>) -> Bool {
    guard let first = file.first else { return true }
    return body.indices.contains { body[$0] == first && body[$0...].starts(with: file) }
  }
}
