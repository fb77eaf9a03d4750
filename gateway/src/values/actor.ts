import { actorOf, type Caller } from './caller.ts'
import { nameOf, type Person } from './person.ts'
/** Who did something, as the audit log writes it. Nothing in it is a secret. */
export interface Actor {
  /** `Ana Paz <ana@shop.example>`, `api key Abc123Def456`. */
  name: string
  /** Whose people they belong to; null: the operator's. */
  merchantId: string | null
  /** The person's id; null for a program. */
  userId: string | null
  /** The address that the request came from; null where there was none. */
  origin: string | null
}

/** An operator's person, as the audit log writes them. */
export type OperatorActor = Actor & { userId: string }

/** A person as the audit log writes them. `origin`: the address that the request came from. */
export function personActor(person: Person, origin: string | null): Actor {
  return {
    name: nameOf(person),
    merchantId: person.side === 'merchant' ? person.merchantId : null,
    userId: person.userId,
    origin,
  }
}

/** A key, or the person who stands in its place. */
export function callerActor(caller: Caller, origin: string | null): Actor {
  if (caller.person) return personActor(caller.person, origin)
  return { name: actorOf(caller), merchantId: caller.point.merchantId, userId: null, origin }
}

/** Who made something, as people call them. */
export interface NamedActor {
  kind: 'key' | 'person' | 'point'
  /** A key's public id. */
  keyId: string | null
  name: string
}
