import Testing

/// Keys and passphrases travel as `SecretBytes`, which are wiped, and not as arrays or texts.
@Suite struct SecretTests {
  /// Where a secret becomes an array that nothing wipes, and why.
  private static let copies = [
    // What others may know: names of keys, digests of pictures, the end of a log.
    "Sources/JournalSeal/Basics/Derivation.swift", "Sources/JournalSeal/Vault/PictureSeal.swift",
    "Sources/JournalSeal/Sharing/IdentityPin.swift",
    // What is shown to a person, or is a link.
    "Sources/JournalSeal/Keys/RecoveryKey.swift", "Sources/JournalSeal/Sharing/ShareLink.swift",
    "Sources/JournalApp/UseCases/Sharing/SealedInvitation.swift",
    "Sources/JournalApp/UseCases/Sharing/GuestNotes.swift",
    // What is written into a file, as digits.
    "Sources/JournalSeal/Keys/KeptKeys.swift",
    // The key of one picture's file, which the journal holds beside its record.
    "Sources/JournalSync/Mapping/RecordMapping+Sealed.swift", "Sources/JournalSync/Engine/FileUploads.swift",
  ]

  @Test func fewPlacesCopyASecret() throws {
    var found: Set<String> = []
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/") {
      guard file.path != "Sources/JournalSeal/Basics/SecretBytes.swift" else { continue }
      // Elsewhere the word means other things.
      let isOfSeals = file.path.hasPrefix("Sources/JournalSeal/") || !file.places(of: "import JournalSeal").isEmpty
      guard isOfSeals else { continue }
      if !file.places(of: ".copied").isEmpty { found.insert(file.path) }
    }
    #expect(found.subtracting(Self.copies) == [], "use withBytes(_:), or say here why it has to be a copy")
    #expect(Set(Self.copies).subtracting(found) == [], "it copies none any more")
  }

  @Test func passphrasesAreNoTexts() throws {
    let texts = ["passphrase: String", "Passphrase: String", "present: String, to", "passphrase: [UInt8]"]
    for file in try Repository.swiftFiles.get() where file.path.hasPrefix("Sources/") {
      // Where the option names a file; where a screen has taken what was typed.
      for text in texts { #expect(file.places(of: text) == [], "passphrases are Passphrase or SecretBytes") }
    }
  }

  @Test func keysAreNoArrays() throws {
    let arrays = [
      "secret: [UInt8]", "seed: [UInt8]", "Seed: [UInt8]", "masterKey: [UInt8]", "vaultKey: [UInt8]",
      "nameKey: [UInt8]",
    ]
    for target in ["JournalSeal", "JournalApp", "JournalStore"] {
      for file in try Repository.sources(of: target) {
        for array in arrays { #expect(file.places(of: array) == [], "keys are SecretBytes") }
      }
    }
  }
}
