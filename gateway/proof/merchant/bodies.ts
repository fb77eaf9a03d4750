import { nestedPaths } from '../../src/core/payment-methods/card/nested-form.ts'
import { methodFor } from '../../src/core/payment-methods/index.ts'
import { readPayin, readPayout } from '../../src/core/payment-methods/read-request.ts'
import { present } from '../../src/core/values/assert.ts'
import type { CurrencyCode } from '../../src/core/values/currency.ts'
import { formatAmount } from '../../src/core/values/money.ts'
import type { PayType } from '../../src/core/values/status.ts'
import type { Chance } from '../stages/virtual/parts.ts'
import type { PointFacts } from '../stages/virtual/world/points.ts'

/** What is asked for. */
export interface Wanted {
  payType: PayType
  serviceCode: string
  currency: CurrencyCode
  amountMinor: bigint
  reference: string
  /** Undefined: the method's own time. */
  expiresAtMs?: number
}

/** JSON text of a request for a payment: the example of its service code with the wanted amount, reference and expiry. */
export function bodyOf(wanted: Wanted): string {
  const { payType, serviceCode, currency, amountMinor, reference, expiresAtMs } = wanted
  const operation = present(methodFor(serviceCode)?.[payType], `the ${payType} of ${serviceCode}`)
  const body = structuredClone(operation.example) as Record<string, unknown>
  const expiry = expiresAtMs === undefined ? {} : { expired_at: new Date(expiresAtMs).toISOString() }
  const values = { amount: Number(formatAmount(amountMinor, currency)), reference, ...expiry }
  const isNested = operation.kind === 'card'
  for (const [name, value] of Object.entries(values)) put(body, isNested ? (nestedPaths[name] ?? name) : name, value)
  return JSON.stringify(body)
}

/** What of a request may be changed; how it is sent says nothing about what it asks for. */
const changeable = /"([a-z_]*(?:name|beneficiary|doc_id|account|bank|phone|email|city))":"([^"]+)"/g

/**
 * The same request with another value of one field. Identifiers have check digits,
 * so their last digits are changed until the gateway takes them; where none is taken, the amount is one major unit more.
 */
export function withOtherContent({ body, payType }: { body: string; payType: PayType }, chance: Chance): string {
  const otherAmount = body.replace(
    /"amount":([0-9.]+)/,
    (_, digits: string) => `"amount":${Math.round(Number(digits)) + 1}`,
  )
  const [text, name = '', value = ''] = chance.pick([...body.matchAll(changeable), [] as string[]])
  if (text === undefined || chance.bool(0.3)) return otherAmount
  const others = /\d/.test(value)
    ? Array.from({ length: 1_000 }, (_, number) => withLastDigits(value, number))
    : [`${value} DOS`, value.replace(/[a-z]+$/, 'otro')]
  const read = payType === 'payin' ? readPayin : readPayout
  const isTaken = (changed: string) => read(JSON.parse(changed), { checks: 'strict', now: new Date(0) }).ok
  const bodies = others.filter((other) => other !== value).map((other) => body.replace(text, `"${name}":"${other}"`))
  return bodies.find(isTaken) ?? otherAmount
}

function withLastDigits(value: string, number: number): string {
  const digits = number.toString().padStart(3, '0')
  let place = digits.length
  return [...value]
    .reverse()
    .map((each) => (/\d/.test(each) && place > 0 ? digits[--place] : each))
    .reverse()
    .join('')
}

function put(body: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.')
  const last = present(steps.pop(), 'the last step of a path')
  let place = body
  for (const step of steps) place = place[step] as Record<string, unknown>
  place[last] = value
}

/** Unique by the payment's name, in the form that its service code demands: cards take exactly 22 letters and digits. */
export function referenceOf(name: string, serviceCode: string): string {
  if (methodFor(serviceCode)?.payin?.kind !== 'card') return `sim-${name}`
  const plain = name.replaceAll(/[^a-z0-9]/gi, 'Z')
  return `SIM${plain}`.padEnd(22, 'X').slice(0, 22)
}

export function isCard({ serviceCode }: { serviceCode: string }): boolean {
  return methodFor(serviceCode)?.payin?.kind === 'card'
}

/** How large a payment is against what the point has. */
export type Size = 'small' | 'third' | 'most' | 'too_much' | 'approval' | 'edge'

/** What a point without funds is asked for; 10 to 500 in a currency with two decimals. */
const usualMinor = 50_000

/** An amount in minor units, never round, so that two payments of a run hardly ever have the same. */
export function drawAmountMinor(
  chance: Chance,
  { point, currency, size }: { point: PointFacts; currency: CurrencyCode; size: Size },
): bigint {
  const funds = point.funds.find((each) => each.currency === currency)
  const whole = funds && BigInt(funds.availableMinor) > 0n ? BigInt(funds.availableMinor) : BigInt(usualMinor)
  const above = point.limitsCurrency === currency ? point.approvalAboveMinor : null
  if (size === 'approval' && above !== null) return BigInt(above) + BigInt(1 + chance.int(usualMinor))
  if (size === 'edge') return edgeMinor(chance, { point, currency, wholeMinor: whole })
  // In tenths of a percent of what the point has.
  const [from, width] = {
    small: [5, 60],
    third: [280, 110],
    most: [520, 480],
    too_much: [1_001, 500],
    approval: [900, 90],
  }[size] as [number, number]
  const share = BigInt(from + chance.int(width))
  return (whole * share) / 1_000n + BigInt(1 + chance.int(97))
}

/** Exactly as much as a limit or the funds allow, or the least that they do not. */
function edgeMinor(
  chance: Chance,
  { point, currency, wholeMinor }: { point: PointFacts; currency: CurrencyCode; wholeMinor: bigint },
): bigint {
  const { approvalAboveMinor, singleMinor, dailyMinor } = point
  const limits = point.limitsCurrency === currency ? [approvalAboveMinor, singleMinor, dailyMinor] : []
  const edges = [wholeMinor, ...limits.flatMap((limit) => (limit === null ? [] : [BigInt(limit)]))]
  return chance.pick(edges) + BigInt(chance.int(2))
}
