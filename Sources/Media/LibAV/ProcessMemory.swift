internal import CLibAV

/// How the process's memory is managed.
package enum ProcessMemory {
  /// Gives memory that is no longer used back to the system.
  ///
  /// Pictures come and go by the thousand. By default glibc keeps what each thread frees in arenas
  /// of their own, and a render holds half as much memory again. To be called once, before there
  /// are other threads.
  package static func prepare() { cutlist_return_memory() }

  /// Gives back what is free by now, also between blocks that are in use. It takes some milliseconds for each
  /// hundred megabytes, in which no thread gets memory: for a process that will wait.
  package static func trim() { cutlist_trim_memory() }
}
