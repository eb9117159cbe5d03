import Glibc

/// The program that a process runs.
package enum ProcessImage {
  /// Runs this program anew in the place of what runs, with other arguments: nothing that the process had in its memory is
  /// left, and its number, terminal and parent stay.
  ///
  /// Returns only where that cannot be done.
  ///
  /// - Parameter arguments: The first one is the program's name as it calls itself.
  package static func replace(with arguments: [String]) -> SystemError {
    let words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv("/proc/self/exe", words)
    return SystemError("/proc/self/exe", errno)
  }
}
