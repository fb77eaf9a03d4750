import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { storeBankStatement } from './a-bank-statement.ts'
import { flatCard } from './card-request.ts'
import type { damages } from './verify-damages.ts'
import { type Answer, eventually, openWorld, type World } from './world.ts'

const transfer = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }
const payin = { service_code: 'BT_AR', payer_doc_id: '20267565393' }

/** By the name that is the transaction's reference. */
const payins: Readonly<Record<string, object>> = {
  paid: { ...payin, amount: 100 },
  waiting: { ...payin, amount: 777.01 },
  part: { ...payin, amount: 777.1 },
  twice: { ...payin, amount: 777.15 },
  declined: { ...payin, amount: 777.04 },
  card: flatCard('4111111111111111', { amount: 12 }),
}
const payouts: Readonly<Record<string, object>> = {
  out: { ...transfer, amount: 40 },
  refused: { ...transfer, amount: 777.02 },
  slow: { ...transfer, amount: 777.01 },
}
const settled = { paid: 'COMPLETED', twice: 'COMPLETED', declined: 'ERROR', card: 'COMPLETED', slow: 'COMPLETED' }

export interface VerifyWorld {
  world: World
  /** Ids of the transactions by their names. */
  ids: Readonly<Record<string, string>>
  /** Runs `pasarela verify`. `broken`: the invariants that it found broken. */
  run(...options: string[]): Promise<{ code: number; output: string; broken: (string | undefined)[] }>
}

/** A world for `verify` with a transaction of each kind, declared in the body of a suite. */
export function openVerifyWorld(): VerifyWorld {
  const world = openWorld({ bankEnv: { SIMBANK_AGAIN_DELAY_MS: '100', SIMBANK_SETTLE_DELAY_MS: '300' } })
  const ids: Record<string, string> = {}
  before(async () => {
    await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'live', '--name', 'O')
    const send = async (path: string, [name, body]: [string, object]) => {
      const sent = { body: { reference: name, ...body } }
      const answer: Answer = await world.call('POST', `/api/v1/payments/${path}`, sent)
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      ids[name] = answer.body.data.transaction_id
    }
    for (const each of Object.entries(payins)) await send('payin_hth', each)
    for (const each of Object.entries(payouts)) await send('payout_hth', each)
    await settle(world, ids)
  })
  const run = async (...options: string[]) => {
    const { code, output } = await world.command('verify', ...options)
    return { code, output, broken: [...output.matchAll(/^(I\d+)\s+BROKEN/gm)].map((found) => found[1]) }
  }
  return { world, ids, run }
}

async function settle(world: World, ids: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, status] of Object.entries(settled)) {
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${ids[name]}`)
      return read.body.data.status === status ? true : undefined
    }, `${name} is ${status}`)
  }
  await eventually(async () => {
    const left = await world.db.query(`select from callback_deliveries where state in ('pending', 'sending')`)
    return left.rowCount === 0 ? true : undefined
  }, 'all is told')
  await storeBankStatement(world)
  // What the bank did had time to be reported.
  await world.db.query('update gateway_clock set offset_ms = 600000')
}

/** A test for each of these damages: `verify` finds it. */
export function findsDamages({ world, ids, run }: VerifyWorld, wanted: typeof damages): void {
  for (const [what, damage, repair, found] of wanted) {
    it(`finds ${what}`, async () => {
      const id = ids['out'] ?? ''
      const apply = async (text: string) => await world.db.query(text.replaceAll('$1', `'${id}'`))
      await apply(damage)
      try {
        const { code, output, broken } = await run()
        assert.equal(code, 1, output)
        for (const invariant of found.split(' ')) assert.ok(broken.includes(invariant), `${invariant}: ${output}`)
      } finally {
        await apply(repair)
      }
    })
  }
}
