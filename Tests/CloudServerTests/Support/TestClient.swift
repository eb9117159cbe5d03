import Foundation
import Glibc
import NIOPosix

/// An answer as a client reads it.
struct TestAnswer: Sendable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  func json() throws -> [String: Any] {
    guard let object = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
      throw TestClient.Failure(what: "the answer is no JSON object: \(text)")
    }
    return object
  }

  func code() throws -> String? { try json()["serverErrorCode"] as? String }
}

/// A client that is one socket and no more, so that a test can send what no decent client would.
struct TestClient: Sendable {
  struct Failure: Error, CustomStringConvertible {
    var what: String
    var description: String { what }
  }

  /// Sockets block; the server's own tasks must not have to wait for that.
  private static let threads: NIOThreadPool = {
    let pool = NIOThreadPool(numberOfThreads: 32)
    pool.start()
    return pool
  }()

  let port: Int

  func get(_ path: String, headers: [String: String] = [:]) async throws -> TestAnswer {
    try await send("GET", path, headers: headers)
  }

  func post(_ path: String, _ body: String = "{}", headers: [String: String] = [:]) async throws -> TestAnswer {
    try await send("POST", path, headers: headers, body: Array(body.utf8))
  }

  func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil
  ) async throws -> TestAnswer {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body, headers["Transfer-Encoding"] == nil, headers["Content-Length"] == nil {
      head += "Content-Length: \(body.count)\r\n"
    }
    return try await exchange(Array((head + "\r\n").utf8) + (body ?? []), hasBody: method != "HEAD")
  }

  /// Sends bytes as they are and reads one answer.
  func exchange(_ bytes: [UInt8], hasBody: Bool = true) async throws -> TestAnswer {
    try await Self.threads.runIfActive { [port] in
      let connection = try TestConnection(port: port)
      try connection.send(bytes)
      return try connection.answer(hasBody: hasBody)
    }
  }

  /// Runs something that blocks on a thread of its own.
  static func blocking<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await threads.runIfActive(work)
  }
}

/// One connection.
final class TestConnection: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var limit = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw TestClient.Failure(what: "connect: \(errno)") }
  }

  deinit { close(descriptor) }

  /// Sends what the other side takes; one that has closed takes no more.
  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      sent += count
    }
  }

  /// Says that nothing more will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads to the end of the connection.
  func rest() -> [UInt8] {
    var bytes: [UInt8] = []
    while let more = receive() { bytes += more }
    return bytes
  }

  private func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// The next answer that is not an interim one.
  func answer(hasBody: Bool = true) throws -> TestAnswer {
    while true {
      let head = try readHead()
      guard head.status >= 200 else { continue }
      guard hasBody, head.status != 204, head.status != 304 else { return head }
      var answer = head
      guard let length = head.headers["content-length"].flatMap({ Int($0) }) else {
        answer.body = try chunks(after: head.body)
        return answer
      }
      while answer.body.count < length {
        guard let more = receive() else { throw TestClient.Failure(what: "the answer breaks off") }
        answer.body += more
      }
      return answer
    }
  }

  /// Status line and headers; what came behind them is in the body.
  func readHead() throws -> TestAnswer {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let place = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) {
        let lines = String(decoding: bytes[..<place], as: UTF8.self).components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let parts = line.split(separator: ":", maxSplits: 1)
          headers[parts[0].lowercased()] = parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
        }
        let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let answer = TestAnswer(status: status, headers: headers, body: Array(bytes[(place + 4)...]))
        if status < 200, !answer.body.isEmpty { throw TestClient.Failure(what: "an interim answer is not alone") }
        return answer
      }
      guard let more = receive() else { throw TestClient.Failure(what: "no answer") }
      bytes += more
    }
  }

  private func chunks(after start: [UInt8]) throws -> [UInt8] {
    var raw = start
    var whole: [UInt8] = []
    while true {
      guard let line = raw.firstIndex(of: 0x0A) else {
        guard let more = receive() else { throw TestClient.Failure(what: "the answer breaks off") }
        raw += more
        continue
      }
      let text = String(decoding: raw[..<line], as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      guard let size = Int(text, radix: 16) else { throw TestClient.Failure(what: "no chunk: \(text)") }
      while raw.count < line + 1 + size + 2 {
        guard let more = receive() else { throw TestClient.Failure(what: "the answer breaks off") }
        raw += more
      }
      if size == 0 { return whole }
      whole += raw[(line + 1)..<(line + 1 + size)]
      raw = Array(raw[(line + 1 + size + 2)...])
    }
  }
}
