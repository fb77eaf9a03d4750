import assert from 'node:assert/strict'
import type { ProviderRecord, RecordsContext } from '../../../src/core/connectors/connector.ts'
import type { Bench, Case } from './case.ts'
import { answerJson } from './scripted-provider.ts'
import { toldAt } from './told.ts'
import type { ToldRecord } from './under-test.ts'

/** A run of verify an hour after the last movement. */
function asking({ context }: Bench): RecordsContext {
  return { ...context, now: new Date(toldAt.getTime() + 3_600_000) }
}

function sourceOf({ connector }: Bench) {
  return connector.providerRecords ?? assert.fail('records')
}

/** Three orders: paid, paid twice, and paid with money that went back. */
function toldOf({ connector, subject }: Bench): ToldRecord[] {
  const paid = (payments: bigint[], backMinor: bigint): ToldRecord => {
    const order = subject.order('payin')
    return { key: connector.keyFor(order.transactionId, 1), order, payments, backMinor, at: toldAt }
  }
  return [paid([100n], 0n), paid([250n, 30n], 0n), paid([7n], 7n)]
}

function playRecords({ provider, speaks }: Bench, told: readonly ToldRecord[]): void {
  provider.script((response, { path }) => {
    const answer = speaks.records?.(path, told) ?? assert.fail('how the provider tells its records')
    answerJson(answer.body, answer.status)(response)
  })
}

/** More windows than the longest reach has days, and more pages than the records fill. */
const pagesMax = 200

/** Reads to the end, as verify does. Returns the records and the positions after each page. */
async function readAll(bench: Bench): Promise<{ records: ProviderRecord[]; positions: number[]; end: number }> {
  const source = sourceOf(bench)
  const context = asking(bench)
  const end = (await source.end(context)) ?? assert.fail('the end of the records')
  const records: ProviderRecord[] = []
  const positions = [source.byReceipt ? end - source.byReceipt.reachMs : 0]
  while (positions.length < pagesMax) {
    const after = positions.at(-1) ?? 0
    const page = (await source.read(after, context)) ?? assert.fail('a page of the records')
    records.push(...page.records)
    if (page.nextAfter <= after) break
    positions.push(page.nextAfter)
    if (source.byReceipt && page.nextAfter >= end) break
  }
  return { records, positions, end }
}

function sumsOf(record: ProviderRecord) {
  const { key, direction, executions, executedMinor, reversals = [], payments } = record
  const listed = reversals.filter(({ isDone }) => isDone).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  if (payments)
    assert.equal(
      payments.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      executedMinor,
    )
  return { key, direction, executions, executedMinor, backMinor: record.reversedMinor + listed }
}

/** The provider's records, that verify compares the books with. */
export const recordCases: readonly Case[] = [
  {
    name: 'records have every order with what was paid, how often, and what went back, on whatever page',
    needs: 'records',
    run: async (bench) => {
      const told = toldOf(bench)
      playRecords(bench, told)
      const { records } = await readAll(bench)
      const wanted = told.map(({ key, payments, backMinor }) => {
        const executedMinor = payments.reduce((sum, each) => sum + each, 0n)
        return { key, direction: 'in', executions: payments.length, executedMinor, backMinor }
      })
      const byKey = new Map(records.map((record) => [record.key, sumsOf(record)]))
      assert.deepEqual([...byKey.values()], wanted)
    },
  },
  {
    name: 'reading records comes to their end, and stays there',
    needs: 'records',
    run: async (bench) => {
      playRecords(bench, toldOf(bench))
      const { positions, end } = await readAll(bench)
      assert.ok(positions.length < pagesMax, 'it reads for ever')
      assert.equal(positions.at(-1), end)
      assert.equal((await sourceOf(bench).read(end, asking(bench)))?.nextAfter, end)
    },
  },
  {
    name: 'records that cannot be read are no empty page',
    needs: 'records',
    run: async (bench) => {
      for (const status of [500, 401, 429]) {
        bench.provider.script(answerJson({}, status))
        assert.equal(await sourceOf(bench).read(0, asking(bench)), undefined, String(status))
      }
      bench.provider.script(answerJson({ records: [{}], pix: [{}] }))
      assert.equal(await sourceOf(bench).read(0, asking(bench)), undefined)
    },
  },
]
