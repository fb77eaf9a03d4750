import type { Translated } from './countries/country-description.ts'
import { type CountryFacts, countryFacts } from './country-facts.ts'
import { answerTo } from './gateway-answers.ts'
import { type GatewayModules, loadGateway } from './gateway-modules.ts'
import type { FieldFacts, MethodFacts, OperationFacts } from './method-facts.ts'
import type { OpenApi } from './open-api.ts'

/** What the pages show of the gateway. It comes from the compiled gateway, so the pages cannot say anything else. */
export interface GatewayFacts {
  readonly document: OpenApi
  readonly methods: readonly MethodFacts[]
  readonly countries: readonly CountryFacts[]
}

interface DeclaredOperation extends Omit<OperationFacts, 'required' | 'optional' | 'answers'> {
  readonly required: Readonly<Record<string, DeclaredField>>
  readonly optional: Readonly<Record<string, DeclaredField>>
  readonly rejects: readonly { readonly change: Readonly<Record<string, unknown>>; readonly field: string }[]
}

type DeclaredField = Omit<FieldFacts, 'description'> & { readonly description: unknown }

type DeclaredMethod = Omit<MethodFacts, 'payin' | 'payout' | 'decimals'> & {
  readonly payin?: DeclaredOperation & { readonly expiresAfterHours: number; readonly callbackAmount?: boolean }
  readonly payout?: DeclaredOperation
}

/** Reads the compiled gateway below `root`. */
export async function readGatewayFacts(root: string): Promise<GatewayFacts> {
  const gateway = await loadGateway(root)
  const methods = (gateway.methods as readonly DeclaredMethod[]).map((method) => methodFacts(method, gateway))
  return {
    document: (await gateway.readOpenApi()) as OpenApi,
    methods,
    countries: countryFacts(gateway, methods),
  }
}

function methodFacts(method: DeclaredMethod, gateway: GatewayModules): MethodFacts {
  const { code, name, country, currency, payin, payout } = method
  const { expiresAfterHours = 0, callbackAmount = false } = payin ?? {}
  return {
    code,
    name,
    country,
    currency,
    decimals: gateway.currencyDecimals[currency] ?? 0,
    ...(payin && { payin: { ...operationFacts('payin', payin, gateway), expiresAfterHours, callbackAmount } }),
    ...(payout && { payout: operationFacts('payout', payout, gateway) }),
  }
}

function operationFacts(
  operation: 'payin' | 'payout',
  { kind, required, optional, example, rejects }: DeclaredOperation,
  gateway: GatewayModules,
): OperationFacts {
  return {
    kind,
    required: fieldFacts(required, gateway),
    optional: fieldFacts(optional, gateway),
    example,
    answers: rejects.map(({ change, field }) => answerTo({ operation, body: example, change, field }, gateway)),
  }
}

function fieldFacts(fields: Readonly<Record<string, DeclaredField>>, gateway: GatewayModules) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { description, example, maxLength, allowed, acceptsNumber }]) => [
      name,
      {
        description: inEachLanguage(description, gateway),
        example,
        maxLength,
        ...(allowed && { allowed }),
        ...(acceptsNumber && { acceptsNumber }),
      },
    ]),
  )
}

function inEachLanguage(description: unknown, { descriptionIn }: GatewayModules): Translated {
  return {
    en: descriptionIn('en', description),
    es: descriptionIn('es', description),
    pt: descriptionIn('pt', description),
  }
}
