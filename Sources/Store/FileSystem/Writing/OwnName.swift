import Glibc
import BaseValues
import Raster

/// Names of files that are being written, which prove that a process of this user made them here.
///
/// ```
/// .movie.mp4.1k2j3h4g5f6d7-5f0c…e1.partial     stem, random, proof, ending
/// ```
/// The proof is a hash of what stands before it, of the file's inode, of the user and of the machine.
/// Nobody can put such a file into a folder beforehand: not in an archive or a repository, whose
/// files get inodes that nobody knows, and not by copying one of ours.
package enum OwnName {
  /// Ending of files that are being written.
  static let partial = ".partial"

  /// - Parameter status: of the file that is to get the name.
  static func make(stem: String, ending: String, _ status: FileStatus) -> String {
    let start = stem + random()
    return "\(start)-\(proof(start, status))\(ending)"
  }

  /// A name that nobody guesses.
  static func random() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }

  /// Whether the file with this name and status is one that we made under it.
  static func isOurs(_ name: String, ending: String, _ status: FileStatus) -> Bool {
    guard status.isRegular, status.owner == geteuid(), status.links == 1, name.hasSuffix(ending)
    else { return false }
    let body = name.utf8.dropLast(ending.utf8.count)
    guard let dash = body.lastIndex(of: UInt8(ascii: "-")) else { return false }
    return body[body.index(after: dash)...].elementsEqual(
      proof(String(name[..<dash]), status).utf8)
  }

  private static func proof(_ start: String, _ status: FileStatus) -> String {
    var hash = XXH64()
    for word in [machine, "\(geteuid())", "\(status.inode)", start] {
      hash.update(Array("\(word)\n".utf8).span)
    }
    return ImageHash(value: hash.finalize()).description
  }

  /// What nobody elsewhere knows of this machine: its number, else that of its last start.
  private static let machine: String = {
    for path in ["/etc/machine-id", "/proc/sys/kernel/random/boot_id"] {
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      // Files of the system say that they are empty: not asked for their size.
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 32 { return String(decoding: bytes[..<count], as: UTF8.self) }
    }
    return ""
  }()
}
