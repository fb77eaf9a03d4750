import { countryDescriptions } from './countries/all-countries.ts'
import type { CountryDescription, Mistake, TargetDescription } from './countries/country-description.ts'
import { type Answer, answerTo, assertAccepted, verdictOnDigit } from './gateway-answers.ts'
import type { Bank, GatewayModules } from './gateway-modules.ts'
import { type Language, languages } from './languages.ts'
import type { MethodFacts } from './method-facts.ts'

/** A country as its page shows it. */
export interface CountryFacts {
  readonly country: string
  readonly currency: string
  readonly decimals: number
  readonly timeZone: string
  /** An amount as people read it there, by the language of the page. */
  readonly printed: Readonly<Record<Language, string>>
  readonly documents: readonly DocumentFacts[]
  readonly targets: readonly (TargetDescription & { readonly wrongDigit: WrongDigit })[]
  readonly answers: readonly (Answer & Pick<Mistake, 'service' | 'operation'>)[]
  readonly banks: readonly Bank[]
  readonly bankSentAs: 'code' | 'name'
  /** Whether payouts name a bank. */
  readonly takesBank: boolean
}

export interface DocumentFacts {
  readonly types: readonly string[]
  readonly example: string
  readonly normalised: string
  readonly format: Readonly<Record<Language, string>>
  readonly check: Readonly<Record<Language, string>>
  readonly wrongDigit: WrongDigit
}

/** What a wrong check digit leads to: refused by live points, a warning at every point, or nothing. */
export type WrongDigit = 'hard' | 'soft' | 'none'

/** Throws where a description does not agree with the gateway's checks. */
export function countryFacts(gateway: GatewayModules, methods: readonly MethodFacts[]): CountryFacts[] {
  const described = countryDescriptions.map(({ country }) => country)
  const missing = Object.keys(gateway.countries).filter((country) => !described.includes(country))
  if (missing.length > 0) throw new Error(`site/src/countries describes no ${missing.join()}`)
  return countryDescriptions.map((description) => factsOf(description, gateway, methods))
}

function factsOf(
  description: CountryDescription,
  gateway: GatewayModules,
  methods: readonly MethodFacts[],
): CountryFacts {
  const { country, targets } = description
  const { currency = '', timeZone = '' } = gateway.countries[country] ?? {}
  const decimals = gateway.currencyDecimals[currency] ?? 0
  const { banks = [], bankSentAs = 'code' } = gateway.identifiersOf[country] ?? {}
  const print = (language: Language) =>
    gateway.printAmount(decimals === 0 ? '1250500' : '1250.50', currency, { language, country })
  const own = methods.filter((method) => method.country === country)
  return {
    country,
    currency,
    decimals,
    timeZone,
    printed: Object.fromEntries(languages.map((language) => [language, print(language)])) as Record<Language, string>,
    documents: documentsOf(description, gateway),
    targets: targets.map((target) => ({ ...target, wrongDigit: checkTarget(target, gateway, methods) })),
    answers: [...description.mistakes, ...amountMistakes(own, decimals)].map((mistake) => {
      const { service, operation } = mistake
      return { service, operation, ...answerTo(attemptOf(mistake, methods), gateway) }
    }),
    banks,
    bankSentAs,
    takesBank: own.some(
      ({ payout }) => payout !== undefined && 'account_bank' in { ...payout.required, ...payout.optional },
    ),
  }
}

/** Those that programs of every country make. */
function amountMistakes([method]: readonly MethodFacts[], decimals: number): Mistake[] {
  if (method === undefined) return []
  const amounts = decimals === 0 ? ['1.250.500', 1250.5] : ['1.250,50', 1250.505]
  return amounts.map((amount) => ({ service: method.code, operation: 'payin' as const, change: { amount } }))
}

function attemptOf(
  { service, operation, change }: Pick<Mistake, 'service' | 'operation' | 'change'>,
  methods: readonly MethodFacts[],
) {
  const body = methods.find(({ code }) => code === service)?.[operation]?.example
  if (body === undefined) throw new Error(`${service} has no ${operation}`)
  return { operation, body, change }
}

function documentsOf({ country, documents }: CountryDescription, gateway: GatewayModules): DocumentFacts[] {
  const known = [...(gateway.identifiersOf[country]?.documents.declared.keys() ?? [])]
  const described = documents.flatMap(({ types }) => types)
  if (known.toSorted().join() !== described.toSorted().join())
    throw new Error(`the documents of ${country} are ${known.join()}, and described are ${described.join()}`)
  return documents.map(({ types, example, ...texts }) => {
    const results = types.map((type) => gateway.checkDeclaredDocument(country, type, example))
    const [first] = results
    if (first === undefined || results.some(({ findings }) => findings.length > 0))
      throw new Error(`${example} is no ${types.join()} of ${country}: ${JSON.stringify(results)}`)
    const wrongDigit = severityOfWrongDigit({ country, type: types[0] ?? '', example }, gateway)
    return { types, example, normalised: first.normalised, ...texts, wrongDigit }
  })
}

function severityOfWrongDigit(
  { country, type, example }: { country: string; type: string; example: string },
  gateway: GatewayModules,
): WrongDigit {
  for (const wrong of withOneDigitChanged(example)) {
    const { findings } = gateway.checkDeclaredDocument(country, type, wrong)
    const found = findings.find(({ code }) => code === 'invalid_check_digit')
    if (found) return found.severity === 'hard' ? 'hard' : 'soft'
  }
  return 'none'
}

/** Throws where a live point does not take the target. */
function checkTarget(target: TargetDescription, gateway: GatewayModules, methods: readonly MethodFacts[]): WrongDigit {
  const attempt = attemptOf({ ...target, operation: 'payout' }, methods)
  assertAccepted(attempt, gateway)
  for (const wrong of withOneDigitChanged(String(target.change[target.field]))) {
    const change = { ...target.change, [target.field]: wrong }
    const verdict = verdictOnDigit({ ...attempt, change, field: target.field }, gateway)
    if (verdict) return verdict === 'refused' ? 'hard' : 'soft'
  }
  return 'none'
}

/** An example with each of its digits changed in turn, from the last one on. */
function withOneDigitChanged(example: string): string[] {
  const places = [...example].flatMap((character, at) => (/\d/.test(character) ? [at] : []))
  return places.reverse().map((at) => {
    const other = String((Number(example.charAt(at)) + 1) % 10)
    return example.slice(0, at) + other + example.slice(at + 1)
  })
}
