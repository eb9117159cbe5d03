/// An event that sync learns from outside, besides a person's wishes.
package enum SyncSignal: Hashable, Sendable {
  /// Something was saved here, by this process or by another.
  case saved
  /// The server said that something changed.
  case pushed
  /// Whether the server can tell.
  case pushConnected(Bool)
  /// The terminal got the focus, or the process was continued.
  case focused
  /// The kernel's word on the link.
  case link(isUp: Bool)
  /// A person signed in or out, in this process or in another one.
  case accountChanged
}
