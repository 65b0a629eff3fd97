import Glibc

/// Threads with as much stack as this program was made for, whatever the system gives by itself.
///
/// Projects nest as deep as they may, 512 levels, and some code follows them by calling itself. With
/// `ulimit -s 256` that would be the end of the process.
package enum DeepStack {
  /// Bytes of a thread's stack; they take up memory only where they are used.
  static let bytes = 8 << 20

  /// Attributes of a thread, for as long as `body` runs.
  static func withAttributes<Result>(
    _ body: (UnsafePointer<pthread_attr_t>?) -> Result
  ) -> Result {
    var attributes = pthread_attr_t()
    guard unsafe pthread_attr_init(&attributes) == 0 else { return body(nil) }
    defer { unsafe pthread_attr_destroy(&attributes) }
    guard unsafe pthread_attr_setstacksize(&attributes, bytes) == 0 else { return body(nil) }
    return unsafe body(&attributes)
  }

  private final class Work {
    let body: () -> Int32
    var result: Int32 = 0

    init(_ body: @escaping () -> Int32) { self.body = body }
  }

  /// Does something in a thread of its own and waits for its end; in this one where there can be none.
  package static func run(_ body: @escaping () -> Int32) -> Int32 {
    let work = Work(body)
    let context = unsafe Unmanaged.passRetained(work)
    defer { unsafe context.release() }
    var thread = pthread_t()
    let status = unsafe withAttributes { attributes in
      unsafe pthread_create(
        &thread, attributes,
        { context in
          guard let context = unsafe context else { return nil }
          // Safe: whoever started the thread holds it, and waits.
          let work = unsafe Unmanaged<Work>.fromOpaque(context).takeUnretainedValue()
          work.result = work.body()
          return nil
        }, context.toOpaque())
    }
    guard status == 0 else { return body() }
    pthread_join(thread, nil)
    return work.result
  }
}
