import Foundation
import JournalSeal
import SealKit
import Testing

/// The known answers, which a Python program checks too: a change of any format shows here first.
@Suite struct VectorTests {
  static let file = VectorTests.file(named: "encryption.json")

  /// The known answers of one file.
  static func file(named name: String) -> VectorFile {
    let path = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Vectors/\(name)")
    do {
      return try JSONDecoder().decode(VectorFile.self, from: Data(contentsOf: path))
    } catch {
      fatalError("the vectors cannot be read: \(error)")
    }
  }

  @Test(arguments: Set(file.vectors.map(\.kind)).sorted())
  func everyKnownAnswerIsGivenAgain(kind: String) { Self.check(Self.file, kind: kind) }

  static func check(_ file: VectorFile, kind: String) {
    for vector in file.vectors where vector.kind == kind {
      let outcome = VectorRun.outcome(kind, file.values(of: vector))
      switch outcome {
      case .success(let out):
        #expect(!vector.fails && out == vector.out, "\(kind): \(vector.name)")
      case .failure(let failure):
        #expect(vector.fails && failure.why == vector.why, "\(kind): \(vector.name): \(failure.why)")
      }
    }
  }

  @Test func thereAreEnoughAndAThirdOfThemFails() {
    let vectors = Self.file.vectors
    #expect(vectors.count >= 120)
    #expect(vectors.count { $0.fails } * 3 >= vectors.count)
    #expect(Set(vectors.map { "\($0.kind): \($0.name)" }).count == vectors.count)
  }

  @Test(arguments: RingRule.allCases)
  func everyRuleOfRingsIsBrokenOnce(rule: RingRule) {
    #expect(Self.file.vectors.contains { $0.kind == "ring" && $0.why == rule.rawValue })
  }

  /// Computed by another program before this one was written.
  @Test func theFirstKnownAnswersHold() throws {
    let key = try #require(JournalKey(Array(0..<32)))
    #expect(key.id.description == "bc9b0ba9078267b2cde6963622471168")
    let recordKey = key.recordKey(at: Sample.entry).copied
    let digits = recordKey.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(digits == "af7d5cb6a41dec6f99e33566b2af8da6068703a3a3f3a52f3396344eb0dcc4ce")
    let recovery = try #require(RecoveryKey(Array(0..<16)))
    #expect(recovery.shown.joined(separator: " ") == "QQQS YQCY Q5RQ WZQF PG9S CRGW PUYU G7HX")
  }
}
