import BaseValues
import Diagnostics
import PictureKinds
import Raster
import TimelineModel

/// Reads what is done with the colours of a clip's or a title layer's picture. Keys are there as soon
/// as there is something to choose from.
enum LookReader {
  private static let effects = Key(
    "effects", EffectReader(EffectKind.all).list,
    "Effects on the picture, applied in this order before it is placed.",
    examples: [EffectReader(EffectKind.all).list.example])
  private static let blend = Key(
    "blend", Shape<String>.name("a blend mode", of: BlendMode.namedValues),
    "Blend mode: how the picture is mixed with what is below.",
    default: JSONText.quoted(BlendMode.normal.name),
    examples: BlendMode.names.suffix(1).map { JSONText.quoted($0) })

  static let keys =
    (EffectKind.all.isEmpty ? [] : [effects.description])
    + (BlendMode.all.count < 2 ? [] : [blend.description])

  static func read(_ fields: ObjectFields, _ reading: inout Reading) -> LookDocument {
    LookDocument(
      effects: fields.read(effects, &reading)?.value.map(\.value) ?? [],
      blendMode: fields.read(blend, &reading))
  }
}
