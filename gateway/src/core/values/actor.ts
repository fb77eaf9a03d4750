import { actorOf, type Caller } from './caller.ts'
import { nameOf, type Person } from './person.ts'

/** The actor of an audit entry. Contains no secret. */
export interface Actor {
  /** `Ana Paz <ana@shop.example>`, `api key Abc123Def456`. */
  name: string
  /** The actor's merchant; null: the operator. */
  merchantId: string | null
  /** The person's user id; null for a program. */
  userId: string | null
  /** IP address of the request; null without a request. */
  origin: string | null
}

/** A person of the operator as the actor of an audit entry. */
export type OperatorActor = Actor & { userId: string }

/** A person as the actor of an audit entry. `origin`: IP address of the request. */
export function personActor(person: Person, origin: string | null): Actor {
  return {
    name: nameOf(person),
    merchantId: person.side === 'merchant' ? person.merchantId : null,
    userId: person.userId,
    origin,
  }
}

/** The API key of the caller, or the signed-in person, as the actor of an audit entry. */
export function callerActor(caller: Caller, origin: string | null): Actor {
  if (caller.person) return personActor(caller.person, origin)
  return { name: actorOf(caller), merchantId: caller.point.merchantId, userId: null, origin }
}

/** The creator of an item, for display. */
export interface NamedActor {
  kind: 'key' | 'person' | 'point'
  /** A key's public id. */
  keyId: string | null
  name: string
}
