package import JournalFormats

/// JSON answers beside those with entries.
package enum Answer {
  /// `{"ok":true,"count":…,"items":[…]}` and a line end.
  package static func items<Item>(
    _ items: [Item], _ write: (Item, inout JSONWriter) -> Void
  ) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", true)
      json.member("count", Int64(items.count))
      json.key("items")
      json.array { json in for item in items { json.object { write(item, &$0) } } }
    }
    json.lineFeed()
    return json.bytes
  }

  /// `{"ok":true,…}` with the members that the closure writes, and a line end.
  package static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", true)
      members(&json)
    }
    json.lineFeed()
    return json.bytes
  }

  /// `{"ok":false,"error":{"code":…,"message":…}}` and a line end.
  package static func failure(_ failure: CommandFailure) -> [UInt8] {
    var json = JSONWriter(escaping: .terminalSafe)
    json.object { json in
      json.member("ok", false)
      json.key("error")
      json.object { json in
        json.member("code", failure.code.rawValue)
        json.member("message", failure.sentence)
      }
    }
    json.lineFeed()
    return json.bytes
  }
}
