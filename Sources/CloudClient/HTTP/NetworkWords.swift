import AsyncHTTPClient
import CloudRecord
import Glibc
import GzipKit
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Translates errors of the network into CloudKit's terms and into words for a person.
///
/// The words of a network failure give the reason; the caller adds which host it was.
struct NetworkWords {
  /// Seconds without automatic tries after a certificate that is not trusted.
  static let certificatePause = 300.0

  func failure(_ error: any Error) -> CloudFailure {
    switch error {
    case let error as CloudFailure: return error
    case is CancellationError: return CloudFailure(code: .operationCancelled, reason: "stopped", isOutcomeUnknown: true)
    case let error as TimedOut:
      return lost("no answer for \(Self.seconds(error.seconds))")
    case let error as TooSlow:
      return lost("the answer comes more slowly than \(error.rule.bytesPerSecond) bytes a second")
    case let error as HTTPClientError: return failure(error)
    case let error as NIOConnectionError: return unreachable(Self.words(error), isOffline: Self.isOffline(error))
    case let error as IOError: return failure(error)
    case let error as ChannelError:
      if case .connectTimeout = error { return unreachable("no answer") }
      return lost("the connection broke off")
    case is HTTPParserError: return lost("the answer broke off, or is no HTTP")
    case AnswerProblem.tooLarge, GzipError.tooLarge:
      return lost("the answer is larger than is taken")
    case is GzipError: return lost("the answer is damaged: it cannot be expanded")
    case AnswerProblem.unknownCoding: return lost("the answer is in a coding that was not asked for")
    case AssetFileError.changed:
      return CloudFailure(code: .assetFileModified, reason: "the file changed while it was sent")
    case AssetFileError.otherSize:
      return CloudFailure(code: .networkFailure, reason: "the file came in part, or is another one")
    case AssetFileError.unwritable(let words):
      return CloudFailure(code: .assetNotAvailable, reason: "the file cannot be written here: \(words)")
    case AssetFileError.unreadable(let words):
      return CloudFailure(code: .assetFileNotFound, reason: "the file cannot be read (\(words))")
    default: return failure(ofTLS: error) ?? lost("the connection failed")
    }
  }

  private func failure(_ error: IOError) -> CloudFailure {
    switch error.errnoCode {
    // This error comes only while a connection is made.
    case ECONNREFUSED: return unreachable(Self.words(error))
    case ENETUNREACH, ENETDOWN:
      var failure = unreachable("", isOffline: true)
      failure.isOutcomeUnknown = true
      return failure
    case ECONNRESET, EPIPE: return lost("the connection broke off")
    default: return lost(Self.words(error))
    }
  }

  private func failure(_ error: HTTPClientError) -> CloudFailure {
    switch error {
    case .cancelled: CloudFailure(code: .operationCancelled, reason: "stopped", isOutcomeUnknown: true)
    case .connectTimeout: unreachable("no answer")
    case .tlsHandshakeTimeout: unreachable("it does not encrypt the connection")
    case .proxyAuthenticationRequired: unreachable("the proxy wants a name and a password")
    case .invalidProxyResponse, .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      unreachable("the proxy does not lead there")
    case .invalidURL, .emptyHost, .emptyScheme: unreachable("this is not an address")
    case .remoteConnectionClosed: lost("the connection was closed before there was an answer")
    case .alreadyShutdown: CloudFailure(code: .operationCancelled, reason: "the program is about to end")
    default: lost("the connection failed: \(error.shortDescription.lowercased())")
    }
  }

  private func failure(ofTLS error: any Error) -> CloudFailure? {
    guard isAboutCertificate(error) else {
      switch error {
      case NIOSSLError.uncleanShutdown: return lost("the connection broke off")
      case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
        return unreachable("it does not use HTTPS: if it runs on this computer, give its address with http://")
      default: return nil
      }
    }
    var failure = unreachable("")
    if let mismatch = error as? PinMismatch {
      failure.reason = Self.words(mismatch)
      failure.otherKey = mismatch.keys
    } else {
      failure.reason = "its certificate is not trusted"
    }
    // Trying again changes nothing by itself; a person can at any time.
    failure.retryAfter = Self.certificatePause
    return failure
  }

