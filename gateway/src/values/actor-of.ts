import type { Actor } from './actor.ts'
import { actorOf, type Caller } from './caller.ts'
import { nameOf, type Person } from './person.ts'

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
