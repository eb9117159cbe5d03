/// What the world tells synchronising, besides what a person wants.
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
  /// Somebody signed in or out, here or in another process.
  case accountChanged
}
