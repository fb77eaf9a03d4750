import { cardCode, cardPaths, codes } from '../../src/run/bodies.ts'
import type { Incoming } from './fake-gateway.ts'

/** What is wrong with a request, each as `FIELD required`, `FIELD invalid` or `FIELD not_allowed`. */
export function validate(body: Record<string, unknown>, incoming: Incoming): string[] {
  const { kind, fields } = incoming
  if (kind === 'card') return cardProblems(body, fields)
  const facts = codes[incoming.code]
  if (facts === undefined)
    return [fields['service_code'] === undefined ? 'service_code required' : 'service_code not_allowed']
  const required = kind === 'payout' ? facts.payout : facts.payin
  const types = kind === 'payout' ? facts.accountTypes : ['CBU', 'ALIAS']
  return [
    ...missing(Object.keys(required), fields),
    ...basics(fields),
    ...outside('account_type', types, fields),
    ...outside('account_doc_type', facts.documentTypes, fields),
  ]
}

function cardProblems(body: Record<string, unknown>, fields: Record<string, unknown>): string[] {
  const isCard = body['service_code'] === undefined || body['service_code'] === cardCode
  const isReference = /^[A-Za-z0-9]{22}$/.test(String(fields['reference'] ?? 'r'.repeat(22)))
  const type = String(fields['payer_card_type'] ?? 'VISA').toUpperCase()
  return [
    ...missing(Object.keys(cardPaths), fields),
    ...basics({ ...fields, reference: fields['reference'] ?? 'r' }).filter((problem) => problem !== 'amount required'),
    ...(isCard ? [] : ['service_code not_allowed']),
    ...(isReference ? [] : ['reference length']),
    ...(['VISA', 'MASTERCARD'].includes(type) ? [] : ['payer_card_type not_allowed']),
  ]
}

function basics({ amount, reference }: Record<string, unknown>): string[] {
  if (amount === undefined) return ['amount required', ...(reference === undefined ? ['reference required'] : [])]
  return [
    ...(reference === undefined ? ['reference required'] : []),
    ...(typeof amount === 'number' ? [] : ['amount invalid']),
    ...(typeof amount === 'number' && amount <= 0 ? ['amount too_small'] : []),
  ]
}

function missing(names: readonly string[], fields: Record<string, unknown>): string[] {
  return names.filter((name) => fields[name] === undefined).map((name) => `${name} required`)
}

function outside(name: string, values: readonly string[] | undefined, fields: Record<string, unknown>): string[] {
  const value = fields[name]
  return value === undefined || values === undefined || values.includes(String(value)) ? [] : [`${name} not_allowed`]
}
