import type { Maker } from '../../operations/name-makers.ts'
import type { MakerData } from './contract/settings.ts'

/** Who made something, as the wire says it. */
export function makerData(maker: Maker): MakerData {
  return { kind: maker.kind, key_id: maker.keyId, name: maker.name }
}
