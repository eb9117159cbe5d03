import Foundation

/// A place where bytes from outside come in, as something that can be tried with any bytes at all.
///
/// A crash is a fault, and so is a promise of ours that does not hold. `make fuzz` looks for such bytes with the
/// compiler's help; the unit tests try the committed corpora.
package struct FuzzTarget: Sendable {
  package let name: String
  /// What is tried, in a few words.
  package let about: String
  /// Tries some bytes; ends the process where something is wrong.
  package let run: @Sendable ([UInt8]) -> Void

  package init(_ name: String, _ about: String, _ run: @escaping @Sendable ([UInt8]) -> Void) {
    (self.name, self.about, self.run) = (name, about, run)
  }

  /// All targets, in the order in which they are listed.
  package static let all = [
    requests, replies, tokens, multipart, archive, dayOne, joplin, jrnl, markdown, json, images, config, merge, keys,
    search, sealed, file, ring, box, request, recovery, kept, vault, share, joining, approving,
  ]

  package static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}

/// Ends the process where what always holds does not.
func promise(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError("a promise does not hold: \(what())") }
}

/// Faults that are there on purpose, only while `CLOUDJOURNAL_FUZZ_PLANT` is set: a target that does not find the one
/// planted in it would not find another either.
enum Plant {
  static let isOn = ProcessInfo.processInfo.environment["CLOUDJOURNAL_FUZZ_PLANT"] != nil

  /// Ends the process in a case that only understood bytes lead to.
  static func fault(if isCase: @autoclosure () -> Bool) {
    if isOn, isCase() { fatalError("the planted fault was found") }
  }
}
