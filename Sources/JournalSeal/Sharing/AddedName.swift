import CloudRecord
import Encodings
import SyncCore

/// The names of entries that participants make in a shared category: each says by itself who made the entry, and in which share.
///
/// No device of the owner's gives such a name, so what a participant makes never takes the place of an entry that a server keeps
/// back from a device. The form: `added-`, 32 hexadecimal digits of chance, `-`, and 32 of a digest over the share's origin, the zone,
/// the person and the chance.
package enum AddedName {
  private static var prefix: String { SealMark.addedPrefix }
  private static let purpose = "cloudjournal/added/1"

  /// A name that no record has yet.
  ///
  /// - Parameters:
  ///   - person: Who makes the entry.
  ///   - origin: Of the share, 32 bytes.
  ///   - zone: The zone's name, without its owner.
  package static func fresh(
    by person: PersonID, origin: [UInt8], zone: String, random: SealRandom
  ) -> String {
    name(take(16, from: random), by: person, origin: origin, zone: zone)
  }

  /// Whether a name is one of an entry that a person made in a share.
  package static func isMade(_ name: String, by person: PersonID, origin: [UInt8], zone: String) -> Bool {
    guard name.hasPrefix(prefix), let chance = Hex.bytes(String(name.dropFirst(prefix.count).prefix(32))),
      chance.count == 16
    else { return false }
    return name == self.name(chance, by: person, origin: origin, zone: zone)
  }

  private static func name(_ chance: [UInt8], by person: PersonID, origin: [UInt8], zone: String) -> String {
    var encoder = CanonicalEncoder(reservingCapacity: 128)
    encoder.append(raw: Derivation.domain(purpose))
    encoder.append(raw: origin)
    encoder.append(zone)
    encoder.append(raw: person.bytes)
    encoder.append(raw: chance)
    let digest = Digest(of: encoder.bytes).bytes.prefix(16)
    return prefix + Hexadecimal.text(chance) + "-" + Hexadecimal.text(Array(digest))
  }
}
