internal import Glibc

/// A few threads of the system that run jobs, each job on a thread of its own.
///
/// Threads, and not the language's tasks: a job spends its time in C calls that block (decoders,
/// encoders, files) and in waiting for another job. A task that does so keeps one of the language's
/// threads, of which there are as many as cores, from all other tasks: two that wait for a third one
/// that has not begun wait forever. A pool is made with a thread for each job that is under way at a
/// time, so that none waits to begin.
///
/// The threads end when the pool is let go of and its jobs are done.
package final class WorkerPool: Sendable {
  fileprivate struct Queue: Sendable {
    var jobs: [@Sendable () -> Void] = []
    /// Jobs that were started and have not ended.
    var unfinished = 0
    var isOver = false
  }

  private let queue = Monitor(Queue())

  /// Starts the threads.
  ///
  /// - Throws: `WorkerPoolError` where the system does not give so many.
  package init(threads: Int) throws(WorkerPoolError) {
    for _ in 0..<threads {
      let number = Self.startThread(queue)
      if number != 0 {
        // `deinit` does not run for what was never complete.
        queue.change { $0.isOver = true }
        throw WorkerPoolError(number: number)
      }
    }
  }

  deinit { queue.change { $0.isOver = true } }

  /// Runs a job on a thread that is free; until there is one, it waits behind earlier jobs.
  package func start(_ job: @escaping @Sendable () -> Void) {
    queue.change { queue in
      queue.jobs.append(job)
      queue.unfinished += 1
    }
  }

  /// Waits until all jobs that were started have ended. Not to be called by a job.
  package func wait() { queue.wait { $0.unfinished == 0 ? () : nil } }

  // MARK: - Threads

  /// - Returns: the system's error number, or 0.
  private static func startThread(_ queue: Monitor<Queue>) -> Int32 {
    let context = unsafe Unmanaged.passRetained(queue)
    var thread = pthread_t()
    let number = unsafe DeepStack.withAttributes { attributes in
      unsafe pthread_create(
        &thread, attributes,
        { context in
          unsafe WorkerPool.runJobs(context)
          return nil
        }, context.toOpaque())
    }
    if number == 0 { pthread_detach(thread) } else { unsafe context.release() }
    return number
  }

  private static func runJobs(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    // Safe: it was retained for this thread.
    let queue = unsafe Unmanaged<Monitor<Queue>>.fromOpaque(context).takeRetainedValue()
    while runNext(of: queue) { queue.change { $0.unfinished -= 1 } }
  }

  /// Runs a job, and has let go of it when this returns. False when there will be no more.
  private static func runNext(of queue: Monitor<Queue>) -> Bool {
    let job = queue.wait { queue -> (@Sendable () -> Void)?? in
      if queue.jobs.isEmpty { return queue.isOver ? .some(nil) : nil }
      return queue.jobs.removeFirst()
    }
    job?()
    return job != nil
  }
}

/// The system gives no more threads.
package struct WorkerPoolError: Error, Hashable, CustomStringConvertible {
  /// The system's error number.
  package let number: Int32

  /// One line without a full stop.
  package var description: String {
    "the system starts no more threads (\(unsafe String(cString: strerror(number)))); allow more "
      + "(ulimit -u)"
  }
}
