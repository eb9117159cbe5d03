package import CloudRecord

/// Writes the service's answers, operation by operation, as UTF-8.
///
/// All keys have a fixed order, so that equal answers are equal bytes. Keys that are not in Apple's documents are left
/// out, since some clients refuse answers with unknown keys.
package enum ReplyWriter {
  /// An answer without content.
  package static let empty: [UInt8] = Array("{}".utf8)

  /// The refusal of a whole request; its HTTP status is the code's.
  package static func error(_ error: ServiceError, uuid: String) -> [UInt8] {
    JSONWriter.object { json in
      json.member("uuid", uuid)
      members(of: error, to: &json)
    }
  }

  // MARK: Records

  /// `records/modify` and `records/lookup`. An atomic failure also stands at the top of the answer, for clients that
  /// read no further; the caller sends it with the HTTP status of its code.
  package static func records(_ reply: RecordsReply, uuid: String, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    let writer = RecordWriter(format: format)
    return JSONWriter.object(reservingCapacity: 64 + reply.outcomes.count * 1024) { json in
      json.array("records", reply.outcomes) { outcome, json in
        switch outcome {
        case .saved(let record): writer.write(record, to: &json)
        case .deleted(let recordName):
          json.object { json in
            json.member("recordName", recordName)
            json.member("deleted", true)
          }
        case .failed(let recordName, let error): write(error, of: recordName, "recordName", to: &json)
        }
      }
      json.member("syncToken", reply.syncToken?.text)
      if let failure = reply.atomicFailure {
        json.member("uuid", uuid)
        members(of: failure, to: &json)
      }
    }
  }

  /// `records/query`.
  package static func query(_ reply: QueryReply, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    let writer = RecordWriter(format: format)
    return JSONWriter.object(reservingCapacity: 64 + reply.records.count * 1024) { json in
      json.array("records", reply.records) { record, json in writer.write(record, to: &json) }
      json.member("continuationMarker", reply.continuationMarker)
      json.member("syncToken", reply.syncToken?.text)
    }
  }

  // MARK: Changes

  /// `changes/zone`; `formats` has one for each outcome; the default applies beyond its end.
  package static func zoneChanges(_ outcomes: [ZoneChangesOutcome], formats: [ReplyFormat] = []) -> [UInt8] {
    JSONWriter.object(reservingCapacity: 64 * 1024) { json in
      json.objects("zones", outcomes.enumerated()) { item, json in
        let writer = RecordWriter(format: item.offset < formats.count ? formats[item.offset] : ReplyFormat())
        switch item.element {
        case .page(let page):
          writer.fields.member("zoneID", page.zoneID, to: &json)
          pageMembers(page, writer, to: &json)
        case .failed(let zoneID, let error):
          writer.fields.member("zoneID", zoneID, to: &json)
          members(of: error, to: &json)
        }
      }
    }
  }

  /// `records/changes`.
  package static func recordChanges(_ reply: ZoneChangesReply, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    JSONWriter.object(reservingCapacity: 64 + reply.changes.count * 1024) { json in
      pageMembers(reply, RecordWriter(format: format), to: &json)
    }
  }

  private static func pageMembers(_ page: ZoneChangesReply, _ writer: RecordWriter, to json: inout JSONWriter) {
    json.array("records", page.changes) { change, json in
      switch change {
      case .changed(let record): writer.write(record, to: &json)
      case .deleted(let recordName, let zoneID):
        json.object { json in
          json.member("recordName", recordName)
          json.member("deleted", true)
          writer.fields.member("zoneID", zoneID, to: &json)
        }
      }
    }
    json.member("syncToken", page.syncToken.text)
    json.member("moreComing", page.moreComing)
  }

  // MARK: Errors

  /// Writes the item of an answer that failed: its name, under `key` and if it has one, and the error.
  static func write(_ error: ServiceError, of name: String?, _ key: StaticString, to json: inout JSONWriter) {
    json.object { json in
      json.member(key, name)
      members(of: error, to: &json)
    }
  }

  static func members(of error: ServiceError, to json: inout JSONWriter) {
    json.member("serverErrorCode", error.code.rawValue)
    json.member("extensionErrorCode", error.extensionCode?.rawValue)
    json.member("reason", error.reason)
    json.member("retryAfter", error.retryAfter.map(Int64.init))
    json.member("redirectURL", error.redirectURL)
  }
}

/// Writes the records of answers.
struct RecordWriter {
  let fields: FieldWriter

  init(format: ReplyFormat) { fields = .answer(format) }

  func write(_ record: Record, to json: inout JSONWriter) {
    json.object { json in
      json.member("recordName", record.recordName)
      json.member("recordType", record.recordType)
      json.object("fields") { json in
        for (name, field) in record.fields.sorted(by: { $0.key < $1.key }) {
          json.key(named: name)
          fields.write(field, to: &json)
        }
      }
      json.object("pluginFields") { _ in }
      json.member("recordChangeTag", record.recordChangeTag)
      json.object("created") { members(of: record.created, to: &$0) }
      json.object("modified") { members(of: record.modified, to: &$0) }
      json.member("deleted", false)
      fields.member("zoneID", record.zoneID, to: &json)
      if let parent = record.parent { json.object("parent") { $0.member("recordName", parent) } }
      record.writeSharing(fields, to: &json)
    }
  }

  private func members(of stamp: RecordStamp, to json: inout JSONWriter) {
    json.member("timestamp", stamp.timestamp)
    json.member("userRecordName", stamp.userRecordName)
    json.member("deviceID", stamp.deviceID)
  }
}
