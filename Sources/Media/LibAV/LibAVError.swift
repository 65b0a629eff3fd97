internal import CLibAV

/// Why something could not be done with libav.
package enum LibAVError: Error, Hashable, Sendable {
  /// libav, or the system below it, failed while doing something, for example `open input`.
  ///
  /// The status is negative: a negated `errno` or one of libav's own tags.
  case library(status: Int32, doing: String)
  /// What was given or found is not fit for something, for example `decode picture`.
  case unusable(for: String)
  /// A file was recognised, but its format is not read.
  case refusedFormat(ContainerFormats.Refusal)
  /// A file is not the one that was judged, or not a regular one.
  case refusedFile
  /// A picture is damaged in its file.
  case damagedPicture
  /// What a picture has beside its pixels, compressed, inflates to more bytes than the limit.
  case inflation(limit: Int)
  /// Another process that was to read failed.
  case process(ReaderFailure)
}

/// What became of a process that was to read for this one.
package enum ReaderFailure: Hashable, Sendable {
  case notStarted
  /// It gave nothing in the time that it had.
  case slow
  /// It did not answer all that it was asked in the time that it had.
  case slowTrial
  case crashed
  /// It gave less than it had announced.
  case silent
}

extension LibAVError {
  /// The negative status where libav failed, else `nil`.
  package var status: Int32? {
    if case .library(let status, _) = self { status } else { nil }
  }

  /// What was being done where libav failed, or what something was not fit for, else `nil`.
  package var operation: String? {
    switch self {
    case .library(_, let operation), .unusable(let operation): operation
    case .refusedFormat, .refusedFile, .damagedPicture, .inflation, .process: nil
    }
  }

  /// Whether an interrupt hook stopped the operation.
  package var isInterrupted: Bool { status == cutlist_averror_exit }

  /// Whether the data is damaged or not of the expected kind.
  package var isInvalidData: Bool { status == cutlist_averror_invaliddata }

  /// Whether something could not be read: the file, or what a length in it promises.
  package var isReadError: Bool { status == cutlist_averror(5) }

  /// Whether libav has no decoder for what is to be decoded.
  package var isMissingDecoder: Bool { status == cutlist_averror_decoder_not_found }

  /// Whether there was not enough memory.
  package var isOutOfMemory: Bool { status == cutlist_averror(12) }

  /// Whether going on is of no use: there is no memory, or somebody wants to stop.
  package var isFatal: Bool { isOutOfMemory || isInterrupted }

  /// Whether libav, or what looks at its answers, finds what it was given not fit to be used.
  package var isAboutContent: Bool {
    switch self {
    case .library(let status, _):
      status == cutlist_averror_invaliddata || status == cutlist_averror(22)
    case .unusable, .damagedPicture: true
    case .refusedFormat, .refusedFile, .inflation, .process: false
    }
  }

  /// The positive `errno` where the operating system refused, else `nil`.
  package var systemErrorNumber: Int32? {
    // libav's own tags are four characters packed into a number far beyond any errno.
    status.flatMap { $0 < 0 && $0 > -4096 ? -$0 : nil }
  }
}

extension LibAVError: CustomStringConvertible {
  /// What could not be done; where libav failed its own words in brackets: they mean little by
  /// themselves.
  package var description: String {
    switch self {
    case .library(let status, let operation):
      "libav could not \(operation) (\(Self.words(status)))"
    case .unusable(let operation): "libav could not \(operation)"
    case .refusedFormat: "this kind of file is not read"
    case .refusedFile: "the file is not the one that was looked at"
    case .damagedPicture: "the picture is damaged"
    case .inflation(let limit):
      "its colour profile or texts inflate to more than \(limit >> 20) MiB"
    case .process(.notStarted): "the reading process could not be started"
    case .process(.slow), .process(.slowTrial): "the reading process took too long"
    case .process(.crashed), .process(.silent): "the reading process gave no answer"
    }
  }

  /// libav's own words for a status, for example `Invalid data found when processing input`.
  private static func words(_ status: Int32) -> String {
    let size = 256
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: size) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      // A status libav does not know still leaves a text ("Error number -n occurred").
      _ = unsafe av_strerror(status, start, size)
      return unsafe String(cString: start)
    }
  }
}

/// Throws when libav's `status` is negative.
/// - Returns: `status`, zero or greater.
/// - Throws: `LibAVError` of the library, with `status`.
@discardableResult
func check(_ status: Int32, _ operation: String) throws(LibAVError) -> Int32 {
  guard status >= 0 else { throw .library(status: status, doing: operation) }
  return status
}

/// What a decoder or a filter graph had when it was asked for its next frame.
package enum Received<Frame: ~Copyable>: ~Copyable {
  /// The next frame.
  case frame(Frame)
  /// Nothing until more input is given.
  case needsInput
  /// Nothing ever again (a decoder: until it is reset).
  case endOfStream
}

/// The error for memory that could not be had.
func outOfMemory(_ operation: String) -> LibAVError {
  LibAVError.library(status: cutlist_averror(12), doing: operation)
}
