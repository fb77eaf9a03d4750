import type { MakerData } from '../../merchants/http/contract/settings.ts'
import type { Maker } from '../name-actors.ts'

/** Who made something, as the wire says it. */
export function makerData(maker: Maker): MakerData {
  return { kind: maker.kind, key_id: maker.keyId, name: maker.name }
}
