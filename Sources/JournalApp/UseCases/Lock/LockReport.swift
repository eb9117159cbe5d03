import JournalCore
import JournalFormats
import JournalSeal

/// Where a journal stands with its vault.
package struct LockReport: Sendable {
  let name: String
  /// Whether it is encrypted on the disk.
  package let isEncrypted: Bool
  /// Whether its key is not at hand.
  package let isLocked: Bool
  /// Texts that were written while it was locked.
  package let waiting: Int

  /// What is said of copies that are not encrypted; nil where there are none.
  let plainCopies: String?

  /// Whether the recovery key of the journal's account opens it, too.
  let hasRecovery: Bool

  /// `{"ok":true,"encrypted":…,"locked":…,"waiting":…,"recovery":…}` and a line end.
  package func json() -> [UInt8] {
    Answer.object { json in
      json.member("encrypted", isEncrypted)
      json.member("locked", isLocked)
      json.member("waiting", Int64(waiting))
      json.member("recovery", hasRecovery)
    }
  }

  /// Prints the same in words.
  package func print(to output: inout Printout) {
    guard isEncrypted else {
      return output.line("“\(name)” is plain on the disk. Encrypt it with: cloudjournal lock --set-up")
    }
    output.line("“\(name)” is encrypted on the disk, and \(isLocked ? "locked" : "unlocked").")
    if hasRecovery { output.line("The recovery key of its account opens it, too: cloudjournal unlock --recovery") }
    if let plainCopies { output.line(plainCopies, .warning) }
    if waiting > 0 {
      output.line(
        "\(NumberText.counted(waiting, "text was", "texts were")) written while it was locked: "
          + "\(isLocked ? "unlock the journal, and" : "with the next command") \(waiting == 1 ? "it comes" : "they come") in."
      )
    }
  }
}

extension LockDesk {
  /// Where the journal stands.
  ///
  /// - Throws: ``VaultFailure`` where the vault's file cannot be used.
  package func report() throws -> LockReport {
    let isLocked = try isLocked()
    return LockReport(
      name: paths.name, isEncrypted: paths.isInVault, isLocked: isLocked,
      waiting: Inbox(paths).notes.count, plainCopies: paths.isInVault ? plainCopyWords : nil,
      hasRecovery: try hasRecovery())
  }

  /// Understands a time such as 30m, 8h or 2d, in seconds.
  ///
  /// - Throws: ``CommandFailure`` with the code `usage`.
  package static func seconds(_ text: String) throws -> UInt32 {
    guard let seconds = time(text) else {
      throw CommandFailure.usage("“\(text)” is not a time. Give one such as 30m, 8h or 2d.")
    }
    return seconds
  }

  /// The same; nil for what is no time.
  static func time(_ text: String) -> UInt32? {
    let units: [Character: UInt32] = ["m": 60, "h": 3600, "d": 86_400]
    guard let last = text.last, let unit = units[last], let number = UInt32(text.dropLast()), number > 0,
      number <= 366 * 86_400 / unit
    else { return nil }
    return number * unit
  }

  /// The first lines of a file, or of standard input for -.
  ///
  /// - Throws: ``CommandFailure`` where there are fewer.
  package static func lines(of path: String, count: Int) throws -> [Passphrase] {
    var bytes = try WholeFile.read(path, atMost: 1 << 16)
    defer { SecretBytes.wipe(&bytes) }
    let isText = bytes.withUnsafeBufferPointer { bytes in
      do { _ = try UTF8Span(validating: bytes.span) } catch { return false }
      return true
    }
    guard isText else { throw CommandFailure(.invalidInput, "The passphrase is not UTF-8.") }
    let lines = bytes.withUnsafeBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
        Passphrase(utf8: UnsafeRawBufferPointer(rebasing: line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      }
    }
    guard lines.count >= count, lines.prefix(count).allSatisfy({ $0.secret.count > 0 }) else {
      throw CommandFailure(
        .invalidInput,
        count == 1
          ? "The passphrase is missing: it is to be the first line."
          : "A passphrase is missing: the present one is to be the first line, and the new one the second.")
    }
    return Array(lines.prefix(count))
  }
}
