import CloudStore

/// Where a sign-in ends: what becomes of the web auth token.
enum SignInTarget: Hashable {
  /// The page shows it to be copied.
  case code
  /// The browser is sent on to this address, which gets it.
  case address(CallbackAddress)
  /// The page that opened this one gets it, if it is of one of these origins; where no page did, the address.
  case opener(origins: [String], CallbackAddress?)

  /// - Throws: ``Refusal`` where the API token's program may not have people sent there.
  init(_ token: StoredAPIToken, callback: String?) throws(Refusal) {
    let registered =
      token.callbacks.contains(.url) ? token.callbackURL.flatMap { CallbackAddress(registered: $0) } : nil
    if let callback {
      if callback == token.callbackURL, let registered {
        self = .address(registered)
      } else if token.callbacks.contains(.loopback), let address = CallbackAddress(callback) {
        self = .address(address)
      } else {
        throw Refusal(
          sentence:
            "The program that sent you here wants the sign-in to go to an address that is neither on this computer nor "
            + "registered for it.")
      }
    } else if token.callbacks.contains(.message), !token.origins.isEmpty {
      self = .opener(origins: token.origins, registered)
    } else if let registered {
      self = .address(registered)
    } else if token.callbacks.contains(.code) {
      self = .code
    } else {
      throw Refusal(sentence: "The program that sent you here has not said where to go on.")
    }
  }

  /// Why there is no form, in a sentence.
  struct Refusal: Error, Hashable {
    var sentence: String
  }

  /// Where the form's answer may lead by itself.
  var address: CallbackAddress? {
    if case .address(let address) = self { address } else { nil }
  }
}