  /// Whether the service's certificate is why nothing was asked.
  func isAboutCertificate(_ error: any Error) -> Bool {
    switch error {
    case is PinMismatch: true
    case let error as NIOSSLExtraError: error == .failedToValidateHostname || error == .serverHostnameImpossibleToMatch
    case NIOSSLError.unableToValidateCertificate, NIOSSLError.noCertificateToValidate: true
    case NIOSSLError.handshakeFailed(let detail): String(describing: detail).contains("CERTIFICATE_VERIFY_FAILED")
    default: false
    }
  }

  /// Says why a certificate is not trusted, and which one it is.
  ///
  /// - Parameter now: Milliseconds since 1970.
  func sentence(about facts: CertificateFacts, _ error: any Error, now: Int64) -> String {
    // Which names the certificate is for decides nothing here.
    if let mismatch = error as? PinMismatch {
      return Self.words(PinMismatch(found: mismatch.found ?? facts.pin, wanted: mismatch.wanted))
    }
    let names = facts.names.isEmpty ? "no name" : facts.names.prefix(4).joined(separator: ", ")
    var why = "no authority that is trusted here has signed it"
    if now / 1000 > facts.notAfter {
      why = "it ended on \(HTTPDate.day(ofSeconds: facts.notAfter))"
    } else if now / 1000 < facts.notBefore {
      why = "it begins on \(HTTPDate.day(ofSeconds: facts.notBefore)); is this machine's clock right?"
    } else if error is NIOSSLExtraError {
      why = "it is for other names"
    }
    let key = facts.pin.map { ", key \($0)" } ?? ""
    return "its certificate is not trusted: \(why) (for \(names), until "
      + "\(HTTPDate.day(ofSeconds: facts.notAfter))\(key))"
  }

  /// Both keys, and what a person does who knows why they differ.
  private static func words(_ mismatch: PinMismatch) -> String {
    var words = "its key is not the trusted one"
    if let found = mismatch.found { words += ": it is \(found)" }
    if let wanted = mismatch.wanted { words += ", trusted is \(wanted)" }
    guard let found = mismatch.found else { return words }
    return words + "; nothing was sent. If its key was replaced, sign in again with --pin \(found)"
  }

  /// Nothing was asked, since there was no connection.
  private func unreachable(_ why: String, isOffline: Bool = false) -> CloudFailure {
    CloudFailure(
      code: isOffline ? .networkUnavailable : .networkFailure, reason: isOffline ? "there is no network" : why)
  }

  /// The request went out, or may have, and its outcome is not known.
  private func lost(_ reason: String) -> CloudFailure {
    CloudFailure(code: .networkFailure, reason: reason, isOutcomeUnknown: true)
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds >= 1 ? "\(Int(seconds.rounded())) seconds" : "\(Int(seconds * 1000)) milliseconds"
  }

  private static func words(_ error: NIOConnectionError) -> String {
    guard let last = error.connectionErrors.last?.error else { return "its name is not known here" }
    if let error = last as? IOError { return words(error) }
    return "no answer"
  }

  private static func words(_ error: IOError) -> String {
    switch error.errnoCode {
    case ECONNREFUSED: "refused"
    case ECONNRESET, EPIPE: "reset"
    case ETIMEDOUT: "no answer"
    case EHOSTUNREACH, ENETUNREACH: "no way there"
    default: String(cString: strerror(error.errnoCode))
    }
  }

  /// Whether every attempt failed for want of a network.
  private static func isOffline(_ error: NIOConnectionError) -> Bool {
    !error.connectionErrors.isEmpty
      && error.connectionErrors.allSatisfy {
        guard let code = ($0.error as? IOError)?.errnoCode else { return false }
        return code == ENETUNREACH || code == ENETDOWN
      }
  }
}
