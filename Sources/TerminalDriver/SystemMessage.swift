import Glibc

/// The C library's words for its error numbers.
enum SystemMessage {
  static func text(_ number: Int32) -> String {
    guard let message = strerror(number) else { return "error \(number)" }
    return String(cString: message)
  }
}
