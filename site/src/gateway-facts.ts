import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OpenApi } from './open-api.ts'

/** What the pages show of the gateway. It comes from the compiled gateway, so the pages cannot say anything else. */
export interface GatewayFacts {
  readonly document: OpenApi
  readonly methods: readonly MethodFacts[]
}

/** A service code, as `gateway/src/payment-methods/payment-method.ts` declares it. */
export interface MethodFacts {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly currency: string
  readonly decimals: number
  readonly payin?: OperationFacts & { readonly expiresAfterHours: number; readonly callbackAmount?: boolean }
  readonly payout?: OperationFacts
}

export interface OperationFacts {
  readonly kind: string
  readonly required: Readonly<Record<string, FieldFacts>>
  readonly optional: Readonly<Record<string, FieldFacts>>
  readonly example: Readonly<Record<string, unknown>>
  readonly rejects: readonly {
    readonly because: string
    readonly field: string
    readonly code: string
    readonly strictOnly?: boolean
  }[]
}

interface FieldFacts {
  readonly description: string
  readonly example: string
  readonly maxLength: number
  readonly allowed?: readonly string[]
  readonly acceptsNumber?: boolean
}

/** Reads the compiled gateway below `root`. It starts no server and reaches no database. */
export async function readGatewayFacts(root: string): Promise<GatewayFacts> {
  const load = async (path: string) => await import(pathToFileURL(join(root, 'gateway', 'dist', 'src', path)).href)
  const [{ readOpenApi }, { methods }, { currencyDecimals }] = await Promise.all([
    load('extras/read-open-api.js'),
    load('payment-methods/index.js'),
    load('values/currency.js'),
  ])
  const document = (await readOpenApi()) as OpenApi
  return {
    document,
    methods: methods.map((method: MethodFacts) => ({ ...method, decimals: currencyDecimals[method.currency] })),
  }
}
