internal import CLibAV

/// An option of a demuxer, decoder or filter, by libav's names.
package struct Setting: Sendable, Hashable {
  /// libav's name of the option.
  package let key: String
  /// As libav reads it from text.
  package let value: String

  /// An option; whether it exists shows only when it is used.
  package init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}

/// Owns a dictionary of libav while it is filled and consumed.
@safe struct OptionDictionary: ~Copyable {
  var raw: OpaquePointer?

  init(_ settings: [Setting] = []) throws(LibAVError) {
    unsafe raw = nil
    for setting in settings { try set(setting.key, setting.value) }
  }

  mutating func set(_ key: String, _ value: String) throws(LibAVError) {
    try check(unsafe av_dict_set(&raw, key, value, 0), "set option")
  }

  /// Throws when something is left that libav did not know.
  func checkAllUsed(_ operation: String) throws(LibAVError) {
    guard unsafe av_dict_count(raw) == 0 else {
      throw .library(status: cutlist_averror_option_not_found, doing: operation)
    }
  }

  deinit {
    var dictionary = unsafe raw
    unsafe av_dict_free(&dictionary)
  }
}
