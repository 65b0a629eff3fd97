package import FileSystem
package import LibAV

extension InputFile {
  /// Opens what lies at a place, inside of the scope that the place is bound to.
  package init(
    _ place: MediaLocator.Place, bytes: Range<Int64>? = nil, protocols: [String],
    findsStreamInformation: Bool = true, keepsMissingTimes: Bool = false,
    ignoresEditLists: Bool = false, effort: ReadingEffort? = nil, log: LogRing? = nil
  ) throws(LibAVError) {
    var options = InputFile.Options()
    options.bytes = bytes
    options.log = log
    if let effort { options.shouldStop = { effort.isExhausted() } }
    options.allowedProtocols += protocols
    options.findsStreamInformation = findsStreamInformation
    options.keepsMissingTimes = keepsMissingTimes
    options.ignoresEditLists = ignoresEditLists
    switch place {
    case .file(let path, let scope):
      if let scope { options.accepts = { scope.contains($0) } }
      try self.init(path: path, options: options)
    case .address(let address): try self.init(address: address, options: options)
    }
  }
}
