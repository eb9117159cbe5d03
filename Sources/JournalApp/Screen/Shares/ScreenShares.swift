import Foundation
import JournalCore
import JournalStore
import JournalUI
import SyncCore
import SystemKit

/// Does what the screen asks of shares: each request is a task of its own, since it waits for the network.
final class ScreenShares: Sendable {
  private let journal: OpenedJournal
  private let environment: [String: String]
  private let shelf: GuestShelf
  private let sync: ScreenSync
  private let post: @Sendable (Message) -> Void

  init(
    journal: OpenedJournal, environment: [String: String], shelf: GuestShelf, sync: ScreenSync,
    post: @escaping @Sendable (Message) -> Void
  ) {
    (self.journal, self.environment, self.shelf, self.sync) = (journal, environment, shelf, sync)
    self.post = post
  }

  private var desk: SharingDesk {
    SharingDesk(journal.atPresent, environment: environment) { [self] in try await sendAll() }
  }
  private var guests: GuestDesk { GuestDesk(journal.atPresent, environment: environment) }

  func perform(_ request: ShareRequest) {
    Task.detached(priority: .userInitiated) { [self] in
      do {
        post(.sharesAnswered(try await answer(to: request)))
      } catch {
        post(.failed(.shares(request), Failure(CommandFailure(error).sentence)))
      }
      if request.changesShelf { post(.sharesAnswered(.changed)) }
    }
  }

  private func answer(to request: ShareRequest) async throws -> ShareAnswer {
    switch request {
    case .load: return .shelf(try shelf.shelf())
    case .look(let subject): return try await look(subject)
    case .invite(let subject, let addresses, let mayWrite):
      var wish = ShareWish()
      (wish.people, wish.mayWrite) = (addresses, mayWrite)
      let report = try await desk.share(try target(subject), wish)
      let said = "\(ShareWords.list(addresses)) may \(mayWrite ? "read and write" : "read") it."
      return changed(report, subject, ([said] + report.remarks).joined(separator: " "))
    case .open(let subject, let mayWrite):
      var wish = ShareWish()
      (wish.isForAnyone, wish.mayWrite) = (true, mayWrite)
      let report = try await desk.share(try target(subject), wish)
      return changed(report, subject, "Anyone with the link may \(mayWrite ? "read and write" : "read") it.")
    case .limit(let subject):
      return changed(try await desk.limit(try target(subject)), subject, "Only people that you name have it now.")
    case .permit(let subject, let person, let mayWrite):
      let (report, name) = try await desk.setPermission(try target(subject), of: person, mayWrite: mayWrite)
      return changed(report, subject, "\(name) may \(mayWrite ? "read and write" : "read") it.")
    case .remove(let subject, let person):
      let (report, name) = try await desk.remove(person, from: try target(subject))
      return changed(report, subject, "\(name) has it no longer.")
    case .stop(let subject):
      let target = try target(subject)
      try await desk.stop(target)
      return .ended(subject, said: "\(target.quoted) is no longer shared.")
    case .leave(let subject):
      let (title, notices, _) = try await guests.leave(subject.root.withoutGuest.rawValue)
      shelf.refresh()
      return .ended(subject, said: (["You have left \(title)."] + notices).joined(separator: " "))
    case .draw(let link): return .code(TerminalCode(link)?.rows)
    case .resolve(let link):
      let invitation = try await guests.resolve(link)
      return .invitation(
        SharedInvitation(
          link: link, sentence: invitation.sentence, isAccepted: invitation.isAccepted,
          isMine: invitation.report.isMine))
    case .accept(let link):
      let (accepted, _) = try await guests.accept(try await guests.resolve(link))
      shelf.refresh()
      let root = try shelf.shelf().theirs.first { $0.id.withoutGuest.rawValue == accepted.report.id }?.id
      return .accepted(root: root, said: "“\(accepted.report.title)” is here.")
    case .copy(let id): return try await copy(id)
    case .begin(let category):
      guard let name = category.guest else { throw CommandFailure(.invalidInput, "This category is yours.") }
      let guest = try shelf.journal(name.journal)
      let entry = try guest.nameOfEntry(in: name.name)
      return .begun(
        entry.ofGuest(name.journal), in: category, sharedBy: guest.sharedBy(entry, name.name, isUnsent: true))
    case .fetchPictures(let ids): return .pictures(try await fetch(ids))
    }
  }

