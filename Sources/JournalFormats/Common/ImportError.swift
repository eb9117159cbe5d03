/// Why a file could not be taken: the sentence says what, where and what to do.
///
/// A file is read to its end before anything of it is stored, so that nothing has changed where this is thrown.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a clause without a full stop: “2021-02-30 10:00 is not a date that exists”.
  package let problem: String
  /// Where in the file, or nil where it is the file as a whole.
  package let place: ImportPlace?
  /// What the person can do about it, as a sentence.
  package let remedy: String

  package init(_ problem: String, at place: ImportPlace? = nil, remedy: String) {
    (self.problem, self.place, self.remedy) = (problem, place, remedy)
  }

  /// One line for the person; the caller puts the file's name in front of it.
  package var description: String {
    let start = place.map { "\($0): " } ?? ""
    return "\(start)\(problem). \(remedy)"
  }
}

/// A place in a file that is being imported.
package enum ImportPlace: Hashable, Sendable, CustomStringConvertible {
  /// A line, counted from 1.
  case line(Int)
  /// A byte, counted from 0, and the line in which it lies.
  case byte(Int, line: Int)
  /// A file within an archive.
  case member(String)
  /// A line of a file within an archive, counted from 1.
  case memberLine(String, Int)

  /// The place in words, such as `line 12, byte 340`.
  package var description: String {
    switch self {
    case .line(let line): "line \(line)"
    case .byte(let offset, let line): "line \(line), byte \(offset)"
    case .member(let name): name
    case .memberLine(let name, let line): "\(name), line \(line)"
    }
  }
}

/// Why a journal could not be written out.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One or more whole sentences, ready to be shown.
  package let sentence: String

  package init(_ sentence: String) { self.sentence = sentence }

  /// The sentence, so that any way of printing the error shows it.
  package var description: String { sentence }
}
