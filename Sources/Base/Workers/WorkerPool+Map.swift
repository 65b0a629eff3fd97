internal import Glibc

extension WorkerPool {
  /// Processors that are switched on, at least 1.
  package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// What `body` gives for each number below `count`, in their order.
  ///
  /// Numbers are handed out in rising order to so many threads, the calling one among them. It does
  /// with fewer where the system does not give them.
  package static func map<R: Sendable>(
    _ count: Int, threads: Int, _ body: @escaping @Sendable (Int) -> R
  ) -> [R] {
    let next = Monitor(0)
    let results = Monitor([R?](repeating: nil, count: count))
    let work: @Sendable () -> Void = {
      while true {
        let number = next.change { number in
          defer { number += 1 }
          return number
        }
        if number >= count { return }
        let result = body(number)
        results.change { $0[number] = result }
      }
    }
    let helpers = min(threads, count) - 1
    let pool = helpers > 0 ? try? WorkerPool(threads: helpers) : nil
    if let pool { for _ in 0..<helpers { pool.start(work) } }
    work()
    pool?.wait()
    return results.change { $0.compactMap(\.self) }
  }
}
