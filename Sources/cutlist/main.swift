import CommandLineInterface
import Glibc

// Pictures come and go by the thousand. Without these glibc keeps what workers free in arenas of
// their own, and a render holds half as much memory again: large blocks go back to the system, and
// all threads share one arena for the rest.
_ = mallopt(M_ARENA_MAX, 1)
_ = mallopt(M_MMAP_THRESHOLD, 512 << 10)
_ = mallopt(M_TRIM_THRESHOLD, 1 << 20)

exit(Program.main(Array(CommandLine.arguments.dropFirst())))
