import type { PlatformDeps } from '../../platform/deps.ts'
import { isUuid } from '../../platform/ids.ts'
import { readSubjects, type SubjectRow } from '../store/reads/proposal-subjects.ts'

/** The bank account, line, payment file or statement that a proposal is about. */
export type BankSubject = SubjectRow

/** Fields of proposals that name one, the narrowest first. */
const fields = ['line_id', 'bank_line_id', 'payment_batch_id', 'statement_id', 'bank_account_id'] as const

type Input = Readonly<Record<string, unknown>>

/** What proposals are about, by the ids that `subjectIds` finds in their inputs. */
export async function nameSubjects(
  deps: Pick<PlatformDeps, 'database'>,
  inputs: readonly Input[],
): Promise<ReadonlyMap<string, BankSubject>> {
  const ids = [...new Set(inputs.flatMap(subjectIds))]
  if (ids.length === 0) return new Map()
  return new Map((await readSubjects(deps.database.engine, ids)).map((row) => [row.id, row]))
}

/** The ids of the line, payment file, statement and bank account that an input names, the narrowest first. */
export function subjectIds(input: Input): readonly string[] {
  return fields.flatMap((name) => {
    const value = input[name]
    return typeof value === 'string' && isUuid(value) ? [value] : []
  })
}
