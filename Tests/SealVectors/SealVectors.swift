import Foundation
import SealKit

/// Writes the known answers of encryption: `swift run seal-vectors Tests/Vectors/encryption.json`, and those of sharing:
/// `swift run seal-vectors Tests/Vectors/sharing.json`.
@main enum SealVectors {
  static func main() throws {
    guard let path = CommandLine.arguments.dropFirst().first else {
      print("Which file are the vectors to be written to?")
      return
    }
    let url = URL(fileURLWithPath: path)
    let file = try url.lastPathComponent == "sharing.json" ? VectorBook.sharing() : VectorBook.file()
    try file.encoded().write(to: url)
    print("\(file.vectors.count) vectors, of which \(file.vectors.count { $0.fails }) fail")
  }
}
