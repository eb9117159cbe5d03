/// The files of a journal's images, by the SHA-256 of their bytes in lower-case hexadecimal. Methods block.
package protocol AssetFiles: Sendable {
  /// Where a file is, or what became of it.
  func file(_ digest: String) throws -> AssetFile
  /// Keeps the bytes of a file, durably, and answers with their digest.
  func keep(_ bytes: [UInt8]) throws -> String
}

package enum AssetFile: Hashable, Sendable {
  /// Its path.
  case present(String)
  case missing
  /// Its bytes are no longer those of its name.
  case changed
}

/// For a journal without images.
package struct NoAssetFiles: AssetFiles {
  package init() {}

  package func file(_ digest: String) -> AssetFile { .missing }
  package func keep(_ bytes: [UInt8]) throws -> String { throw NoPlaceForFiles() }

  package struct NoPlaceForFiles: Error, CustomStringConvertible {
    package var description: String { "there is no place for image files here" }
  }
}
