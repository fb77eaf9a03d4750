import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Key } from '../texts/messages/say.ts'
import { type OperatorActor, personActor } from '../values/actor.ts'
import { assert } from '../values/assert.ts'
import { holdsCardNumber } from '../values/card-numbers.ts'
import { environments } from '../values/environment.ts'
import type { OperatorPerson } from '../values/person.ts'
import { limitField } from './list-query.ts'
import { addressOf, personOf } from './request-context.ts'

/** Items per page in the operators' lists. */
export const operatorLimit = limitField({ usual: 25 })

export const uuidField = z.uuid()

/** A sequential id, as text. */
export const countField = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform((text) => BigInt(text))

export const environmentField = z.enum(environments)

/** Text that a person typed. Control characters are refused, because the database does not accept all of them. */
export const plainField = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u)

/** Such a text for other people: it must not hold a card number. */
export const noteField = (max: number) =>
  plainField(max).refine((text) => !holdsCardNumber(text, 'groups'), 'query.card_number' satisfies Key)

export const uuidParameter = z.object({ id: uuidField })

/** The signed-in person of a route that only operators may use. */
export function operatorOf(request: FastifyRequest): OperatorPerson {
  const person = personOf(request)
  assert(person.side === 'operator', 'only operators have the permissions of these routes')
  return person
}

/** The same person as the actor of an audit entry. */
export function operatorActor(request: FastifyRequest): OperatorActor {
  const person = operatorOf(request)
  return { ...personActor(person, addressOf(request)), userId: person.userId }
}
