import CVault
import Foundation
import JournalSeal
import Synchronization

/// SQLite's file system for sealed journals, and the keys that it knows in this process.
///
/// Keys stay until the process ends: what locks a journal ends the processes that show it.
enum SealedFiles {
  /// The keys of one vault, as the C side holds them.
  private final class Keys: Sendable {
    let seal: PageSeal
    init(_ seal: PageSeal) { self.seal = seal }
  }

  private static let nonces = Mutex(NoncePage())

  /// The name of the file system.
  static let system = "cjvault"

  /// The keys by their vaults' names: a few, looked through one after the other, since a dictionary would have each short
  /// command look up what its types can do.
  private static let known = Mutex<[(vault: String, keys: Keys)]>([])

  /// Lets files of a vault be opened in this process.
  static func know(_ seal: PageSeal) {
    let name = seal.vault.description
    known.withLock { known in
      known.removeAll { $0.vault == name }
      known.append((name, Keys(seal)))
    }
  }

  /// Has files of a vault not be opened any more in this process; those that are open stay so.
  static func forget(_ vault: VaultID) {
    let name = vault.description
    known.withLock { known in known.removeAll { $0.vault == name } }
  }

  private static func keys(of vault: String) -> Keys? {
    known.withLock { known in known.first { $0.vault == vault }?.keys }
  }

  /// Whether SQLite knows the file system; to be read before the first sealed file is opened.
  static let isReady: Bool = {
    var sealing = cvault_sealing(
      retain: { name in
        guard let name, let keys = SealedFiles.keys(of: String(cString: name)) else { return nil }
        return Unmanaged.passRetained(keys).toOpaque()
      },
      release: { keys in
        if let keys { Unmanaged<Keys>.fromOpaque(keys).release() }
      },
      seal: { keys, place, plain, count, sealed in
        SealedFiles.run(keys, place) { seal, place, beside throws(SealFailure) in
          let nonce = SealedFiles.nonces.withLock { $0.next() }
          try withUnsafeBytes(of: nonce) { nonce throws(SealFailure) in
            try seal.seal(
              UnsafeRawBufferPointer(start: plain, count: Int(count)), at: place, beside: beside, nonce: nonce,
              into: UnsafeMutableRawBufferPointer(start: sealed, count: Int(count) + PageSeal.trailerLength))
          }
        }
      },
      open: { keys, place, sealed, count, plain in
        SealedFiles.run(keys, place) { seal, place, beside throws(SealFailure) in
          try seal.open(
            UnsafeRawBufferPointer(start: sealed, count: Int(count) + PageSeal.trailerLength), at: place,
            beside: beside, into: UnsafeMutableRawBufferPointer(start: plain, count: Int(count)))
        }
      })
    return cvault_register(&sealing) == 0
  }()

  /// 0 where the body comes to its end, else 1.
  private static func run(
    _ keys: UnsafeMutableRawPointer?, _ place: UnsafePointer<cvault_place>?,
    _ body: (PageSeal, PageSeal.Place, UnsafeRawBufferPointer) throws(SealFailure) -> Void
  ) -> Int32 {
    guard let keys, let place = place?.pointee,
      let kind = PageSeal.Kind(rawValue: UInt8(truncatingIfNeeded: place.kind))
    else { return 1 }
    let beside = UnsafeRawBufferPointer(start: place.beside, count: Int(place.beside_count))
    do {
      try body(Unmanaged<Keys>.fromOpaque(keys).takeUnretainedValue().seal, .init(kind, place.number), beside)
      return 0
    } catch {
      // SQLite reports it: a seal that does not open is damage of the file.
      return 1
    }
  }

  /// The bytes with which a sealed database begins.
  static let magic = withUnsafeBytes(of: cvault_magic) { Array($0) }

  /// Calls of SQLite's since the process began that had a shape which is not served.
  static var refusals: Int { Int(cvault_refusals()) }
}
