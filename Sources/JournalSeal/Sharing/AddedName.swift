import CloudRecord
import Encodings
import SyncCore

/// The names of entries and pictures that participants make in a shared category: each says by itself who made it, in which share,
/// and for a picture in which entry.
///
/// No device of the owner's gives such a name, so what a participant makes never takes the place of a record that a server keeps
/// back from a device. The form: `added-`, 32 hexadecimal digits of chance, `-`, and 32 of a digest over the share's origin, the zone,
/// for a picture the name of its entry, the person and the chance.
package enum AddedName {
  private static var prefix: String { SealMark.addedPrefix }
  private static let purpose = "cloudjournal/added/1"
  private static let picturePurpose = "cloudjournal/added-picture/1"

  /// A name that no record has yet.
  ///
  /// - Parameters:
  ///   - person: Who makes the entry or the picture.
  ///   - origin: Of the share, 32 bytes.
  ///   - zone: The zone's name, without its owner.
  ///   - entry: The name of a picture's entry; empty for an entry.
  package static func fresh(
    by person: PersonID, origin: [UInt8], zone: String, entry: String = "", random: SealRandom
  ) -> String {
    name(take(16, from: random), by: person, origin: origin, zone: zone, entry: entry)
  }

  /// Whether a person made what lies in a place, in a share: an entry, or a picture of the entry that the place names.
  package static func isMade(_ place: RecordPlace, by person: PersonID, origin: [UInt8]) -> Bool {
    let name = place.recordName
    guard name.hasPrefix(prefix), let chance = Hex.bytes(String(name.dropFirst(prefix.count).prefix(32))),
      chance.count == 16
    else { return false }
    return name == self.name(chance, by: person, origin: origin, zone: place.zone, entry: place.entry)
  }

  private static func name(
    _ chance: [UInt8], by person: PersonID, origin: [UInt8], zone: String, entry: String
  ) -> String {
    var encoder = CanonicalEncoder(reservingCapacity: 192)
    encoder.append(raw: Derivation.domain(entry.isEmpty ? purpose : picturePurpose))
    encoder.append(raw: origin)
    encoder.append(zone)
    if !entry.isEmpty { encoder.append(entry) }
    encoder.append(raw: person.bytes)
    encoder.append(raw: chance)
    let digest = Digest(of: encoder.bytes).bytes.prefix(16)
    return prefix + Hexadecimal.text(chance) + "-" + Hexadecimal.text(Array(digest))
  }
}
