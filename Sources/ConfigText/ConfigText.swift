package import TOMLKit

/// A configuration file in TOML, read without trusting it: any text is a table or a problem with its place.
package enum ConfigText {
  /// The first fault of a text, and its place.
  package struct Problem: Error, Hashable, Sendable {
    /// The line of the text, from 1.
    package var line: Int
    /// The place in the line, counted in Unicode scalars from 1.
    package var column: Int
    /// A phrase without a full stop.
    package var reason: String
  }

  /// - Throws: ``Problem`` at the first place that is no TOML.
  package static func table(_ text: String) throws(Problem) -> TOMLTable {
    // The library would end the process there, or, in a release build, do what it likes.
    let mistake = TOMLCheck.firstProblem(text)
    let before = mistake == nil ? text : TOMLCheck.lines(text, before: TOMLCheck.statementLine(text))
    let table: TOMLTable
    do {
      table = try TOMLTable(string: before)
    } catch let error as TOMLParseError {
      throw Problem(
        line: Int(error.source.begin.line), column: Int(error.source.begin.column),
        reason: TOMLWords.reason(error.description))
    } catch {
      throw Problem(line: 1, column: 1, reason: "this is not TOML (\(error))")
    }
    if let mistake { throw mistake }
    return table
  }
}
