import { upperAscii } from '../identifiers/digits.ts'
import type { FieldProblem } from '../values/problem.ts'
import { nearestName, shownName } from '../values/refuse-faults.ts'
import { isMissing, type JsonObject, jsonTypeOf } from './json-object.ts'
import type { OperationName, PaymentMethod } from './payment-method.ts'
import type { Registry } from './registry.ts'

export type Choice = { method: PaymentMethod } | { problem: FieldProblem }

/** The method of `service_code`; a problem where the code is missing, no text, unknown, or without this operation. */
export function chooseMethod(body: JsonObject, operation: OperationName, registry: Registry): Choice {
  const value = Object.hasOwn(body, 'service_code') ? body['service_code'] : undefined
  if (isMissing(value)) {
    const misspelt = Object.keys(body).find((name) => name !== 'service_code' && nearestName(name, ['service_code']))
    const hint = misspelt === undefined ? '' : ` (${shownName(misspelt)} was sent, which is not a known field)`
    return problem('required', `service_code is required: it names the method, such as BT_AR${hint}`)
  }
  if (typeof value !== 'string') {
    return problem('invalid_type', `service_code must be a string, not ${jsonTypeOf(value)}`)
  }
  const method = registry.methodFor(upperAscii(value.trim()))
  if (method?.[operation]) return { method }
  const noun = operation === 'payin' ? 'pay-in' : 'payout'
  const codes = registry.methods.filter((one) => one[operation]).map((one) => one.code)
  const hint = hintOfCodes(value, codes)
  if (method) return problem('unknown_service_code', `${method.code} has no ${noun}: ${hint}`)
  return problem('unknown_service_code', `there is no service code ${shownName(value)} for a ${noun}: ${hint}`)
}

/** Which codes an unknown one may mean, as the end of a sentence. */
export function hintOfCodes(value: string, codes: readonly string[]): string {
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

function hintOf(meant: readonly string[], known: readonly string[]): string {
  return meant.length === 0 ? `known are ${known.join(', ')}` : `did you mean ${meant.join(' or ')}?`
}

function problem(code: FieldProblem['code'], message: string): Choice {
  return { problem: { code, param: 'service_code', message } }
}
