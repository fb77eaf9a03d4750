import type { Operation, PaymentMethod } from './payment-method.ts'

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
