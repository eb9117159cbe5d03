/// The runs of the service, and what the last commits changed.
extension MemoryTransaction {
  func databases() -> [StoredDatabase] { state.databases.values.sorted { $0.id < $1.id } }

  func run(_ id: Int64) -> StoredRun? {
    state.runs.firstIndex(of: id).map { StoredRun(number: Int64($0) + 1, id: id) }
  }

  func addRun(_ id: Int64) throws -> StoredRun {
    try remember { $0.runs.removeLast() }
    state.runs.append(id)
    return StoredRun(number: Int64(state.runs.count), id: id)
  }

  func sequence(of database: Int64, atStartOf run: Int64) -> Int64 {
    let noted = state.runStarts[database] ?? [:]
    return noted.keys.filter { $0 <= run }.max().flatMap { noted[$0] } ?? 0
  }

  func setSequence(_ sequence: Int64, of database: Int64, atStartOf run: Int64) throws {
    try remember { [old = state.runStarts[database]?[run]] in $0.runStarts[database, default: [:]][run] = old }
    state.runStarts[database, default: [:]][run] = sequence
  }

  func latestCommit(in database: Int64) -> StoredCommit? { state.commits[database]?.last }

  func commit(in database: Int64, endingAtOrAfter sequence: Int64) -> StoredCommit? {
    guard let commits = state.commits[database] else { return nil }
    let index = commits.partitioningIndex { $0.sequence >= sequence }
    return index < commits.count ? commits[index] : nil
  }

  func add(_ commit: StoredCommit) throws {
    try remember {
      // It may have been removed in the same transaction.
      if $0.commits[commit.database]?.last == commit { $0.commits[commit.database]?.removeLast() }
    }
    state.commits[commit.database, default: []].append(commit)
  }

  /// Not taken back when the transaction fails: what is too old to be kept is so all the same.
  func removeCommits(in database: Int64, upTo number: Int64) {
    guard let commits = state.commits[database] else { return }
    state.commits[database]?.removeFirst(commits.firstIndex { $0.number > number } ?? commits.count)
  }
}
