import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type OperatorActor, personActor } from '../values/actor.ts'
import { assert } from '../values/assert.ts'
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
