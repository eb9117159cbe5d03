import CloudRecord

/// Makes one version of a record out of two that came from a common one.
package enum Merge {
  /// Merges the two versions of a record that was changed here and on the server.
  ///
  /// Pure, total, and, if the record types agree, the same whichever side is called local. A field that only one side
  /// changed is that side's; equal values take the higher stamp; a field that both changed goes by its rule.
  ///
  /// - Parameters:
  ///   - base: The version that both sides started from. Without it stamps decide, texts that differ overlap, and a
  ///     record without any text yields to one that has some.
  ///   - local: This device's version.
  ///   - server: The server's version. If the record types differ, it is taken as a whole.
  ///   - stamp: A time later than every one seen, for values that neither side had.
  package static func merge(
    base: RecordVersion?, local: RecordVersion, server: RecordVersion, rules: MergeRules, stamp: HybridTime
  ) -> MergeResult {
    guard Names.areIdentical(local.recordType, server.recordType) else {
      var result = MergeResult(version: server)
      for field in Names.sorted(local.values.keys) where !areIdentical(local.values[field], server.values[field]) {
        result.superseded.append(
          SupersededValue(field: field, value: local.values[field], stamp: local.stamps[field], side: .local))
      }
      return result
    }
    // A base of another type says nothing about these fields.
    let known = base.flatMap { Names.areIdentical($0.recordType, server.recordType) ? $0 : nil }
    var merge = RecordMerge(base: known, local: local, server: server, rules: rules, stamp: stamp)
    return merge.run()
  }

  static func areIdentical(_ a: FieldValue?, _ b: FieldValue?) -> Bool {
    switch (a, b) {
    case (nil, nil): true
    case (let a?, let b?): a.isIdentical(to: b)
    default: false
    }
  }
}

/// Names of fields and types, compared and ordered by their bytes.
enum Names {
  static func sorted(_ names: some Sequence<String>) -> [String] {
    names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  static func areIdentical(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
}
