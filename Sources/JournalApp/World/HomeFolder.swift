/// The folder that `~` stands for in paths that a person types and reads.
package struct HomeFolder: Hashable, Sendable {
  /// An absolute path.
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// A path with the home folder where it began with `~`; others as they are.
  package func resolved(_ typed: String) -> String {
    typed == "~" || typed.hasPrefix("~/") ? path + typed.dropFirst() : typed
  }

  /// A path as a message says it: with `~` where it lies in the home folder.
  package func shown(_ absolute: String) -> String {
    path.utf8.count > 1 && absolute.hasPrefix(path + "/") ? "~" + absolute.dropFirst(path.count) : absolute
  }
}
