/// A value that a statement takes in one of its places.
package protocol SQLValue {
  /// Binds the value at a place, of which the first is 1.
  ///
  /// - Throws: `DatabaseError` where the place is outside the statement or memory is short.
  func bind(to statement: borrowing SQLStatement, at place: Int32) throws
}

extension Int64: SQLValue {
  /// Binds an INTEGER.
  package func bind(to statement: borrowing SQLStatement, at place: Int32) throws {
    try statement.bind(self, at: place)
  }
}

extension Int: SQLValue {
  /// Binds an INTEGER.
  package func bind(to statement: borrowing SQLStatement, at place: Int32) throws {
    try statement.bind(Int64(self), at: place)
  }
}

extension Bool: SQLValue {
  /// Binds the INTEGER 1 or 0.
  package func bind(to statement: borrowing SQLStatement, at place: Int32) throws {
    try statement.bind(self, at: place)
  }
}

extension String: SQLValue {
  /// Binds a TEXT; an empty one is not NULL.
  package func bind(to statement: borrowing SQLStatement, at place: Int32) throws {
    try statement.bind(self, at: place)
  }
}

extension [UInt8]: SQLValue {
  /// Binds a BLOB; an empty one is not NULL.
  package func bind(to statement: borrowing SQLStatement, at place: Int32) throws {
    try statement.bind(self, at: place)
  }
}

extension SQLStatement {
  /// Binds the values one after the other, from the first place on; nil is NULL.
  ///
  /// - Throws: `DatabaseError` where there are more values than places or memory is short.
  package func bind(_ values: [(any SQLValue)?]) throws {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      if let value { try value.bind(to: self, at: place) } else { try bind(Int64?.none, at: place) }
    }
  }
}
