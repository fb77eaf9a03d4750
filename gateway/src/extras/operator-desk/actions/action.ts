import { z } from 'zod'
import type { SetBy } from '../../../core/audit/dual-approval.ts'
import type { CoreDeps } from '../../../core/deps.ts'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import type { ApplyDeps } from '../../../core/processing/apply-outcome.ts'
import { type Key, type Message, say } from '../../../core/texts/messages/say.ts'
import { holdsCardNumber } from '../../../core/values/card-numbers.ts'
import { type CurrencyCode, currencyDecimals } from '../../../core/values/currency.ts'
import { isTimeZone } from '../../../core/values/days.ts'
import { parseAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { plainField } from '../../../core/web/operator-query.ts'
import { fieldsOfIssues } from '../../../core/web/query-problems.ts'
import type { ExecutedBy, Prepared } from '../../approvals/proposable.ts'
import type { Preview } from '../preview.ts'

/** Dependencies of the use cases behind proposals. */
export type ExecuteDeps = ApplyDeps & Pick<CoreDeps, 'clock' | 'secretBox' | 'site' | 'connectors'>
export type ReadDeps = Pick<ExecuteDeps, 'database' | 'clock' | 'secretBox' | 'connectors'>

export type About = Pick<Prepared<never>, 'environment' | 'pointId' | 'transactionId'>

/**
 * An action that one operator proposes and another one approves, or that one executes alone where it is about the test
 * environment. `Input` is stored unchanged beside its name.
 */
export interface OperatorAction<Input> {
  /** What a page sends and a command has as options, by API names; a command shows their descriptions. */
  fields: z.ZodObject
  /** Reads it from the fields of a request. Throws `validation_failed` with every wrong field. */
  read(fields: unknown): Input
  /** Why a page cannot propose it, but only a command. */
  onlyAtMachine?: Message
  /** Its environment, and its point or transaction. Throws `not_found`. Undefined: it is about the live environment. */
  about?(deps: ReadDeps, input: Input): Promise<About>
  /** The longest reason that is stored with it. Default: that of every reason. */
  evidenceLengthMax?: number
  /** Refuses what must not be stored, and adds what the decision is to cover. */
  beforeStored?(deps: ReadDeps, input: Input): Promise<Input>
  /** What it would do now. Throws `validation_failed` and `not_found`. */
  preview(deps: ReadDeps, input: Input): Promise<Preview>
  /**
   * Throws what its use case throws; then nothing changed. The proposal ends in the commit of the use case. A `Shown`
   * that it returns is shown to the decider, once.
   */
  execute(deps: ExecuteDeps, input: Input, by: ExecutedBy): Promise<unknown>
}

/** What belongs to no point is about real money as soon as one point is live. */
export async function aboutDeployment(deps: ReadDeps): Promise<About> {
  return aboutNoPoint((await hasOnlyTestMoney(deps)) ? 'test' : 'live')
}

export function aboutNoPoint(environment: About['environment']): About {
  return { environment, pointId: null, transactionId: null }
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name
type Input<Fields> = { [Name in keyof Fields as CamelCase<Name & string>]: Exclude<Fields[Name], undefined> }

/**
 * The fields of an action and their reader, in their order: a repeated operation is recognised by the bytes of the
 * action. `arrange` brings them into the form that is stored.
 */
export function reading<Schema extends z.ZodObject, Arranged = Input<z.output<Schema>>>(
  fields: Schema,
  arrange?: (given: Input<z.output<Schema>>) => Arranged,
) {
  return {
    fields,
    read: (sent: unknown): Arranged => {
      const given = readFields(fields, sent)
      return arrange ? arrange(given) : (given as Arranged)
    },
  }
}

function readFields<Schema extends z.ZodObject>(schema: Schema, fields: unknown): Input<z.output<Schema>> {
  const read = schema.safeParse(fields)
  if (!read.success) throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  const given = Object.entries(read.data).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [camelCase(name), value])) as Input<z.output<Schema>>
}

/** A field with its meaning and the placeholder of its value, as the help of a command shows them. */
export function named<Schema extends z.ZodType>(schema: Schema, value: string, description: string): Schema {
  return schema.meta({ value, description })
}

/** Text that a person typed and that may quote an account, but no card number. */
export const proseField = (max: number) =>
  plainField(max).refine((text) => !holdsCardNumber(text, 'groups'), 'query.card_number' satisfies Key)

export const timeZoneField = plainField(60).refine(isTimeZone, 'query.time_zone' satisfies Key)

/** Decimal text. The use case checks the currency's decimals. */
export const amountField = z.string().regex(/^\d{1,15}(\.\d{1,2})?$/, 'query.plain_amount' satisfies Key)
export const signedAmountField = z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'query.signed_amount' satisfies Key)
export const currencyField = z.enum(Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]])
export const serviceCodeField = z.string().min(1).max(60)

/** The actor of a setting. */
export function setBy({ operator: actor, ...by }: ExecutedBy): SetBy {
  return { actor, ...by }
}

/** An action's amount in minor units: above zero, or 0 where `zero` allows it. Throws `validation_failed`. */
export function minorOf(
  text: string,
  currency: CurrencyCode,
  { param, zero }: { param: string; zero?: boolean },
): bigint {
  if (zero && /^0+(\.0+)?$/.test(text)) return 0n
  const read = parseAmount(text, currency)
  if (read.ok) return read.minor
  throw new Problem('validation_failed', {
    fields: [{ code: read.code, param, message: say('field.found', { field: param, what: read.message }) }],
  })
}

/** The same with an optional minus sign. */
export function signedMinorOf(text: string, currency: CurrencyCode, param: string): bigint {
  return text.startsWith('-') ? -minorOf(text.slice(1), currency, { param }) : minorOf(text, currency, { param })
}
