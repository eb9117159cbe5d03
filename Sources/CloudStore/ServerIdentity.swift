/// What a server is, apart from its data.
package struct ServerIdentity: Hashable, Sendable {
  /// Names this history of the data; a restored backup gets a new one. Sixteen bytes.
  package var incarnation: [UInt8]
  /// Signs change tokens, receipts, push tokens and forms. Thirty-two bytes, secret.
  package var signingKey: [UInt8]

  package init(incarnation: [UInt8], signingKey: [UInt8]) {
    (self.incarnation, self.signingKey) = (incarnation, signingKey)
  }
}
