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
  if (isMissing(value)) return problem('required', 'service_code is required: it names the method, such as BT_AR')
  if (typeof value !== 'string') {
    return problem('invalid_type', `service_code must be a string, not ${jsonTypeOf(value)}`)
  }
  const method = registry.methodFor(upperAscii(value.trim()))
  if (method?.[operation]) return { method }
  const noun = operation === 'payin' ? 'pay-in' : 'payout'
  const codes = registry.methods.filter((one) => one[operation]).map((one) => one.code)
  const hint = hintOf(meantCodes(value, codes), codes)
  if (method) return problem('unknown_service_code', `${method.code} has no ${noun}: ${hint}`)
  return problem('unknown_service_code', `there is no service code ${shownName(value)} for a ${noun}: ${hint}`)
}

/** A misspelt code means the one that is spelt alike, else the codes of the country that it ends with. */
function meantCodes(value: string, codes: readonly string[]): readonly string[] {
  const country = /_([A-Z]{2})$/.exec(upperAscii(value.trim()))?.[1]
  const ofCountry = country === undefined ? [] : codes.filter((code) => code.endsWith(`_${country}`))
  if (ofCountry.length > 0) return ofCountry
  const nearest = nearestName(value, codes)
  return nearest === undefined ? [] : [nearest]
}

function hintOf(meant: readonly string[], known: readonly string[]): string {
  return meant.length === 0 ? `known are ${known.join(', ')}` : `did you mean ${meant.join(' or ')}?`
}

function problem(code: FieldProblem['code'], message: string): Choice {
  return { problem: { code, param: 'service_code', message } }
}
