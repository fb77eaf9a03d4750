import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSteps } from '@pasarela/bank-statements/count-steps'
import type { Db } from '../../../core/platform/database/database.ts'
import { assignLines, type KnownLine } from '../rules/line-identity.ts'
import { findKnownLines } from './bank-lines.ts'

const identity = Buffer.alloc(32)

async function knownOf(count: number): Promise<readonly KnownLine[]> {
  const rows = Array.from({ length: count }, (_, at) => ({
    identity,
    id: `${at}`,
    ordinal: at + 1,
    is_on_other_page: false,
  }))
  const tx = { query: async () => await Promise.resolve({ rows }) } as unknown as Db
  const wanted = { bankAccountId: '', identities: [identity.toString('hex')], statementId: '' }
  return (await findKnownLines(tx, wanted)).get(identity.toString('hex')) ?? []
}

test('equal lines are found in steps that grow with their number', async () => {
  const stepsOf = async (count: number) =>
    await countSteps(async () => {
      assert.equal(assignLines(count, await knownOf(count)).seen.length, count)
    })
  await stepsOf(1)
  const [base, few, many] = [await stepsOf(1), await stepsOf(101), await stepsOf(401)]
  assert.ok(many - base <= 4.1 * (few - base), `${base}, ${few} and ${many} steps`)
})

test('more equal lines are known than a call has arguments', () => {
  const known = Array.from({ length: 200_000 }, (_, at) => ({ id: `${at}`, ordinal: at + 1, isOnOtherPage: false }))
  assert.deepEqual(assignLines(200_001, known).newOrdinals, [200_001])
})
