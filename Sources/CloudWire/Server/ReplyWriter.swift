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
    var json = JSONWriter()
    json.beginObject()
    json.member("uuid", uuid)
    members(of: error, to: &json)
    json.endObject()
    return json.bytes
  }

  // MARK: Records

  /// `records/modify` and `records/lookup`. An atomic failure also stands at the top of the answer, for clients that
  /// read no further; the caller sends it with the HTTP status of its code.
  package static func records(_ reply: RecordsReply, uuid: String, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    let writer = RecordWriter(format: format)
    var json = JSONWriter(reservingCapacity: 64 + reply.outcomes.count * 1024)
    json.beginObject()
    json.key("records")
    json.array(reply.outcomes) { outcome, json in
      switch outcome {
      case .saved(let record): writer.write(record, to: &json)
      case .deleted(let recordName):
        json.beginObject()
        json.member("recordName", recordName)
        json.member("deleted", true)
        json.endObject()
      case .failed(let recordName, let error):
        json.beginObject()
        json.member("recordName", recordName)
        members(of: error, to: &json)
        json.endObject()
      }
    }
    json.member("syncToken", reply.syncToken?.text)
    if let failure = reply.atomicFailure {
      json.member("uuid", uuid)
      members(of: failure, to: &json)
    }
    json.endObject()
    return json.bytes
  }

  /// `records/query`.
  package static func query(_ reply: QueryReply, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    let writer = RecordWriter(format: format)
    var json = JSONWriter(reservingCapacity: 64 + reply.records.count * 1024)
    json.beginObject()
    json.key("records")
    json.array(reply.records) { record, json in writer.write(record, to: &json) }
    json.member("continuationMarker", reply.continuationMarker)
    json.member("syncToken", reply.syncToken?.text)
    json.endObject()
    return json.bytes
  }

  // MARK: Changes

  /// `changes/zone`; `formats` has one for each outcome; the default applies beyond its end.
  package static func zoneChanges(_ outcomes: [ZoneChangesOutcome], formats: [ReplyFormat] = []) -> [UInt8] {
    var json = JSONWriter(reservingCapacity: 64 * 1024)
    json.beginObject()
    json.key("zones")
    json.beginArray()
    for (index, outcome) in outcomes.enumerated() {
      let writer = RecordWriter(format: index < formats.count ? formats[index] : ReplyFormat())
      json.beginObject()
      switch outcome {
      case .page(let page):
        writer.fields.member("zoneID", page.zoneID, to: &json)
        pageMembers(page, writer, to: &json)
      case .failed(let zoneID, let error):
        writer.fields.member("zoneID", zoneID, to: &json)
        members(of: error, to: &json)
      }
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  /// `records/changes`.
  package static func recordChanges(_ reply: ZoneChangesReply, format: ReplyFormat = ReplyFormat()) -> [UInt8] {
    var json = JSONWriter(reservingCapacity: 64 + reply.changes.count * 1024)
    json.beginObject()
    pageMembers(reply, RecordWriter(format: format), to: &json)
    json.endObject()
    return json.bytes
  }

  private static func pageMembers(_ page: ZoneChangesReply, _ writer: RecordWriter, to json: inout JSONWriter) {
    json.key("records")
    json.array(page.changes) { change, json in
      switch change {
      case .changed(let record): writer.write(record, to: &json)
      case .deleted(let recordName, let zoneID):
        json.beginObject()
        json.member("recordName", recordName)
        json.member("deleted", true)
        writer.fields.member("zoneID", zoneID, to: &json)
        json.endObject()
      }
    }
    json.member("syncToken", page.syncToken.text)
    json.member("moreComing", page.moreComing)
  }

  // MARK: Errors

  static func members(of error: ServiceError, to json: inout JSONWriter) {
    json.member("serverErrorCode", error.code.rawValue)
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
    json.beginObject()
    json.member("recordName", record.recordName)
    json.member("recordType", record.recordType)
    json.key("fields")
    json.beginObject()
    for (name, field) in record.fields.sorted(by: { $0.key < $1.key }) {
      json.key(named: name)
      fields.write(field, to: &json)
    }
    json.endObject()
    json.key("pluginFields")
    json.beginObject()
    json.endObject()
    json.member("recordChangeTag", record.recordChangeTag)
    json.key("created")
    write(record.created, to: &json)
    json.key("modified")
    write(record.modified, to: &json)
    json.member("deleted", false)
    fields.member("zoneID", record.zoneID, to: &json)
    if let parent = record.parent {
      json.key("parent")
      json.beginObject()
      json.member("recordName", parent)
      json.endObject()
    }
    json.endObject()
  }

  private func write(_ stamp: RecordStamp, to json: inout JSONWriter) {
    json.beginObject()
    json.member("timestamp", stamp.timestamp)
    json.member("userRecordName", stamp.userRecordName)
    json.member("deviceID", stamp.deviceID)
    json.endObject()
  }
}
