import Foundation
package import GRDB
import JournalCore

/// Splits text for the search index exactly as ``SearchTokens`` sees it: words without case and diacritics, and letters
/// of a script without spaces (Chinese, Japanese, Korean, Thai …) one by one.
///
/// Such a script's word must be found inside a sentence, and a common letter alone must not decide: a document yields
/// each letter with the pair that begins there at the same place, and a query asks for the pairs in sequence and for
/// the last letter, which is where the next word follows.
package final class JournalTokenizer: FTS5CustomTokenizer {
  /// The name by which the schema's search table asks for this tokenizer.
  package static let name = "journal"

  /// Makes a tokenizer of a connection; arguments of the schema are ignored.
  package required init(db: Database, arguments: [String]) throws {}

  /// Hands each token of a UTF-8 text to `tokenCallback`, with its range in bytes of the text.
  ///
  /// - Returns: `SQLITE_OK`, or the first other code of the callback, after which no token follows.
  package func tokenize(
    context: UnsafeMutableRawPointer?, tokenization: FTS5Tokenization, pText: UnsafePointer<CChar>?, nText: CInt,
    tokenCallback: @escaping FTS5TokenCallback
  ) -> CInt {
    guard let pText, nText > 0 else { return success }
    let text = String(decoding: UnsafeRawBufferPointer(start: pText, count: Int(nText)), as: UTF8.self)
    let isQuery = tokenization.contains(.query)
    var code = success
    SearchTokens(text).forEachPiece { folded, piece in
      func pass(_ range: Range<Int>, _ flags: CInt) -> Bool {
        guard let base = folded.baseAddress else { return true }
        code = base.advanced(by: range.lowerBound).withMemoryRebound(to: CChar.self, capacity: range.count) { bytes in
          tokenCallback(
            context, flags, bytes, CInt(range.count), CInt(clamping: piece.place.lowerBound),
            CInt(clamping: piece.place.upperBound))
        }
        return code == success
      }
      if isQuery { return pass(piece.pair ?? piece.folded, 0) }
      guard pass(piece.folded, 0) else { return false }
      return piece.pair.map { pass($0, colocated) } ?? true
    }
    return code
  }
}

/// SQLITE_OK.
private let success: CInt = 0
/// FTS5_TOKEN_COLOCATED: stands where the token before it stands.
private let colocated: CInt = 1
