/// What is shared, or is to be: an entry, or a category with all that is filed under it.
package enum ShareSubject: Hashable, Sendable {
  case entry(RecordName)
  case category(RecordName)

  /// The record at the top of the share, as the screen names it.
  package var root: RecordName {
    switch self {
    case .entry(let name), .category(let name): name
    }
  }
}

/// What a person asks of shares. Each is answered by one ``ShareAnswer``, or fails with a sentence and has changed nothing.
package enum ShareRequest: Hashable, Sendable {
  /// Reads what is shared from the disk, and asks no server; answered by ``ShareAnswer/shelf(_:)``.
  case load
  /// Reads who has something, of the server where that answers; answered by ``ShareAnswer/share(_:of:outdated:said:)``.
  case look(ShareSubject)
  /// Invites people by their addresses; answered by ``ShareAnswer/share(_:of:outdated:said:)``, as all changes of a list.
  case invite(ShareSubject, [String], mayWrite: Bool)
  /// Opens it to all accounts of the server that have the link.
  case open(ShareSubject, mayWrite: Bool)
  /// Limits it to people who are named; those who came by the link leave.
  case limit(ShareSubject)
  /// Lets a person, by name or address, read, or read and write.
  case permit(ShareSubject, person: String, mayWrite: Bool)
  /// Takes a person, by name or address, out.
  case remove(ShareSubject, person: String)
  /// Ends a share of the person's own; answered by ``ShareAnswer/ended(_:said:)``.
  case stop(ShareSubject)
  /// Leaves what another person shares; answered by ``ShareAnswer/ended(_:said:)``.
  case leave(ShareSubject)
  /// Draws a link as a code for a telephone; answered by ``ShareAnswer/code(_:)``.
  case draw(String)
  /// Asks what a link leads to; answered by ``ShareAnswer/invitation(_:)``.
  case resolve(String)
  /// Accepts what a link leads to; answered by ``ShareAnswer/accepted(root:said:)``.
  case accept(String)
  /// Copies an entry of another person into the journal; answered by ``ShareAnswer/copied(_:said:)``.
  case copy(RecordName)
  /// Begins an entry in a category of another person; answered by ``ShareAnswer/begun(_:in:sharedBy:)``, and nothing is written yet.
  case begin(in: RecordName)
  /// Fetches the bytes of pictures of others; answered by ``ShareAnswer/pictures(_:)``.
  case fetchPictures([RecordName])
}

/// What became of a ``ShareRequest``, or of a look at what others share.
package enum ShareAnswer: Hashable, Sendable {
  /// What others share from now on, or share no longer, a sentence each.
  case news([String])
  /// What others share is other than before.
  case changed
  case shelf(SharedShelf)
  /// Who has something; nil where it is not shared. `outdated` says why it is not of now, `said` what was done.
  case share(SharedItem?, of: ShareSubject, outdated: String?, said: String?)
  case ended(ShareSubject, said: String)
  /// The rows of a code, two modules above each other in one character; nil where none can be made here.
  case code([String]?)
  case invitation(SharedInvitation)
  /// The record that is shared, as the screen names it; nil where the server did not say.
  case accepted(root: RecordName?, said: String)
  case copied(RecordName, said: String)
  /// The name of an entry that is to be written, and the category that it is filed under, both as the screen names them.
  case begun(RecordName, in: RecordName, sharedBy: SharedBy)
  case pictures([PictureFetch])
}
