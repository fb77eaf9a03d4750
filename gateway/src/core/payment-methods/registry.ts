import { upperAscii } from '../identifiers/digits.ts'
import { either, type Message, say } from '../texts/messages/say.ts'
import type { FieldProblem } from '../values/problem.ts'
import { nearestName, shownName } from '../values/refuse-faults.ts'
import { isMissing, type JsonObject, mustBe } from './json-object.ts'
import type { Operation, OperationName, PaymentMethod } from './payment-method.ts'

/** The methods by code, and indexes of their field names. */
export interface Registry {
  readonly methods: readonly PaymentMethod[]
  methodFor(code: string): PaymentMethod | undefined
  /** Every field name of any method; such a field is accepted on every request (contract section 2). */
  readonly fieldNames: ReadonlySet<string>
  /** Names whose values are kept in memory only. */
  readonly secretNames: ReadonlySet<string>
  /** Aliases of fields, mapped to the name in the spec. */
  readonly aliases: ReadonlyMap<string, string>
}

/** The fields of every request; the reader checks them by separate rules. */
export const baseNames = ['service_code', 'amount', 'reference', 'expired_at', 'metadata'] as const

export function buildRegistry(methods: readonly PaymentMethod[]): Registry {
  const byCode = new Map(methods.map((method) => [method.code, method]))
  const fields = methods.flatMap((method) => operationsOf(method).flatMap(fieldsOf))
  return {
    methods,
    methodFor: (code) => byCode.get(code),
    fieldNames: new Set([...baseNames, ...fields.map(([name]) => name)]),
    secretNames: new Set(fields.filter(([, field]) => field.secret).map(([name]) => name)),
    aliases: new Map(fields.flatMap(([name, field]) => (field.aliases ?? []).map((alias) => [alias, name]))),
  }
}

/** Required fields first, in the order of their declaration. */
export function fieldsOf(operation: Operation) {
  return [...Object.entries(operation.required), ...Object.entries(operation.optional)]
}

function operationsOf(method: PaymentMethod): Operation[] {
  return [method.payin, method.payout].filter((operation) => operation !== undefined)
}

export type Choice = { method: PaymentMethod } | { problem: FieldProblem }

/** The method of `service_code`; a problem where the code is missing, no text, unknown, or without this operation. */
export function chooseMethod(body: JsonObject, operation: OperationName, registry: Registry): Choice {
  const value = Object.hasOwn(body, 'service_code') ? body['service_code'] : undefined
  if (isMissing(value)) {
    const misspelt = Object.keys(body).find((name) => name !== 'service_code' && nearestName(name, ['service_code']))
    const required = say('service.required', { field: 'service_code' })
    return problem(
      'required',
      misspelt === undefined ? required : say('field.required_misspelt', { what: required, sent: shownName(misspelt) }),
    )
  }
  if (typeof value !== 'string') {
    return problem('invalid_type', mustBe('service_code', say('json.string'), value))
  }
  const method = registry.methodFor(upperAscii(value.trim()))
  if (method?.[operation]) return { method }
  const codes = registry.methods.filter((one) => one[operation]).map((one) => one.code)
  const hint = hintOfCodes(value, codes)
  if (method) return problem('unknown_service_code', say(`service.no_${operation}`, { code: method.code, hint }))
  return problem('unknown_service_code', say(`service.unknown_${operation}`, { code: shownName(value), hint }))
}

/** Which codes an unknown one may mean, as the end of a sentence. */
export function hintOfCodes(value: string, codes: readonly string[]): Message {
  return hintOf(meantCodes(value, codes), codes)
}

/** More codes than this are no proposal. */
const proposedMax = 3

/** A misspelt code means the codes of the country that it ends with, else those with its only word, else one spelt alike. */
function meantCodes(value: string, codes: readonly string[]): readonly string[] {
  const wanted = upperAscii(value.trim())
  const country = /_([A-Z]{2})$/.exec(wanted)?.[1]
  const ofCountry = country === undefined ? [] : codes.filter((code) => code.endsWith(`_${country}`))
  if (ofCountry.length > 0) return ofCountry
  const ofWord = codes.filter((code) => code.split('_').includes(wanted))
  if (ofWord.length > 0 && ofWord.length <= proposedMax) return ofWord
  const nearest = nearestName(value, codes)
  return nearest === undefined ? [] : [nearest]
}

function hintOf(meant: readonly string[], known: readonly string[]): Message {
  return meant.length === 0
    ? say('hint.known', { names: known.join(', ') })
    : say('hint.meant', { names: either(meant) })
}

function problem(code: FieldProblem['code'], message: Message): Choice {
  return { problem: { code, param: 'service_code', message } }
}
