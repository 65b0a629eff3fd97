internal import CLibAV
import Glibc
internal import Synchronization

/// How much a message of libav matters; smaller numbers matter more.
package enum LogLevel: Int32, Sendable, Comparable {
  case fatal = 8
  case error = 16
  case warning = 24
  case info = 32
  case verbose = 40
  case debug = 48

  /// Whether `left` matters more.
  package static func < (left: LogLevel, right: LogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One message of libav.
package struct LogLine: Sendable, Hashable {
  /// One that `LogLevel` does not name counts as `debug`, or as `fatal` where it matters more.
  package let level: LogLevel
  /// The part that speaks, for example `h264` or `mov,mp4,m4a,3gp,3g2,mj2`; may be empty.
  package let source: String
  /// The message without its line end.
  package let text: String
}

/// Keeps the last messages that libav had for the handles it was given to.
///
/// libav logs through one callback a process. That callback is set once and writes nothing to
/// stderr; it finds the ring by the handle (input, decoder, graph) that speaks. What speaks for
/// no handle with a ring is dropped.
package final class LogRing: Sendable {
  /// Messages that matter less are not kept.
  package let level: LogLevel
  /// Messages kept, at least 1; older ones make room.
  package let capacity: Int
  private let kept = Mutex<[LogLine]>([])

  /// A ring.
  ///
  /// - Parameter level: the least important messages that are kept.
  /// - Parameter capacity: messages; below 1 counts as 1.
  package init(level: LogLevel = .warning, capacity: Int = 32) {
    self.level = level
    self.capacity = max(1, capacity)
  }

  /// The kept messages, oldest first.
  package var lines: [LogLine] { kept.withLock { $0 } }

  /// The kept messages, oldest first, which are then forgotten.
  package func take() -> [LogLine] {
    kept.withLock { lines in
      let taken = lines
      lines = []
      return taken
    }
  }

  func add(_ line: LogLine) {
    kept.withLock { lines in
      if lines.count >= capacity { lines.removeFirst() }
      lines.append(line)
    }
  }

  /// What a context of libav keeps in its `opaque` so that the callback finds this ring.
  /// The handle that owns the context keeps the ring alive.
  var opaque: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}

/// What libav keeps once for the process. Every handle calls `prepare` before libav does anything.
enum LibrarySetup {
  static func prepare() {
    LogRouting.prepare()
    ProcessorFeatures.prepare()
    quietEncoders
  }

  /// SVT-AV1 writes to standard error what it does, unless told to write nothing.
  private static let quietEncoders: Void = { _ = unsafe setenv("SVT_LOG", "0", 0) }()
}

/// Sets the process's log callback on first use. Global because libav has only one callback.
private enum LogRouting {
  private static let installed: Void = {
    unsafe av_log_set_callback { context, level, format, arguments in
      guard let context = unsafe context, let format = unsafe format,
        let arguments = unsafe arguments, level & 0xff <= AV_LOG_DEBUG,
        let ring = unsafe LogRouting.ring(of: context), level & 0xff <= ring.level.rawValue
      else { return }
      let text = unsafe LogRouting.format(format, arguments)
      guard !text.isEmpty else { return }
      unsafe ring.add(
        LogLine(
          level: LogRouting.level(level & 0xff), source: LogRouting.name(of: context), text: text))
    }
  }()

  static func prepare() { installed }

  private static func level(_ raw: Int32) -> LogLevel {
    LogLevel(rawValue: raw) ?? (raw < LogLevel.fatal.rawValue ? .fatal : .debug)
  }

  private static func `class`(of context: UnsafeMutableRawPointer) -> UnsafePointer<AVClass>? {
    // Every context that libav logs for begins with a pointer to its class.
    unsafe context.load(as: UnsafePointer<AVClass>?.self)
  }

  private static func name(of context: UnsafeMutableRawPointer) -> String {
    guard let kind = unsafe `class`(of: context) else { return "" }
    if let itemName = unsafe kind.pointee.item_name {
      // libav writes a missing name as the word NULL.
      let name = unsafe string(itemName(context)) ?? ""
      return name == "NULL" ? "" : name
    }
    return unsafe string(kind.pointee.class_name) ?? ""
  }

  /// The ring in the `opaque` of the nearest enclosing handle.
  private static func ring(of context: UnsafeMutableRawPointer) -> LogRing? {
    var current = unsafe context
    for _ in 0..<8 {
      guard let kind = unsafe `class`(of: current) else { return nil }
      var opaque: UnsafeMutableRawPointer?
      if unsafe kind == avcodec_get_class() {
        unsafe opaque = current.assumingMemoryBound(to: AVCodecContext.self).pointee.opaque
      } else if unsafe kind == avformat_get_class() {
        unsafe opaque = current.assumingMemoryBound(to: AVFormatContext.self).pointee.opaque
      } else if unsafe kind == avfilter_get_class() {
        let filter = unsafe current.assumingMemoryBound(to: AVFilterContext.self)
        unsafe opaque = filter.pointee.graph?.pointee.opaque
      } else if unsafe string(kind.pointee.class_name) == "AVFilterGraph" {
        unsafe opaque = current.assumingMemoryBound(to: AVFilterGraph.self).pointee.opaque
      }
      if let opaque = unsafe opaque {
        // Safe: only `LogRing.opaque` is ever stored there, by handles that outlive the context.
        return unsafe Unmanaged<LogRing>.fromOpaque(opaque).takeUnretainedValue()
      }
      let offset = unsafe Int(kind.pointee.parent_log_context_offset)
      guard offset > 0,
        let parent = unsafe current.load(
          fromByteOffset: offset, as: UnsafeMutableRawPointer?.self)
      else { return nil }
      unsafe current = parent
    }
    return nil
  }

  private static func format(
    _ format: UnsafePointer<CChar>, _ arguments: CVaListPointer
  ) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
      unsafe buffer.initialize(repeating: 0)
      guard let start = buffer.baseAddress else { return "" }
      // No context and no prefix: the prefix would hold an address, different in every run.
      var printsPrefix: Int32 = 0
      _ = unsafe av_log_format_line2(
        nil, 0, format, arguments, start, Int32(buffer.count), &printsPrefix)
      let text = unsafe String(cString: start)
      return String(text.reversed().drop { $0.isNewline || $0 == " " }.reversed())
    }
  }
}
