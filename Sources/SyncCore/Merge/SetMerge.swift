/// Merges two lists of strings as sets.
package enum SetMerge {
  /// Returns the members of both sides without those that either side removed, each once.
  ///
  /// The later side's members come first, then those of the other one, each in their own order, so that the result is
  /// the same whichever side is called local. Without a base nothing counts as removed: the result is the union.
  package static func merge(base: [String]?, local: [String], server: [String], isLocalLater: Bool) -> [String] {
    let before = Set((base ?? []).map { Array($0.utf8) })
    let inLocal = Set(local.map { Array($0.utf8) })
    let inServer = Set(server.map { Array($0.utf8) })
    var taken: Set<[UInt8]> = []
    var merged: [String] = []
    for member in isLocalLater ? local + server : server + local {
      let bytes = Array(member.utf8)
      let isRemoved = before.contains(bytes) && !(inLocal.contains(bytes) && inServer.contains(bytes))
      if !isRemoved, taken.insert(bytes).inserted { merged.append(member) }
    }
    return merged
  }
}
