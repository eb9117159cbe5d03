import CloudServer
import Testing

@Suite struct MultipartFileTests {
  private static let type = "multipart/form-data; boundary=XX"

  /// What comes out of a body that arrives in pieces of this size.
  private func file(_ body: [UInt8], type: String = type, pieces size: Int) throws -> [UInt8] {
    var reader = try #require(try MultipartFile(contentType: type))
    var file: [UInt8] = []
    var place = 0
    while place < body.count {
      let end = min(body.count, place + size)
      file += try reader.feed(body[place..<end])
      place = end
    }
    try reader.finish()
    return file
  }

  private func part(_ headers: String, _ content: [UInt8]) -> [UInt8] {
    Array("--XX\r\n\(headers)\r\n\r\n".utf8) + content + [13, 10]
  }

  private static let end = Array("--XX--\r\n".utf8)

  @Test(arguments: [1, 2, 3, 5, 7, 64, 10_000]) func theFirstPartWithAFileNameIsTheFile(pieces: Int) throws {
    // Bytes that look like a delimiter until their end, or like the end of a line.
    let content = Array("\r\n--X\r\n--XY-\r\r\n\r\n--".utf8) + Array(0...255) + [13]
    let body =
      Array("a preamble\r\n".utf8) + part("Content-Disposition: form-data; name=\"note\"", Array("filename=x".utf8))
      + part(
        "content-disposition: form-data; name=\"file\"; filename=\"a;\\\"b\\\".jpg\"\r\nContent-Type: image/jpeg",
        content)
      + part("Content-Disposition: form-data; name=\"other\"; filename=\"c\"", Array("not this".utf8)) + Self.end
      + Array("an epilogue".utf8)
    #expect(try file(body, pieces: pieces) == content)
  }

  @Test(arguments: [1, 1000]) func filesMayBeEmptyAndBoundariesInQuotes(pieces: Int) throws {
    let empty = part("Content-Disposition: form-data; filename*=UTF-8''a", []) + Self.end
    #expect(try file(empty, pieces: pieces).isEmpty)
    let quoted = "Multipart/Form-Data ; charset=utf-8; boundary=\"a b;c\""
    let body = Array("--a b;c \t\r\nContent-Disposition: form-data; filename=x\r\n\r\nhi\r\n--a b;c--".utf8)
    #expect(try file(body, type: quoted, pieces: pieces) == Array("hi".utf8))
  }

  @Test(arguments: [nil, "", "image/jpeg", "application/octet-stream", "multipart/mixed; boundary=XX", "text/plain"])
  func otherBodiesAreFilesThemselves(_ type: String?) throws {
    #expect(try MultipartFile(contentType: type) == nil)
  }

  @Test(arguments: [
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=\"a \"",
    "multipart/form-data; boundary=\(String(repeating: "x", count: 71))",
  ]) func withoutABoundaryNothingIsRead(_ type: String) {
    #expect(throws: MultipartFile.Malformed.self) { try MultipartFile(contentType: type) }
  }

  private static let head = "--XX\r\nContent-Disposition: form-data; filename=x\r\n"

  @Test(
    arguments: [
      ("", "ends before"), ("no form at all", "ends before"), (head + "\r\nhello", "ends before"),
      (head + "\r\nhello\r\n--XX", "ends before"), (head + "\r\nhello\r\n--XX-", "ends before"),
      (head, "ends before"), ("--XX--\r\n", "none of its parts"),
      ("--XX\r\nContent-Disposition: form-data; name=\"filename\"\r\n\r\nx\r\n--XX--", "none of its parts"),
      ("--XXY\r\n\r\n", "followed by something else"),
      (head + "Content-Transfer-Encoding: base64\r\n\r\naGk=\r\n--XX--", "in the coding base64"),
      ("--XX\r\nA: \(String(repeating: "x", count: 20_000))", "headers of a part are too long"),
      (String(repeating: "x", count: 1_100_000), "larger than 1048576 bytes"),
    ]) func whatCannotBeReadIsNotTaken(_ body: String, _ reason: String) throws
  {
    let error = #expect(throws: MultipartFile.Malformed.self) { try file(Array(body.utf8), pieces: 4096) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }
}
