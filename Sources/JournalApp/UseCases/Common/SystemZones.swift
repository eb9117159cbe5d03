import Glibc
import JournalFormats

/// The time zones that this computer knows by name.
enum SystemZones {
  /// Folders of zone databases, in the order in which they are asked.
  private static let folders = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo"]
  /// A zone's file has a few kilobytes.
  private static let longestFile = 1 << 20

  /// The zone of an IANA name such as `Europe/Berlin`; nil where it is not known here.
  static func zone(named name: String) -> ZoneFile? {
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      !part.isEmpty
        && part.allSatisfy { byte in
          (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-+_".utf8.contains(byte)
        }
    }
    guard isName, parts.count <= 3, name.utf8.count <= 64 else { return nil }
    for folder in folders {
      let path = "\(folder)/\(name)"
      guard access(path, R_OK) == 0 else { continue }
      do {
        let file = try PieceFile(path, atMost: Int64(longestFile))
        if let zone = ZoneFile(name: name, try file.head(longestFile)) { return zone }
      } catch {
        // A zone that cannot be read is one that is not known: the import says so.
      }
    }
    return nil
  }
}
