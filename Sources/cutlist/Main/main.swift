import CommandLineInterface
import Glibc

// Not `arguments`, which are text: names of files are bytes.
exit(unsafe Program.start(CommandLine.argc, CommandLine.unsafeArgv))
