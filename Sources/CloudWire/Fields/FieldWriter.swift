import CloudRecord

/// How a client wants the answer to be written.
package struct ReplyFormat: Hashable, Sendable {
  /// INT64 in quotes, for languages whose numbers hold only 53 bits.
  package var numbersAsStrings: Bool
  /// The owner of zones that name none: answers always name the owner.
  package var ownerRecordName: String?

  package init(numbersAsStrings: Bool = false, ownerRecordName: String? = nil) {
    (self.numbersAsStrings, self.ownerRecordName) = (numbersAsStrings, ownerRecordName)
  }
}

/// Writes the values of fields.
struct FieldWriter {
  var direction: WireDirection
  var format = ReplyFormat()

  static let request = FieldWriter(direction: .request)

  static func answer(_ format: ReplyFormat = ReplyFormat()) -> FieldWriter {
    FieldWriter(direction: .answer, format: format)
  }

  /// Writes a field dictionary.
  func write(_ field: Field, to json: inout JSONWriter) {
    json.object { json in
      json.key("value")
      write(value: field.value, to: &json)
      json.key("type")
      // Bytes have a name of their own where they are encrypted; of the other types only the flag tells. Requests go by
      // the name that the schema has.
      switch field.value {
      case .bytes where direction == .answer && field.isEncrypted: json.string(plain: "ENCRYPTED_BYTES")
      case .list(let members): json.string(plain: (members.first.map(ValueKind.init) ?? .string).tag, "_LIST")
      case let value: json.string(plain: ValueKind(value).tag)
      }
      if field.isEncrypted { json.member("isEncrypted", true) }
    }
  }

  /// Writes `{value, type}`.
  func write(typed value: FieldValue, to json: inout JSONWriter) { write(Field(value), to: &json) }

  func write(value: FieldValue, to json: inout JSONWriter) {
    switch value {
    case .string(let text): json.string(text)
    case .int64(let number) where format.numbersAsStrings: json.string(number: number)
    case .int64(let number), .date(let number): json.integer(number)
    case .double(let number): json.double(number)
    case .bytes(let data): json.string(base64: data)
    case .reference(let reference): write(reference, to: &json)
    case .asset(let asset): write(asset, isReceipt: direction == .request, to: &json)
    case .location(let location): location.write(to: &json)
    case .list(let members): json.array(members) { member, json in write(value: member, to: &json) }
    }
  }

  func write(_ zoneID: ZoneID, to json: inout JSONWriter) {
    json.object { json in
      json.member("zoneName", zoneID.zoneName)
      switch direction {
      case .request: json.member("ownerRecordName", zoneID.ownerRecordName)
      case .answer:
        json.member("ownerRecordName", zoneID.ownerRecordName ?? format.ownerRecordName)
        json.key("zoneType")
        json.string(plain: zoneID.isDefault ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE")
      }
    }
  }

  func member(_ name: StaticString, _ zoneID: ZoneID?, to json: inout JSONWriter) {
    guard let zoneID else { return }
    json.key(name)
    write(zoneID, to: &json)
  }

  func write(_ reference: Reference, to json: inout JSONWriter) {
    json.object { json in
      json.member("recordName", reference.recordName)
      json.key("action")
      json.string(plain: reference.action.tag)
      member("zoneID", reference.zoneID, to: &json)
    }
  }

  /// Writes an asset, with the proof of its upload or with its address.
  func write(_ asset: Asset, isReceipt: Bool, to json: inout JSONWriter) {
    json.object { json in
      json.member("fileChecksum", asset.fileChecksum)
      json.member("size", asset.size)
      json.member("wrappingKey", asset.wrappingKey)
      json.member("referenceChecksum", asset.referenceChecksum)
      if isReceipt {
        json.member("receipt", asset.receipt)
      } else {
        json.member("downloadURL", asset.downloadURL)
      }
    }
  }
}
