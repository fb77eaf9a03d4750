import type pg from 'pg'
import { openDatabase } from '../../../src/core/platform/database/database.ts'
import { groupWriter } from '../../../src/core/platform/database/group-commit.ts'
import { createLog } from '../../../src/core/platform/log/log.ts'
import { createMetrics } from '../../../src/core/platform/log/metrics.ts'
import { applyOutcomes } from '../../../src/core/processing/apply-outcome.ts'
import type { ApplyItem } from '../../../src/core/processing/status-update.ts'
import type { Bench } from '../bench-world.ts'
import { groupLoop, groupSize, loopsOf, type OpenedPath } from '../contender.ts'
import { anotherRow } from '../example-rows.ts'
import { send } from '../gateway-requests.ts'
import { openLimitAccounts } from '../limit-accounts.ts'
import { payoutOutcomeSteps, writePayoutOutcomes, writeReservations } from '../limit-rows.ts'
import { type Row, writeOne } from '../limit-statements.ts'
import { payoutRequest, readPayoutExample } from './payout.ts'

/** Rows of one statement that makes what is to be decided. */
const madeAtOnce = 500

/** More than any of them decides in a second on two cores; where one does, its run ends with its last row. */
const decidedPerSecondMax = 12_000

/** The outcome of payouts through the group writer of this process, and the same writes straight from the driver. */
export async function openApplyOutcome(bench: Bench, seconds: number): Promise<OpenedPath> {
  const { limit } = bench
  const database = openDatabase(bench.limitUrl, (error) => console.error(error))
  const example = await readPayoutExample(bench, await send(bench, payoutRequest))
  const withAccounts = await openLimitAccounts(bench, example)
  const due = pendingPayouts(limit, seconds, () => withAccounts(anotherRow(bench, example)))
  const basics = { database, metrics: createMetrics(), log: createLog('silent'), notify: () => undefined }
  const alongOutcomes = async () => await Promise.resolve()
  const deps = { ...basics, knownAccounts: new Map<string, bigint>(), alongOutcomes }
  const outcomes = groupWriter({
    keyOf: (item: ApplyItem) => item.transactionId,
    writeGroup: async (items) => await applyOutcomes(deps, items),
  })
  return {
    contenders: {
      gateway: loopsOf(async () => await due.take(async (row) => void (await outcomes.write(completed(row)))), due),
      driver: loopsOf(async () => await due.take(async (row) => await writeOne(limit, payoutOutcomeSteps, row)), due),
      groups: groupLoop(async () => await due.takeMany(async (rows) => await writePayoutOutcomes(limit, rows)), due),
    },
    close: async () => await database.close(),
  }
}

/** Payouts that wait for their outcome; new ones before each run. Taking answers false where none is left. */
function pendingPayouts(pool: pg.Pool, seconds: number, make: () => Row) {
  let rows: Row[] = []
  return {
    prepare: async () => {
      const wanted = Math.ceil(seconds * decidedPerSecondMax)
      while (rows.length < wanted) {
        const made = Array.from({ length: madeAtOnce }, make)
        await writeReservations(pool, made)
        rows = rows.concat(made)
      }
    },
    take: async (work: (row: Row) => Promise<void>) => {
      const row = rows.pop()
      if (!row) return false
      await work(row)
      return true
    },
    takeMany: async (work: (rows: readonly Row[]) => Promise<void>) => {
      const taken = rows.splice(-groupSize)
      if (taken.length < groupSize) return false
      await work(taken)
      return true
    },
  }
}

function completed(row: Row): ApplyItem {
  return {
    transactionId: String(row['id']),
    update: {
      kind: 'completed',
      creditedMinor: BigInt(String(row['amount_minor'])),
      providerReference: String(row['provider_reference']),
      endToEndId: String(row['end_to_end_id']),
    },
    source: 'connector',
    lease: { attemptId: String(row['attempt_id']), fence: 1 },
  }
}