  private func changed(_ report: ShareReport, _ subject: ShareSubject, _ said: String) -> ShareAnswer {
    .share(report.thing(), of: subject, outdated: nil, said: said)
  }

  private func look(_ subject: ShareSubject) async throws -> ShareAnswer {
    guard subject.root.guest == nil else {
      let known = try shelf.shelf().theirs
      return .share(known.first { $0.id == subject.root }, of: subject, outdated: nil, said: nil)
    }
    do {
      var outdated: String?
      let report = try await desk.people(try target(subject)) { outdated = $0 }
      return .share(report.thing(), of: subject, outdated: outdated, said: nil)
    } catch let failure as CommandFailure where failure.code == .notShared {
      return .share(nil, of: subject, outdated: nil, said: nil)
    }
  }

  private func target(_ subject: ShareSubject) throws -> ShareTarget {
    switch subject {
    case .entry(let id):
      guard let entry = try journal.store.entry(id), entry.trashedAt == nil else {
        throw CommandFailure(.notFound, "This entry is no longer in the journal.")
      }
      return .entry(entry)
    case .category(let id):
      guard let category = try journal.store.categories(includingTrash: false).first(where: { $0.id == id }) else {
        throw CommandFailure(.notFound, "This category is no longer in the journal.")
      }
      return .category(category)
    }
  }

  private func copy(_ id: RecordName) async throws -> ShareAnswer {
    guard let name = id.guest else { throw CommandFailure(.invalidInput, "This entry is yours already.") }
    let (entry, missing) = try await guests.copy(name.name, of: try shelf.journal(name.journal))
    var said = "\(EntryNaming.quoted(entry)) is in your journal."
    if missing > 0 { said += " \(NumberText.counted(missing, "picture", "pictures")) could not be fetched." }
    return .copied(entry.id, said: said)
  }

  private func fetch(_ ids: [RecordName]) async throws -> [PictureFetch] {
    var all: [PictureFetch] = []
    for (name, ids) in Dictionary(grouping: ids.compactMap(\.guest), by: \.journal).sorted(by: { $0.key < $1.key }) {
      let journal = try shelf.journal(name).journal
      let fetched = try await PictureDownloads(journal, environment: environment).fetch(ids.map(\.name)) {
        [post] list in
        post(.sharesAnswered(.pictures(list.map { $0.ofGuest(name) })))
      }
      all += fetched.map { $0.ofGuest(name) }
    }
    return all
  }

  /// Waits until what waits is on the server: the engine of this screen, or of another process, sends it.
  private func sendAll() async throws {
    sync.signal(.localChange)
    for _ in 0..<Self.patience {
      let overview = try journal.store.syncOverview(limit: 0)
      if overview.unsent <= overview.parked { return }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  /// How often it is looked, at 50 milliseconds from each other, whether everything is sent.
  private static let patience = 200
}

extension ShareRequest {
  /// Whether other things may be shared afterwards, here or by others, even where it failed on its way.
  fileprivate var changesShelf: Bool {
    switch self {
    case .load, .look, .draw, .resolve, .copy, .begin, .fetchPictures: false
    case .invite, .open, .limit, .permit, .remove, .stop, .leave, .accept: true
    }
  }
}

extension PictureFetch {
  fileprivate func ofGuest(_ journal: String) -> PictureFetch {
    var fetch = self
    fetch.recordName = recordName.ofGuest(journal)
    return fetch
  }
}
