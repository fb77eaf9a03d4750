import { routes } from '../../src/client/routes.ts'
import { sdkSource } from './gateway-world.ts'
import type { OperationTypes } from './schema-types.ts'

/** Operations that take `operation` and then any body: the document says no more than that. */
const loose = new Set(['validateRequest'])

const payoutError = { thrown: "PayoutFailedError['payout']", failed: 'FailedPayout' }

/** Operations whose reply may say that money did not move: what the client throws then. */
const throwing: Readonly<Record<string, { thrown: string; failed: string }>> = {
  createPayout: payoutError,
  approvePayout: payoutError,
  createRefund: { thrown: "RefundFailedError['refund']", failed: 'FailedRefund' },
  createWithdrawal: { thrown: "WithdrawalFailedError['withdrawal']", failed: 'FailedWithdrawal' },
}

/** The method of the client for a route of the document; undefined where there is none. */
export function methodFor(route: string): string | undefined {
  return Object.entries(routes).find(([, own]) => `${own.method} ${own.path}` === route)?.[0]
}

/**
 * A program that compiles only when the client's types are the document's: the same names, the same of them required,
 * the same values, in both directions. One line per part, which a complaint then names.
 */
export function agreementProgram(operations: readonly OperationTypes[]): string {
  const lines = operations.flatMap((operation) => {
    const method = methodFor(operation.route)
    return method === undefined ? [] : partsOf(operation, method)
  })
  return [head(), ...lines].join('\n')
}

function partsOf(operation: OperationTypes, method: string): string[] {
  const parameters = `Parameters<PasarelaClient['${method}']>`
  const at = operation.hasId ? 1 : 0
  const error = throwing[method]
  const input = operation.body ?? operation.query
  const wanted = loose.has(method) && input ? `${input} & Record<string, unknown>` : input
  return [
    error
      ? `export const ${method}_thrown: Same<Pick<${error.thrown}, keyof ${error.failed}>, Pick<Extract<${operation.reply}, { status: 'error' }>['data'], keyof ${error.failed}>> = true`
      : '',
    `export const ${method}_reply: Same<{ status: 'success'; data: DataOf<'${method}'>; warnings?: FieldNote[] }, Widened<${operation.reply}>> = true`,
    operation.mayOmitBody
      ? `export const ${method}_optional: undefined extends ${parameters}[${at}] ? true : false = true`
      : '',
    operation.hasId
      ? `export const ${method}_id: Same<${parameters}[0], ${operation.route.includes('{id}') ? 'string' : 'Currency'}> = true`
      : '',
    wanted === undefined
      ? `export const ${method}_nothing: Same<Exclude<${parameters}[${at}], undefined>, CallOptions> = true`
      : `export const ${method}_input: Same<Exclude<${parameters}[${at}], undefined>, ${wanted}> = true`,
  ].filter((line) => line !== '')
}

/**
 * `Plain` writes an interface, an intersection or an inherited type out as one object, so that identity compares what
 * is in it. A union of replies becomes one reply with a union of data, as the client has it. Replies that are no success are
 * thrown by the client: `_thrown` compares what the error carries.
 */
function head(): string {
  return `
import type { CallOptions, Reply } from '${sdkSource('client', 'call.ts')}'
import type { PasarelaClient } from '${sdkSource('client', 'operations.ts')}'
import type { PayoutFailedError, RefundFailedError, WithdrawalFailedError } from '${sdkSource('client', 'pasarela-error.ts')}'
import type { FailedRefund } from '${sdkSource('client', 'refunds.ts')}'
import type { FailedWithdrawal } from '${sdkSource('client', 'withdrawals.ts')}'
import type { FailedPayout } from '${sdkSource('client', 'transactions.ts')}'
import type { Currency, FieldNote } from '${sdkSource('client', 'values.ts')}'
type Plain<T> = T extends AbortSignal ? T : T extends readonly (infer E)[] ? Plain<E>[] : T extends { service_code: infer Code } ? OfEach<T, Code> : T extends object ? { [K in keyof T]: Plain<T[K]> } : T
type OfEach<T, Code> = Code extends unknown ? { [K in keyof T]: K extends 'service_code' ? Code : Plain<T[K]> } : never
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends (<T>() => T extends Plain<B> ? 1 : 2) ? true : false
type DataOf<Name extends keyof PasarelaClient> = ReturnType<PasarelaClient[Name]> extends Promise<Reply<infer Data>> ? Data : never
type Widened<T extends { status: string; data: unknown }> = Success<Extract<T, { status: 'success' }>>
type Success<T extends { data: unknown }> = { status: 'success'; data: T['data']; warnings?: FieldNote[] }
`
}
