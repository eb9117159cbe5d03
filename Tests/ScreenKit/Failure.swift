/// What a test waited for in vain, with everything needed to see why.
package struct Failure: Error, CustomStringConvertible {
  package let description: String

  init(_ message: String, at location: String? = nil) {
    description = location.map { "\($0): \(message)" } ?? message
  }
}

/// `File.swift:12` of the caller, for messages that surface far from the line that waited.
func place(_ fileID: StaticString, _ line: UInt) -> String { "\(fileID):\(line)" }
