package import CloudRecord
import JournalCore
package import JournalFormats
import JournalStore

/// A share as people read it: one of their own, or one that others have opened to them.
package struct ShareReport: Sendable {
  /// The record that is shared; the share's own name where another program made it.
  package let id: String
  /// `entry`, `category`, or `journal` for a whole one.
  package let kind: String
  /// What is shared, without quotes.
  package let title: String
  /// Whether it is the person's own.
  package let isMine: Bool
  /// The owner as people know them.
  package let owner: String
  /// What the person may do with it.
  package let permission: SharePermission
  /// What anyone with the link may do.
  package let publicPermission: SharePermission
  /// The link that leads to it; nil where the server did not say.
  package var url: String?
  /// Of one that is sealed: the link of each person who was invited and has not come in; nil where it travels plain.
  package var links: [Link]?

  /// A link that opens a sealed share, for one person.
  package struct Link: Hashable, Sendable {
    /// Whose it is; empty for anyone.
    package let address: String
    /// The link, with the key.
    package let url: String
  }
  /// Everyone in it as far as the person may know, the owner first.
  package let people: [ShareParticipant]
  /// Of what others share: why the person writes nothing there at present, beside that it is shared for reading.
  package var obstacle: String?
  /// The person themself, of what others share.
  private let me: ShareParticipant?
  /// What is to be said of people who were named and were in before, a sentence each.
  package var remarks: [String] = []

  init(
    id: String, kind: String, title: String, isMine: Bool, owner: String, permission: SharePermission, url: String?,
    _ sharing: ShareDescription
  ) {
    (self.id, self.kind, self.title, self.isMine) = (id, kind, title, isMine)
    (self.owner, self.permission, self.url) = (owner, permission, url)
    publicPermission = sharing.publicPermission
    me = isMine ? nil : sharing.currentUser
    people = sharing.participants.filter { $0.status != .removed }
  }

  /// Those beside the owner.
  package var guests: [ShareParticipant] { people.filter { $0.kind != .owner } }

  /// `shared with Ben and Cleo`, `open to anyone with the link`, or `shared with no one yet`.
  package var sentence: String {
    var parts: [String] = []
    if !guests.isEmpty { parts.append("shared with " + ShareWords.list(guests.map(ShareWords.name))) }
    if publicPermission != .none { parts.append("open to anyone with the link") }
    return parts.isEmpty ? "shared with no one yet" : parts.joined(separator: ", ")
  }

  /// `Anna`, or `Anna · read only`: whose it is, for one that others have opened.
  package var note: String {
    permission == .readWrite ? owner : "\(owner) · \(obstacle == nil ? "read only" : "waits")"
  }

  /// What one of the people may do, in words: of the person themself, that writing waits where it does.
  func state(of person: ShareParticipant) -> String {
    let isMe = me.map { person.participantID != nil && person.participantID == $0.participantID } ?? false
    guard isMe, obstacle != nil, person.permission == .readWrite else { return ShareWords.state(person) }
    return "reads; writing waits"
  }

  /// The members of a share in an answer.
  package func write(to json: inout JSONWriter) {
    json.member("id", id)
    json.member("kind", kind)
    json.member("title", title)
    json.member("owner", owner)
    json.member("mine", isMine)
    json.member("permission", ShareWords.json(permission))
    json.member("public", ShareWords.json(publicPermission))
    json.member("url", url)
    if let links {
      json.key("links")
      json.array { json in
        for link in links {
          json.object { json in
            json.member("address", link.address)
            json.member("url", link.url)
          }
        }
      }
    }
    json.key("people")
    json.array { json in
      for person in people {
        json.object { json in
          json.member("name", ShareWords.name(person))
          json.member("address", person.emailAddress)
          json.member("status", person.kind == .owner ? "owner" : person.status.rawValue.lowercased())
          json.member("permission", ShareWords.json(person.permission))
        }
      }
    }
  }

  /// The people of a share, a line each, and its link.
  package func print(to output: inout Printout) {
    output.add(title, .strong)
    output.line(isMine ? "" : "  \(owner)", .dim)
    for person in people {
      output.add("  \(ShareWords.name(person))")
      if let address = person.emailAddress, address != ShareWords.name(person) { output.add("  \(address)", .dim) }
      output.line("  \(state(of: person))", .dim)
    }
    if let obstacle { output.line("  \(obstacle)", .warning) }
    if publicPermission != .none {
      output.line("  anyone with the link  \(publicPermission == .readWrite ? "reads and writes" : "reads")", .dim)
    }
    if let links {
      for link in links { output.line("  \(link.line)", .dim) }
    } else if let url {
      output.line("  \(url)", .dim)
    }
  }
}

extension ShareReport.Link {
  /// `ben@journal.example.org  cloudjournal://…`
  package var line: String { (address.isEmpty ? "anyone" : address) + "  " + url }
}

/// What is said of shares and the people in them.
enum ShareWords {
  static func json(_ permission: SharePermission) -> String {
    switch permission {
    case .none: "none"
    case .readOnly: "read"
    case .readWrite: "readWrite"
    }
  }

  /// The name that a person goes by; the address where the server tells none.
  static func name(_ person: ShareParticipant) -> String {
    person.givenName ?? person.emailAddress ?? (person.kind == .owner ? "the owner" : "someone")
  }

  /// `invited, reads · not accepted yet`.
  static func state(_ person: ShareParticipant) -> String {
    if person.kind == .owner { return "owner" }
    let may = verbs(person.permission)
    if person.status == .invited { return "invited, \(may) · not accepted yet" }
    return person.kind == .publicUser ? "\(may), came by the link" : may
  }

  /// `Ben`, `Ben and Cleo`, `Ben, Cleo and 3 others`.
  static func list(_ names: [String]) -> String {
    NameList.words(names)
  }

  /// A failure of a request about sharing.
  static func failure(_ failure: CloudFailure) -> CommandFailure {
    switch failure.code {
    case .networkFailure, .networkUnavailable, .serviceUnavailable:
      CommandFailure(
        .needsNetwork, "Sharing needs the server; nothing was changed. " + ServiceWords.sentence(failure))
    default: ServiceWords.failure(failure)
    }
  }

  /// What the server said of one record.
  static func failure(_ error: ServiceError) -> CommandFailure {
    let sentence = ServiceWords.sentence(error.reason)
    return switch error.code {
    case .accessDenied: CommandFailure(.noAccess, sentence)
    case .notFound, .zoneNotFound: CommandFailure(.notShared, sentence)
    default: CommandFailure(.invalidInput, sentence)
    }
  }
}
