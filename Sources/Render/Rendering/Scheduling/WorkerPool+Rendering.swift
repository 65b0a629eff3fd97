import Workers

extension WorkerPool {
  /// A pool for a render.
  ///
  /// - Throws: `RenderError` of kind `encoder` where the system does not give so many threads.
  static func forRendering(threads: Int) throws(RenderError) -> WorkerPool {
    do throws(WorkerPoolError) {
      return try WorkerPool(threads: threads)
    } catch {
      throw RenderError(.encoder, error.description)
    }
  }
}
