internal import CLibAV

/// A failure reported by libav, with what was being done.
public struct LibAVError: Error, Sendable, Equatable {
  /// The negative status libav returned: a negated `errno` or one of libav's own tags.
  public let code: Int32

  /// What was being done, in words, for example `open input`.
  public let operation: StaticString

  /// An error with a code that libav gave, or one of its own.
  public init(code: Int32, operation: StaticString) {
    self.code = code
    self.operation = operation
  }

  /// Whether both say the same: operations are compared as texts.
  public static func == (left: LibAVError, right: LibAVError) -> Bool {
    left.code == right.code && left.operation.description == right.operation.description
  }

  /// libav's own words for `code`, for example `Invalid data found when processing input`.
  public var message: String {
    let size = 256
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      // A status libav does not know still leaves a text ("Error number -n occurred").
      _ = unsafe av_strerror(code, start, size)
      return unsafe String(cString: start)
    }
    return text
  }

  /// Whether an interrupt hook stopped the operation.
  public var isInterrupted: Bool { code == cutlist_averror_exit }

  /// Whether the data is damaged or not of the expected kind.
  public var isInvalidData: Bool { code == cutlist_averror_invaliddata }

  /// Whether libav has no decoder for what is to be decoded.
  public var isMissingDecoder: Bool { code == cutlist_averror_decoder_not_found }

  /// The positive `errno` where the operating system refused, else `nil`.
  public var systemErrorNumber: Int32? {
    // libav's own tags are four characters packed into a number far beyond any errno.
    code < 0 && code > -4096 ? -code : nil
  }
}

extension LibAVError: CustomStringConvertible {
  /// What libav was to do, and its own words in brackets: they mean little by themselves.
  public var description: String { "libav could not \(operation) (\(message))" }
}

/// Throws when libav's `status` is negative.
/// - Returns: `status`, zero or greater.
/// - Throws: `LibAVError` with `status` as its code.
@discardableResult
func check(_ status: Int32, _ operation: StaticString) throws(LibAVError) -> Int32 {
  guard status >= 0 else { throw LibAVError(code: status, operation: operation) }
  return status
}

/// What a decoder or a filter graph had when it was asked for its next frame.
public enum Received<Frame: ~Copyable>: ~Copyable {
  /// The next frame.
  case frame(Frame)
  /// Nothing until more input is given.
  case needsInput
  /// Nothing ever again (a decoder: until it is reset).
  case endOfStream
}

/// The error for memory that could not be had.
func outOfMemory(_ operation: StaticString) -> LibAVError {
  LibAVError(code: cutlist_averror(12), operation: operation)
}

/// The error for an argument that libav would not accept.
func invalidArgument(_ operation: StaticString) -> LibAVError {
  LibAVError(code: cutlist_averror(22), operation: operation)
}
