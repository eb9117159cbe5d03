import CloudRecord
import JournalCore

/// Whom an invitation names: people who are new, and people who are in and keep what they may do unless that is said.
extension SharingDesk {
  /// What a person is asked before something is shared.
  ///
  /// - Throws: ``CommandFailure`` for a text that is no address; ``StoreError`` where the journal cannot be read.
  package func question(_ target: ShareTarget, _ wish: ShareWish) throws -> String {
    let addresses = try wish.addresses()
    let known = try shares().first { $0.id == target.root.rawValue }
    return Self.question(
      target, addresses, wish, known?.guests ?? [], isOpen: known?.publicPermission ?? SharePermission.none)
  }

  /// The same beside the people who are in, and what anyone with the link may do.
  static func question(
    _ target: ShareTarget, _ addresses: [String], _ wish: ShareWish, _ people: [ShareParticipant],
    isOpen access: SharePermission = .none
  ) -> String {
    let mayWrite = wish.mayWrite ?? (wish.isForAnyone && access == .readWrite)
    let may = mayWrite ? "read and change" : "read"
    let seen =
      switch target {
      case .entry: "\(target.quoted), its pictures and everything you write in it"
      case .category: "every entry that is filed under \(target.quoted), now and later"
      }
    guard !wish.isForAnyone else {
      return "Anyone with the link and an account on this server can join, and \(may) \(seen). Share it?"
    }
    guard !addresses.isEmpty else { return "Make a link to \(target.quoted), for people whom you name later?" }
    let inside = addresses.compactMap { address in people.first { $0.isAt(address) } }
    let asBefore = wish.mayWrite == nil ? inside : []
    let named = addresses.filter { address in !asBefore.contains { $0.isAt(address) } }
    var sentences = named.isEmpty ? [] : ["\(named.joined(separator: ", ")) may \(may) \(seen)."]
    sentences += asBefore.map { ShareWords.asBefore($0) }
    if wish.mayWrite != nil {
      sentences += inside.filter { $0.permission != wish.permission }.map {
        "Until now \(ShareWords.name($0)) \(ShareWords.verbs($0.permission))."
      }
    }
    return (sentences + ["Share it?"]).joined(separator: " ")
  }

  /// How many people the server has in one share, its owner counted, and with that the ring of its keys.
  private static let mostPeople = 100

  /// Refuses what the list of people would refuse, before anything of it is in the keys of the share.
  ///
  /// - Parameter list: The server's; nil for what is not shared yet.
  /// - Throws: ``CommandFailure`` where it is open to anyone with the link, and where it would have too many people.
  static func check(_ addresses: [String], beside list: ShareDescription?, _ target: ShareTarget) throws {
    guard !addresses.isEmpty else { return }
    guard list.map({ $0.publicPermission == .none }) ?? true else { throw isPublic(target) }
    let people = (list?.participants ?? []).filter { $0.kind != .owner && $0.status != .removed }
    let fresh = Set(addresses).filter { address in !people.contains { $0.isAt(address) } }
    let count = 1 + people.count + fresh.count
    guard count <= mostPeople || fresh.isEmpty else {
      throw CommandFailure(
        .invalidInput,
        "A share has at most \(mostPeople) people, its owner counted: with those who are named \(target.quoted) would have "
          + "\(count). Nothing was changed.")
    }
  }

  /// Adds people to a list, and gives those who are in what they are to be allowed.
  ///
  /// - Returns: What is to be said of those who were in before, a sentence each.
  static func invite(
    _ addresses: [String], _ wish: ShareWish, isOpen access: SharePermission = .none, _ edit: inout ShareEdit,
    _ people: inout [ShareParticipant]
  ) -> [String] {
    if wish.isForAnyone {
      if wish.mayWrite != nil || access == .none { edit.publicPermission = wish.permission }
      return []
    }
    var remarks: [String] = []
    for address in addresses {
      guard let place = people.firstIndex(where: { $0.isAt(address) }) else {
        people.append(ShareParticipant(emailAddress: address, permission: wish.permission))
        edit.participants = people
        continue
      }
      let former = people[place]
      guard wish.mayWrite != nil, former.permission != wish.permission else {
        remarks.append(ShareWords.asBefore(former))
        continue
      }
      people[place].permission = wish.permission
      edit.participants = people
      let now =
        wish.mayWrite == true
        ? "reads and writes from now on, and only read" : "only reads from now on, and read and wrote"
      remarks.append("\(ShareWords.name(former)) \(now) before.")
    }
    return remarks
  }
}

extension ShareParticipant {
  /// Whether the person is known at an address; in lower case.
  func isAt(_ address: String) -> Bool { kind != .owner && emailAddress?.lowercased() == address }
}

extension ShareWords {
  /// `reads and writes`
  static func verbs(_ permission: SharePermission) -> String {
    permission == .readWrite ? "reads and writes" : "reads"
  }

  /// What is said of a person who is named and is in already.
  static func asBefore(_ person: ShareParticipant) -> String {
    let how = person.status == .invited ? "is invited already" : "is in already"
    return "\(name(person)) \(how), and \(verbs(person.permission)) as before."
  }
}
