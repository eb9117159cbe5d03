import JournalCore

/// What only a person can decide, with what each answer means; the first one is the one that loses nothing.
extension ShowsSync {
  func heading(of question: SyncQuestion) -> String {
    switch question {
    case .zoneGone: "Your journal was erased on the server"
    case .otherIncarnation: "The server has another history"
    case .massRemoval(let count, _): "\(counted(count, "entry", "entries")) would be removed"
    }
  }

  private func explanation(of question: SyncQuestion) -> [String] {
    let here = "It is complete here: \(countedHere). Nothing is sent until you choose."
    return [cause(of: question, here), consequences(of: question)]
  }

  /// What is on this computer: entries, and all that syncs where they are not counted yet.
  var countedHere: String {
    tallies.map { counted($0.all, "entry", "entries") }
      ?? counted(syncing.status?.overview.records ?? 0, "item", "items")
  }

  private func cause(of question: SyncQuestion, _ here: String) -> String {
    switch question {
    case .zoneGone:
      let since = question.stillThere(syncing.status?.lastSeen, in: environment.zone).map { "\($0) " } ?? ""
      return "It was removed there, from another device or on the server itself. \(since)\(here)"
    case .otherIncarnation:
      return "It was restored from a backup, or replaced by a new one: it may lack what you have sent since. \(here)"
    case .massRemoval(let count, let all):
      return
        "The server says that \(grouped(count)) of \(grouped(all)) entries are gone, all within a day. That is right "
        + "if you emptied the journal elsewhere. \(here)"
    }
  }

  private func consequences(of question: SyncQuestion) -> String {
    let goes =
      switch question {
      case .zoneGone: "all of this"
      case .otherIncarnation: "what it lacks"
      case .massRemoval(let count, _): "these \(grouped(count))"
      }
    return "Uploading gives the server all that is here. Taking the server’s moves \(goes) to the trash here. "
      + "Staying local ends sync and keeps everything on this computer."
  }

  /// Opens the question that synchronising waits for; says so where there is none.
  mutating func askWhatSyncAsks() {
    if syncing.status?.staysLocal == true { return askToSyncAgain() }
    guard case .asking(let question) = syncing.status?.activity else {
      if let merge = syncing.status?.overview.merges.first(where: \.isConflict) { return openConflict(merge) }
      guard let status = syncing.status, needingAttention(status) > 0 else { return say("There is nothing to review.") }
      // The account has who asks to be let in, and sync status what was refused or cannot be opened.
      return ask(.perform(status.encryption?.asking.isEmpty == false ? .showAccount : .showSync))
    }
    guard canWrite() else { return }
    dialogs.append(
      .choice(
        Choice(
          heading(of: question), explanation(of: question),
          [
            Choice.Option("u", "Upload everything again", .sync(.answer(.uploadAgain))),
            Choice.Option("t", "Take the server’s", .askToTakeServers),
            Choice.Option("l", "Stay local, stop syncing", .sync(.answer(.stayLocal))),
            Choice.Option("n", "Not now", .nothing),
          ], selected: 0)))
  }

  /// Takes back that the journal stays on this computer.
  private mutating func askToSyncAgain() {
    guard canWrite() else { return }
    dialogs.append(
      .choice(
        Choice(
          "This journal stays on this computer",
          [
            "You chose that when the server had lost or replaced its data. Syncing again looks there first; should it still "
              + "be so, uploading gives it all that is here, and taking the server’s moves what it lacks to the trash here."
          ],
          [
            Choice.Option("u", "Sync again, upload everything", .sync(.answer(.uploadAgain))),
            Choice.Option("t", "Sync again, take the server’s", .askToTakeServers),
            Choice.Option("n", "Stay local", .nothing),
          ], selected: 0)))
  }

  mutating func askToTakeServers() {
    if syncing.status?.staysLocal == true { return confirmServers("What the server lacks moves") }
    guard case .asking(let question) = syncing.status?.activity else { return }
    let what =
      switch question {
      case .zoneGone: "Everything that is here moves"
      case .otherIncarnation: "What the server lacks moves"
      case .massRemoval(let count, let all): "\(grouped(count)) of \(grouped(all)) entries move"
      }
    confirmServers(what)
  }

  private mutating func confirmServers(_ what: String) {
    dialogs.append(
      .choice(
        .confirm(
          "Take the server’s?", ["\(what) to the trash here, and can be restored from it."],
          yes: "Take the server’s", .sync(.answer(.takeServers)), isGrave: true)))
  }

  /// Tells synchronising something that a dialog was asked for; an answer only while its question stands.
  mutating func tellSyncFromDialog(_ command: SyncRequest) {
    if case .answer = command {
      guard syncing.awaitsAnswer else { return say("That is settled already.") }
    }
    requestSync(command)
  }
}
