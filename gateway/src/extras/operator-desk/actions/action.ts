import { z } from 'zod'
import type { SetBy } from '../../../core/audit/dual-approval.ts'
import type { PayoutsDeps } from '../../../core/payouts/deps.ts'
import type { ApplyDeps } from '../../../core/processing/apply-outcome.ts'
import { type Key, say } from '../../../core/texts/messages/say.ts'
import { type CurrencyCode, currencyDecimals } from '../../../core/values/currency.ts'
import { parseAmount } from '../../../core/values/money.ts'
import { Problem } from '../../../core/values/problem.ts'
import { fieldsOfIssues } from '../../../core/web/query-problems.ts'
import type { ExecutedBy, Prepared } from '../../approvals/proposable.ts'
import type { Preview } from '../preview.ts'

/** Dependencies of the use cases behind proposals. */
export type ExecuteDeps = ApplyDeps & Pick<PayoutsDeps, 'clock' | 'secretBox' | 'site' | 'connectors'>
export type ReadDeps = Pick<ExecuteDeps, 'database'>

export type About = Pick<Prepared<never>, 'environment' | 'pointId' | 'transactionId'>

/** An action that one operator proposes and another one approves. `Input` is stored unchanged beside its name. */
export interface OperatorAction<Input> {
  /** Reads it from the fields of a request. Throws `validation_failed`. Undefined: it is proposed at the machine. */
  read?: (fields: unknown) => Input
  /** Its point or transaction. Throws `not_found`. Undefined: it is about the deployment. */
  about?(deps: ReadDeps, input: Input): Promise<About>
  /** It moves no real money at a test point, so one operator may execute it alone there. */
  isAloneAtTestPoint?: boolean
  /** Refuses what must not be stored, and adds what the decision is to cover. */
  beforeStored?(deps: ReadDeps, input: Input, evidence: string): Input | Promise<Input>
  /** What it would do now. Throws `validation_failed` and `not_found`. */
  preview(deps: ReadDeps, input: Input): Promise<Preview>
  /**
   * Throws what its use case throws; then nothing changed. The proposal ends in the commit of the use case. A `Shown`
   * that it returns is shown to the decider, once.
   */
  execute(deps: ExecuteDeps, input: Input, by: ExecutedBy): Promise<unknown>
  /** Whether one person at the machine may execute it. Undefined: if it is about the test environment. */
  isOfTestMoney?(deps: ReadDeps, input: Input): Promise<boolean>
  /** A command that executes it alone is done once by operation id. */
  isOnceAlone?: boolean
}

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<CamelCase<Rest>>}`
  : Name
type Input<Fields> = { [Name in keyof Fields as CamelCase<Name & string>]: Exclude<Fields[Name], undefined> }

/**
 * Reads the fields of a request by a schema of API names, in its order: a repeated operation is recognised by the bytes
 * of the action. Throws `validation_failed` with every wrong field.
 */
export function readFields<Schema extends z.ZodObject>(schema: Schema, fields: unknown): Input<z.output<Schema>> {
  const read = schema.safeParse(fields)
  if (!read.success) throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
  const camelCase = (name: string) => name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  const given = Object.entries(read.data).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [camelCase(name), value])) as Input<z.output<Schema>>
}

/** A reader of fields that are stored as they come. */
export function readerOf<Schema extends z.ZodObject>(schema: Schema): (fields: unknown) => Input<z.output<Schema>> {
  return (fields) => readFields(schema, fields)
}

/** Decimal text. The use case checks the currency's decimals. */
export const amountField = z.string().regex(/^\d{1,15}(\.\d{1,2})?$/, 'query.plain_amount' satisfies Key)
export const signedAmountField = z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'query.signed_amount' satisfies Key)
export const currencyField = z.enum(Object.keys(currencyDecimals) as [CurrencyCode, ...CurrencyCode[]])
export const serviceCodeField = z.string().min(1).max(60)

/** The actor of a setting that two operators agreed. */
export function setBy({ operator, second, evidence, proposal }: ExecutedBy): SetBy {
  return { actor: operator, second, evidence, proposal }
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
