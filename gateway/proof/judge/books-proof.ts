import pg from 'pg'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { type Database, inTransaction, listsOf } from '../../src/core/platform/database/database.ts'
import { siteAt } from '../../src/core/platform/deps.ts'
import type { SecretBox } from '../../src/core/platform/secret-box.ts'
import { inquiryBudget } from '../../src/core/processing/inquiries/inquiry-budget.ts'
import { routeFinder } from '../../src/core/processing/route-finder.ts'
import { checkProviderRecords } from '../../src/extras/verify/check-provider-records.ts'
import { checkTransactions } from '../../src/extras/verify/check-transactions.ts'
import { type InvariantResult, Tally, type VerifyDeps } from '../../src/extras/verify/invariant.ts'
import { checkBalances } from '../../src/extras/verify/store/ledger-checks.ts'
import type { SimulatedConnectors, Violation } from '../stages/virtual/parts.ts'

/**
 * The gateway's own proof of the books, over everything and with the records of the simulated providers: I1 to I9 and I12.
 * What only the schema decides (I10, I11, rights) is the same in every run and left out. Writes nothing.
 */
export async function proveBooks(of: {
  db: pg.Client
  /** Opens the credentials of connector accounts. */
  secretBox: SecretBox
  connectors: SimulatedConnectors
}): Promise<readonly InvariantResult[]> {
  const database = databaseOn(of.db)
  const deps: VerifyDeps = {
    ...{ database, connectors: of.connectors, clock: systemClock(), site: siteAt(''), secretBox: of.secretBox },
    inquiryBudget: inquiryBudget(() => 1),
    routes: routeFinder({ database, secretBox: of.secretBox }),
  }
  const tally = new Tally()
  await checkTransactions(deps, tally, undefined)
  tally.add('I4', await inTransaction(database.engine, async (tx) => await checkBalances(tx, true)))
  await checkProviderRecords(deps, tally, { full: true, from: {} })
  return tally.all()
}

/** As violations. `excused`: transactions whose provider told nobody what it did after they had ended. */
export function brokenInvariants(results: readonly InvariantResult[], excused: ReadonlySet<string>): Violation[] {
  return results.flatMap(({ id, violations, examples }) => {
    const found = id === 'I3' ? examples.filter((example) => !excused.has(example.id)) : examples
    const unseen = violations - examples.length
    if (found.length === 0 && unseen <= 0) return []
    const told = found.map((example) => `${example.id}: ${example.what}`)
    return [{ rule: `verify-${id}`, what: [...told, ...(unseen > 0 ? [`and ${unseen} more`] : [])].join('; ') }]
  })
}

const exactTypes = new pg.TypeOverrides()
exactTypes.setTypeParser(pg.types.builtins.INT8, BigInt)

/** One session that stands for all pools: a finished run has no other work. */
function databaseOn(db: pg.Client): Database {
  const query = async (statement: string | pg.QueryConfig) => {
    const asked = typeof statement === 'string' ? { text: statement } : statement
    return await db.query({ ...asked, types: exactTypes })
  }
  const pool = { query, connect: async () => await Promise.resolve({ query, release: () => undefined }) }
  const engine = pool as unknown as pg.Pool
  return {
    ...{ engine, reader: engine, owner: engine },
    lists: listsOf({ engine, reader: engine }),
    close: async () => await Promise.resolve(),
  }
}
