internal import CLibAV

/// What libav knows of its own filters.
package enum FilterCatalog {
  /// An option of a filter.
  package struct Option: Sendable, Hashable {
    /// As it is written in a graph, before the `=`.
    package let name: String
    /// Another name of the option before it.
    package let isAlias: Bool
    /// Whether it belongs to something inside of the filter, a scaler for example. Such options have
    /// no place among values without names.
    package let isInner: Bool
    /// Whether its value is any text or any bytes, not a number, a choice, a colour or the like.
    package let isText: Bool
  }

  /// Names of all filters, in libav's order.
  package static var names: [String] {
    var names: [String] = []
    var position: UnsafeMutableRawPointer?
    while let filter = unsafe av_filter_iterate(&position) {
      if let name = unsafe string(filter.pointee.name) { names.append(name) }
    }
    return names
  }

  /// Whether this libav was built with a filter of that name.
  package static func has(_ filter: String) -> Bool { unsafe avfilter_get_by_name(filter) != nil }

  /// What goes into a filter and comes out of it.
  package struct Ends: Sendable, Hashable {
    /// Of each input.
    package let inputs: [StreamDescription.Kind]
    /// Of each output.
    package let outputs: [StreamDescription.Kind]
    /// Whether its options decide how many inputs it has.
    package let hasVaryingInputs: Bool
    /// Whether its options decide how many outputs it has.
    package let hasVaryingOutputs: Bool
  }

  /// The ends of a filter before its options are known; `nil` where there is no such filter.
  package static func ends(of filter: String) -> Ends? {
    guard let found = unsafe avfilter_get_by_name(filter) else { return nil }
    func kinds(isOutput: Bool) -> [StreamDescription.Kind] {
      let pads = unsafe isOutput ? found.pointee.outputs : found.pointee.inputs
      let count = unsafe avfilter_filter_pad_count(found, isOutput ? 1 : 0)
      return (0..<Int32(bitPattern: count)).map { index in
        switch unsafe avfilter_pad_get_type(pads, index) {
        case AVMEDIA_TYPE_VIDEO: .video
        case AVMEDIA_TYPE_AUDIO: .audio
        default: .other
        }
      }
    }
    let flags = unsafe found.pointee.flags
    return Ends(
      inputs: kinds(isOutput: false), outputs: kinds(isOutput: true),
      hasVaryingInputs: flags & AVFILTER_FLAG_DYNAMIC_INPUTS != 0,
      hasVaryingOutputs: flags & AVFILTER_FLAG_DYNAMIC_OUTPUTS != 0)
  }

  /// The options of a filter, in the order of values without names; none where there is no filter.
  package static func options(of filter: String) -> [Option] {
    guard let found = unsafe avfilter_get_by_name(filter),
      let type = unsafe found.pointee.priv_class
    else { return [] }
    return unsafe options(of: type, isInner: false)
  }

  private static func options(of type: UnsafePointer<AVClass>, isInner: Bool) -> [Option] {
    var result: [Option] = []
    var position = unsafe OptionPosition(type)
    while let (name, isAlias, kind) = unsafe position.next() {
      let isText = [AV_OPT_TYPE_STRING, AV_OPT_TYPE_DICT, AV_OPT_TYPE_BINARY].contains(kind)
      result.append(Option(name: name, isAlias: isAlias, isInner: isInner, isText: isText))
    }
    var place: UnsafeMutableRawPointer?
    while let inner = unsafe av_opt_child_class_iterate(type, &place) {
      result += unsafe options(of: inner, isInner: true)
    }
    return result
  }

  /// Follows `process_options` of libavfilter.
  static func settings(
    _ arguments: String, of filter: String
  ) throws(LibAVError) -> [Setting] {
    if arguments.isEmpty { return [] }
    guard let found = unsafe avfilter_get_by_name(filter) else {
      throw .library(status: cutlist_averror_filter_not_found, doing: "read filter options")
    }
    guard let type = unsafe found.pointee.priv_class, !arguments.utf8.contains(0) else {
      throw .unusable(for: "read filter options")
    }
    let settings = unsafe arguments.withCString { start in
      unsafe readSettings(start, of: type)
    }
    guard let settings else { throw .unusable(for: "read filter options") }
    return settings
  }

  private static func readSettings(
    _ start: UnsafePointer<CChar>, of type: UnsafePointer<AVClass>
  ) -> [Setting]? {
    var result: [Setting] = []
    var rest: UnsafePointer<CChar>? = unsafe start
    var position = unsafe OptionPosition(type)
    while let next = unsafe rest, unsafe next.pointee != 0 {
      let place = unsafe position.nextPlace()
      var key: UnsafeMutablePointer<CChar>?
      var value: UnsafeMutablePointer<CChar>?
      let flags = place == nil ? 0 : UInt32(AV_OPT_FLAG_IMPLICIT_KEY)
      guard unsafe av_opt_get_key_value(&rest, "=", ":", flags, &key, &value) >= 0 else {
        return nil
      }
      defer {
        unsafe av_free(key)
        unsafe av_free(value)
      }
      if let end = unsafe rest, unsafe end.pointee != 0 { unsafe rest = end + 1 }
      guard let name = unsafe string(key) ?? place, !name.isEmpty,
        let text = unsafe string(value)
      else { return nil }
      unsafe position.move(to: name)
      result.append(Setting(name, text))
    }
    return result
  }
}

/// Walks over a type's options without its constants.
@unsafe private struct OptionPosition {
  private let type: UnsafePointer<AVClass>
  private var option: UnsafePointer<AVOption>?
  private var offset: Int32 = -1

  init(_ type: UnsafePointer<AVClass>) { unsafe self.type = unsafe type }

  /// Goes on after the option that was set, even where that is an inner one. After one that all
  /// filters have, or that there is not, values without names begin again.
  mutating func move(to name: String) {
    var common: UnsafePointer<AVClass>? = unsafe avfilter_get_class()
    var own: UnsafePointer<AVClass>? = unsafe type
    let isCommon = unsafe av_opt_find(&common, name, nil, 0, AV_OPT_SEARCH_FAKE_OBJ) != nil
    let flags = AV_OPT_SEARCH_CHILDREN | AV_OPT_SEARCH_FAKE_OBJ
    unsafe option = isCommon ? nil : unsafe av_opt_find(&own, name, nil, 0, flags)
  }

  /// The next option; `nil` at the end.
  mutating func next() -> (name: String, isAlias: Bool, kind: AVOptionType)? {
    while let found = unsafe advance() {
      if unsafe found.pointee.type == AV_OPT_TYPE_CONST { continue }
      let isAlias = unsafe found.pointee.offset == offset
      unsafe offset = unsafe found.pointee.offset
      guard let name = unsafe string(found.pointee.name) else { continue }
      return unsafe (name, isAlias, found.pointee.type)
    }
    return nil
  }

  /// The next option that is not another name of the one before; `nil` at the end.
  mutating func nextPlace() -> String? {
    while let found = unsafe next() {
      if !found.isAlias { return found.name }
    }
    return nil
  }

  private mutating func advance() -> UnsafePointer<AVOption>? {
    // libav asks objects, which begin with a pointer to their type.
    var object: UnsafePointer<AVClass>? = unsafe type
    unsafe option = unsafe withUnsafeMutablePointer(to: &object) {
      unsafe av_opt_next($0, option)
    }
    return unsafe option
  }
}
