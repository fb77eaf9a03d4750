import type { z } from 'zod'
import type { SetBy } from '../audit/dual-approval.ts'
import type { TransferKind } from '../ledger/rules/ledger.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import type { ApplyDeps } from '../processing/apply-outcome.ts'
import type { CurrencyCode } from '../values/currency.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import { fieldsOfIssues } from '../web/query-problems.ts'

/** What the use cases of these actions may use. */
export type BankActionDeps = ApplyDeps & Pick<PlatformDeps, 'clock' | 'secretBox'>

/** What an action is about, and what it would do now. */
export interface Foreseen {
  environment: Environment
  /** Only one open proposal about a transaction is possible. */
  transactionId?: string
  pointId?: string
  /** Whether one operator may execute it. The database allows that for live money to `link_line` alone. */
  alone: boolean
  /** Why it is impossible now, in English (`texts/` translates). */
  blocked?: string
  currency?: CurrencyCode
  movements?: readonly { kind: TransferKind; from: string; to: string; amountMinor: bigint }[]
  /** Values that change. Amounts are decimal text. */
  changes: readonly { name: string; before: string | null; after: string | null }[]
}

/** An action on own bank accounts that one operator proposes and another one decides. */
export interface BankAction<Fields extends z.ZodObject = z.ZodObject> {
  /** The fields of a proposal, by their API names. They are stored as they were read. */
  fields: Fields
  /** Throws `validation_failed` with every wrong field, and `not_found`. */
  foresee(deps: Pick<PlatformDeps, 'database'>, fields: unknown): Promise<Foreseen>
  /** The use case. `by.proposal` ends in its commit by `writeAudit`. */
  execute(deps: BankActionDeps, fields: unknown, by: SetBy): Promise<void>
}

/** An action whose use cases get the fields that its schema read. */
export function bankAction<Fields extends z.ZodObject>(action: {
  fields: Fields
  foresee(deps: Pick<PlatformDeps, 'database'>, fields: z.output<Fields>): Promise<Foreseen>
  execute(deps: BankActionDeps, fields: z.output<Fields>, by: SetBy): Promise<void>
}): BankAction<Fields> {
  const read = (fields: unknown) => readFields(action.fields, fields)
  return {
    fields: action.fields,
    foresee: async (deps, fields) => await action.foresee(deps, read(fields)),
    execute: async (deps, fields, by) => await action.execute(deps, read(fields), by),
  }
}

/** Throws `validation_failed` with every wrong field. */
export function readFields<Fields extends z.ZodObject>(schema: Fields, fields: unknown): z.output<Fields> {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  throw new Problem('validation_failed', { fields: fieldsOfIssues(read.error.issues) })
}
