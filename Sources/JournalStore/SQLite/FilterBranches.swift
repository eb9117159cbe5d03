import GRDB
import JournalCore

/// A search by mood, category and star as ranges of indexes, each of which has its entries in the order of their dates.
///
/// A page then costs what its rows cost, and nothing where there are none, however many entries meet one condition alone.
struct FilterBranches {
  /// One range: a condition on `entries e`, and the index that serves it.
  struct Branch {
    var condition: String
    var arguments: [any DatabaseValueConvertible]
  }

  private(set) var branches: [Branch] = []
  private let index: String

  /// More ranges than these would cost more than they save.
  private static let most = 64

  /// Nil where the search asks for none of the three, or for words or the trash, or where the file lacks the indexes.
  init?(_ scope: ListScope, in db: Database) throws {
    guard case .search(let query) = scope, query.alternatives.count == 1, try KeptNumbers(db: db).keeps(.tags) else {
      return nil
    }
    let terms = query.alternatives[0].filter { !$0.isNegated }.map(\.condition)
    guard !query.alternatives[0].contains(where: { FullText.isText($0.condition) }), !terms.contains(.isTrashed) else {
      return nil
    }
    var moods: [String]?
    var categories: [String?]?
    for term in terms {
      switch term {
      case .mood(let names): moods = moods ?? FilterBranches.distinct(names.map(\.rawValue))
      case .category(let names): categories = try categories ?? FilterBranches.records(named: names, in: db)
      case .isUnfiled: categories = try categories ?? FilterBranches.records(named: [""], in: db)
      default: break
      }
    }
    let isFavorite = terms.contains(.isFavorite)
    guard moods != nil || categories != nil || isFavorite,
      (moods?.count ?? 1) * (categories?.count ?? 1) <= FilterBranches.most
    else { return nil }
    index =
      switch (categories != nil, moods != nil, isFavorite) {
      case (true, true, true): "favoritesByCategoryAndMood"
      case (true, false, true): "favoritesByCategory"
      case (false, true, true): "favoritesByMood"
      case (false, false, _): "entriesFavorite"
      case (true, true, false): "entriesByCategoryAndMood"
      case (true, false, false): "entriesByCategory"
      case (false, true, false): "entriesByMood"
      }
    let star = isFavorite ? " AND e.isFavorite = 1" : ""
    let wantedCategories: [String??] = categories.map { names in names.map { .some($0) } } ?? [.none]
    let wantedMoods: [String?] = moods ?? [nil]
    for category in wantedCategories {
      for mood in wantedMoods {
        var branch = Branch(condition: "e.trashedAt IS NULL\(star)", arguments: [])
        if let category {
          branch.condition += category == nil ? " AND e.category IS NULL" : " AND e.category = ?"
          if let category { branch.arguments.append(category) }
        }
        if let mood {
          branch.condition += " AND e.mood = ? AND e.mood IS NOT NULL"
          branch.arguments.append(mood)
        }
        branches.append(branch)
      }
    }
  }

  /// The table to read from, under the name by which its conditions call it.
  var table: String { "entries e INDEXED BY \(index)" }

  /// How many entries of the ranges meet all of a scope's conditions.
  func count(_ scope: ScopeSQL, in db: Database) throws -> Int {
    var count = 0
    for branch in branches {
      count +=
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM \(table) WHERE \(branch.condition) AND \(scope.condition)",
          arguments: StatementArguments(branch.arguments + scope.arguments)) ?? 0
    }
    return count
  }

  private static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }

  /// The categories of these names, as entries have them; nil, and those that are no more, for the empty name.
  private static func records(named names: [String], in db: Database) throws -> [String?] {
    var records: [String?] = []
    for name in names {
      if name.isEmpty {
        records.append(nil)
        records += try db.rows(
          """
          SELECT substr(scope, 10) FROM tallies WHERE scope >= 'category:' AND scope < 'category;' AND entries > 0
            AND substr(scope, 10) NOT IN (SELECT recordName FROM categories WHERE trashedAt IS NULL)
          """
        ).map { $0[0] }
      } else {
        records += try db.rows(
          "SELECT recordName FROM categories WHERE trashedAt IS NULL AND categoryKey(name) = ?",
          [SearchQuery.categoryKey(name)]
        ).map { $0[0] }
      }
    }
    return distinct(records)
  }
}
