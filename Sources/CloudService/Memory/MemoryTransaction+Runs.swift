/// The runs of the service, and what the last commits changed.
extension MemoryTransaction {
  func databases() -> [StoredDatabase] { state.databases.values.sorted { $0.id < $1.id } }

  func run(_ id: Int64) -> StoredRun? {
    state.runs.firstIndex(of: id).map { StoredRun(number: Int64($0) + 1, id: id) }
  }

  func addRun(_ id: Int64) throws -> StoredRun {
    try remember(.runs(state.runs))
    state.runs.append(id)
    return StoredRun(number: Int64(state.runs.count), id: id)
  }

  func sequence(of database: Int64, atStartOf run: Int64) -> Int64 {
    let noted = state.runStarts[database] ?? [:]
    return noted.keys.filter { $0 <= run }.max().flatMap { noted[$0] } ?? 0
  }

  func setSequence(_ sequence: Int64, of database: Int64, atStartOf run: Int64) throws {
    try remember(.runStart(database: database, run: run, state.runStarts[database]?[run]))
    state.runStarts[database, default: [:]][run] = sequence
  }

  func latestCommit(in database: Int64) -> StoredCommit? { state.commits[database]?.last }

  func commit(in database: Int64, endingAtOrAfter sequence: Int64) -> StoredCommit? {
    guard let commits = state.commits[database] else { return nil }
    var (low, high) = (0, commits.count)
    while low < high {
      let middle = (low + high) / 2
      if commits[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low < commits.count ? commits[low] : nil
  }

  func add(_ commit: StoredCommit) throws {
    try remember(.commit(commit))
    state.commits[commit.database, default: []].append(commit)
  }

  /// Not taken back when the transaction fails: what is too old to be kept is so all the same.
  func removeCommits(in database: Int64, upTo number: Int64) {
    guard let commits = state.commits[database] else { return }
    state.commits[database]?.removeFirst(commits.firstIndex { $0.number > number } ?? commits.count)
  }
}
