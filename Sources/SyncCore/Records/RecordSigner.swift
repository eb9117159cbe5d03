/// Who signed a version of a record in a share, by the share's ring.
package struct RecordSigner: Hashable, Sendable {
  /// The address that the owner of the share gave for the person; nil where none is known.
  package var address: String?
  /// Whether it is one of the identities of the share's owner.
  package var isOwner: Bool
  /// Whether it is the person whose device this is.
  package var isSelf: Bool

  package init(address: String?, isOwner: Bool, isSelf: Bool) {
    (self.address, self.isOwner, self.isSelf) = (address, isOwner, isSelf)
  }
}
