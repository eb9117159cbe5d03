/// Words of commands that a person is told to type.
package enum ShellWord {
  /// A word as a shell reads it back: as it is where it may be, else in single quotes.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        || "/._-+,:@%".unicodeScalars.contains(scalar)
    }
    return isPlain && !word.isEmpty && !word.hasPrefix("-") ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
