import CommandLineInterface
import Glibc

exit(Program.start(Array(CommandLine.arguments.dropFirst())))
