import CommandLineInterface
import Glibc

Program.prepare()
exit(Program.main(Array(CommandLine.arguments.dropFirst())))
