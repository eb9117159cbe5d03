package import Foundation

/// One known answer: what goes in, and what comes out or why nothing does.
package struct Vector: Codable, Hashable, Sendable {
  package let name: String
  package let kind: String
  /// Bytes in hexadecimal digits, numbers in decimal ones, texts as they are.
  package let `in`: [String: String]
  package let out: [String: String]
  package let fails: Bool
  /// `damaged`, `newer`, `noKey`, the rule of a ring, or what is wrong with what was typed; nil where nothing fails.
  package let why: String?

  /// A vector whose outcome the program's own code gives.
  package init(_ kind: String, _ name: String, _ values: [String: String]) {
    (self.kind, self.name) = (kind, name)
    `in` = values
    switch VectorRun.outcome(kind, values) {
    case .success(let out): (self.out, fails, why) = (out, false, nil)
    case .failure(let failure): (out, fails, why) = ([:], true, failure.why)
    }
  }
}

/// All known answers. Long bytes that come often stand once, among the pieces; `<name>` in a value stands for them.
package struct VectorFile: Codable, Sendable {
  package var version = 1
  package let pieces: [String: String]
  package let vectors: [Vector]

  package init(pieces: [String: String], vectors: [Vector]) {
    (self.pieces, self.vectors) = (pieces, vectors)
  }

  /// The values of a vector with their pieces put in.
  package func values(of vector: Vector) -> [String: String] {
    vector.in.mapValues { value in
      guard value.contains("<") else { return value }
      return pieces.reduce(value) { $0.replacingOccurrences(of: "<\($1.key)>", with: $1.value) }
    }
  }

  /// The file's bytes, with one vector a line.
  package func encoded() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func lines(_ values: [Data]) -> Data { Data(values.joined(separator: Data(",\n".utf8))) }
    let pieces = try self.pieces.sorted { $0.key < $1.key }.map {
      Data("\"\($0.key)\":".utf8) + (try encoder.encode($0.value))
    }
    return Data("{\"version\":1,\"pieces\":{\n".utf8) + lines(pieces) + Data("\n},\"vectors\":[\n".utf8)
      + lines(try vectors.map { try encoder.encode($0) }) + Data("\n]}\n".utf8)
  }
}

/// Why a vector has no outcome.
package struct VectorFailure: Error, Hashable, Sendable {
  package let why: String
}
