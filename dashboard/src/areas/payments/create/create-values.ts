import { countries, isCountry } from '../../../../../gateway/src/core/values/country.ts'
import { type Day, dayOf } from '../../../../../gateway/src/core/values/days.ts'
import { type AmountReading, readTypedAmount } from '../../../../../gateway/src/core/values/typed-amount.ts'
import type { CurrencyCode } from '../../../../../gateway/src/core/web/contract/words.ts'
import type {
  PayType,
  ServiceData,
  ServiceField,
  ServiceOperation,
  TimelineTransaction,
} from '../../../../../gateway/src/extras/transactions/http/contract/payments.ts'
import { nowMs } from '../../../app/clock.ts'
import { startOfDay } from '../../../app/formats.ts'
import type { PointData } from '../../../app/session.ts'
import { storedChoice } from '../../../app/stored-choice.ts'

/** What stands in the form, by field. */
export type Values = Readonly<Record<string, string>>

/** A card's reference has exactly this many letters and digits; it does for a refund's too. */
const referenceLength = 22

/** Thirty million references a day. */
const datedLetters = 5

/** Letters and digits that cannot be taken for one another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export function isCard(operation: ServiceOperation): boolean {
  return operation.fields.some(({ name }) => name === 'payer_card_number')
}

/** What is typed as the API takes it: the amount as exact decimal text, without what was left empty or cannot be read. */
export function bodyOf(service: ServiceData, values: Values): Record<string, string> {
  const filled = Object.entries(values)
    .map(([name, text]) => [name, sentValue(service, name, text.trim())] as const)
    .filter(([, text]) => text !== '')
  return { service_code: service.service_code, ...Object.fromEntries(filled) }
}

/** What `bodyOf` gives, as it is sent: the concept is a note of the merchant. */
export function sentBody({ concept, ...body }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return concept === undefined ? body : { ...body, metadata: { concept } }
}

/** The catalogue's example; it can be sent again and again, because the reference is another each time. */
export function exampleOf(operation: ServiceOperation, reference: string): Values {
  const examples = operation.fields
    .filter((field) => field.name !== 'service_code' && field.name !== 'expired_at')
    .map((field: ServiceField) => [field.name, String(field.example)])
  return { ...Object.fromEntries(examples), reference }
}

/** The data of an earlier transaction, for another one like it. */
export function valuesOf({ amount, details, metadata }: TimelineTransaction): Values {
  return { ...details, amount, ...(metadata?.['concept'] !== undefined && { concept: metadata['concept'] }) }
}

/** Those values that the form asks for. */
export function askedOf(values: Values, { main, more }: FormFields): Values {
  const names = [...main, ...more].map(({ name }) => name)
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

/** A reference that nobody else has. */
export function freshReference(prefix: string): string {
  return prefix + randomLetters(referenceLength - prefix.length)
}

/** The same for a form, as people can say it; a card's is short. */
export function proposedReference(operation: ServiceOperation, word: string): string {
  return isCard(operation) ? freshReference('CARD') : datedReference(word)
}

/** `CHARGE-20301114-K7P2X`. */
export function datedReference(word: string): string {
  return `${word}-${dayOfViewer().replaceAll('-', '')}-${randomLetters(datedLetters)}`
}

/** Today on the viewer's clock. */
export function dayOfViewer(): Day {
  return dayOf(new Date(nowMs()), Intl.DateTimeFormat().resolvedOptions().timeZone)
}

function randomLetters(count: number): string {
  const random = crypto.getRandomValues(new Uint8Array(count))
  return [...random].map((byte) => letters[byte % letters.length]).join('')
}

/** What the form's amount means. */
export function readAmount({ currency }: ServiceData, text: string): AmountReading {
  return readTypedAmount(text, { currency: currency as CurrencyCode })
}

function sentValue(service: ServiceData, name: string, text: string): string {
  if (name === 'expired_at') return endOfDay(text) ?? text
  if (name !== 'amount') return text
  const reading = readAmount(service, text)
  return reading.ok ? reading.decimal : ''
}

/** The last second of a day on the viewer's clock. */
export function endOfDay(day: string): string | undefined {
  const next = startOfDay(day, 1)
  return next && new Date(Date.parse(next) - 1000).toISOString()
}

/** A field of a form. `choices`: what may be chosen, in the viewer's words. */
export type FormField = ServiceField & { choices?: readonly { value: string; label: string }[] }

/** The fields of a form: those that everybody fills in, in their order, and those that few do. */
export interface FormFields {
  main: readonly FormField[]
  more: readonly FormField[]
}

/** A payout has the fields of the catalogue. A charge begins with amount and customer, and has a concept. */
export function fieldsOf(operation: ServiceOperation, kind: PayType): FormFields {
  const fields = operation.fields.filter(({ name }) => name !== 'service_code')
  if (kind === 'payout') return { main: fields, more: [] }
  const named = (...names: string[]) => names.flatMap((name) => fields.filter((field) => field.name === name))
  const first = named('amount', 'payer_name')
  const last = named('expired_at', 'reference')
  const others = fields.filter((field) => !first.includes(field) && !last.includes(field))
  return {
    main: [...first, ...others.filter(({ required }) => required), concept, ...last],
    more: others.filter(({ required }) => !required),
  }
}

/** What the charge is for, kept among the merchant's own notes. */
export const concept: ServiceField = {
  ...{ name: 'concept', nested_path: 'metadata.concept', required: false, max_length: 200 },
  ...{ description: '', example: '' },
}

/** Where only one thing can be chosen, it is. */
export function onlyChoices(fields: readonly ServiceField[]): Values {
  const single = fields.filter(({ required, allowed_values: allowed }) => required && allowed?.length === 1)
  return Object.fromEntries(single.map(({ name, allowed_values: allowed }) => [name, allowed?.[0] ?? '']))
}

/** The method used last comes first, then those of the point's country, which its time zone tells, or else the last method. */
export function nearestFirst(services: readonly ServiceData[], last: string | undefined, zone: string): ServiceData[] {
  const isHome = ({ country }: ServiceData) => isCountry(country) && countries[country].timeZone === zone
  const home = services.find(isHome)?.country ?? services.find(({ service_code: code }) => code === last)?.country
  const rank = ({ service_code: code, country }: ServiceData) => (code === last ? 0 : country === home ? 1 : 2)
  return [...services].sort((one, other) => rank(one) - rank(other))
}

/** Cards are typed here in test only: a real card number belongs on no page of ours. */
export function isOffered({ service_code: code, operations }: ServiceData, kind: PayType, point: PointData): boolean {
  const operation = operations[kind]
  if (!operation || (point.services_enabled !== null && !point.services_enabled.includes(code))) return false
  return point.environment === 'test' || !isCard(operation)
}

/** The method that this browser used last at the point. */
export function lastMethod(kind: PayType, pointId: string) {
  return storedChoice(`method.${kind}.${pointId}`, (text): text is string => /^[A-Z\d_]+$/.test(text))
}
