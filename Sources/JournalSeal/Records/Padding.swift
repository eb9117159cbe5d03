/// How much a length is rounded up before it can be seen: Padmé, and 512 bytes at least.
///
/// Of a length with E as the logarithm, only as many leading binary digits stay as E itself has: at most 12 % are added,
/// and of any length only the logarithm of its logarithm shows. Source: Nikitin and others, “Reducing Metadata Leakage from
/// Encrypted Files and Communication with PURBs” (2019).
package enum Padding {
  /// The shortest padded length, in bytes.
  package static let least = 512

  /// The padded length of so many bytes; lengths beyond 2^62, which nothing has, stay as they are.
  package static func length(of count: Int) -> Int {
    guard count > least else { return least }
    guard count <= 1 << 62 else { return count }
    let exponent = Int.bitWidth - 1 - count.leadingZeroBitCount
    let digits = Int.bitWidth - 1 - exponent.leadingZeroBitCount
    let mask = 1 << (exponent - digits - 1) - 1
    return (count + mask) & ~mask
  }
}
