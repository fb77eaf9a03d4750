import type { ActorData } from '../../merchants/http/contract/settings.ts'
import type { NamedActor } from '../name-actors.ts'

/** Who made something, as the wire says it. */
export function actorData(maker: NamedActor): ActorData {
  return { kind: maker.kind, key_id: maker.keyId, name: maker.name }
}
