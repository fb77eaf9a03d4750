import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../parts.ts'
import type { PointFacts } from '../world/points.ts'
import type { RunRows, TransferRow } from './rows.ts'
import type { Story } from './story.ts'
import { checkUndueRefusals } from './undue-refusals.ts'

const hourMs = 3_600_000
const atMs = 10 * hourMs
const id = '0aaaaaaa-0000-7000-8000-000000000001'

interface Case {
  path: string
  amount?: string
  error: { code: string; message?: string }
  /** Of the answer; the refusal was asked for at the same instant. */
  errors?: readonly { code: string }[]
  story?: Partial<Story>
  transfers?: readonly [kind: 'funding' | 'reserve', atMs: number, amountMinor: bigint][]
  connector?: PointFacts['connector']
}

function isFound({
  path,
  amount = '10',
  error,
  errors,
  story,
  transfers = [],
  connector = 'own-account',
}: Case): boolean {
  const services = [{ serviceCode: 'BT_AR', payType: 'payout', currency: 'ARS' }] as const
  const point = { name: 'plain', pointId: 'point', connector, services } as unknown as PointFacts
  const moved = transfers.map(([kind, movedAtMs, amountMinor], place) => {
    const sides = kind === 'reserve' ? { debit: 1n, credit: 2n } : { debit: 2n, credit: 1n }
    return { ...sides, id: BigInt(place), kind, amountMinor, atMs: movedAtMs } as unknown as TransferRow
  })
  const rows = {
    accounts: [{ id: 1n, kind: 'available', pointId: 'point', currency: 'ARS', overdraftMinor: 0n }],
    terms: [{ pointId: 'point', payType: 'payout', serviceCode: '*', millionths: 0, fixedMinor: 100n }],
    limits: [{ pointId: 'point', currency: 'ARS', singleMinor: 2_000n, dailyMinor: 3_000n }],
    transfers: moved,
  } as unknown as RunRows
  const usual = {
    id,
    pointId: 'point',
    currency: 'ARS',
    reference: 'one',
    payType: 'payin',
    amountMinor: 1_000n,
    transfers: [],
  }
  const history = [{ status: 'PENDING', reason: 'awaiting_payment', atMs: hourMs }]
  const told = { ...usual, createdAtMs: 9 * hourMs, history, ...story } as unknown as Story
  const exchange: Exchange = {
    ...{ act: 'asks', who: 'plain', sentAtMs: atMs, answeredAtMs: atMs },
    request: {
      method: 'POST',
      path: `/api/v1/payments/${path}`,
      headers: {},
      body: `{"service_code":"BT_AR","amount":${amount}}`,
    },
    reply: {
      kind: 'reply',
      status: error.code === 'not_in_this_state' ? 409 : 422,
      body: JSON.stringify({ error, errors }),
    },
  }
  return checkUndueRefusals(rows, [told], { exchanges: [exchange], points: [point] }).length > 0
}

test('a payout is refused for funds or a limit only where they did not do', () => {
  const payout = { path: 'payout_hth', error: { code: 'insufficient_funds' } }
  assert.ok(isFound({ ...payout, transfers: [['funding', hourMs, 1_100n]] }), 'enough was there all the time')
  assert.ok(!isFound({ ...payout, transfers: [['funding', hourMs, 1_099n]] }), 'not for the fee')
  assert.ok(!isFound({ ...payout, transfers: [['funding', atMs - 1, 1_100n]] }), 'it may not have been seen')
  assert.ok(
    !isFound({
      ...payout,
      transfers: [
        ['funding', hourMs, 1_100n],
        ['reserve', atMs, 1n],
      ],
    }),
    'somebody else was faster',
  )
  const limited = (code: string, amount: string) => {
    return isFound({
      path: 'payout_hth',
      amount,
      error: { code: 'validation_failed' },
      errors: [{ code }],
      story: { payType: 'payout' },
    })
  }
  assert.deepEqual([limited('amount_too_large', '20'), limited('amount_too_large', '20.01')], [true, false])
  assert.deepEqual([limited('daily_limit_exceeded', '20'), limited('daily_limit_exceeded', '20.01')], [true, false])
  assert.ok(limited('invalid_format', '10'), 'its body is right')
  const late = { path: 'payin_hth', error: { code: 'validation_failed' }, errors: [{ code: 'expired_at_past' }] }
  const until = (expiresAtMs: number) => `10,"expired_at":"${new Date(expiresAtMs).toISOString()}"`
  assert.deepEqual(
    [isFound({ ...late, amount: until(atMs + 1) }), isFound({ ...late, amount: until(atMs) })],
    [true, false],
  )
})

test('a cancellation or an approval is refused only for what the transaction was at some moment of the request', () => {
  const refused = { code: 'not_in_this_state', message: 'This transaction cannot be cancelled: it is EXPIRED.' }
  const cancel = { path: `${id}/cancel`, error: refused }
  const ended = (endedAtMs: number) => {
    const [status, reason] = ['EXPIRED', 'expired']
    return {
      history: [
        { status: 'PENDING', reason: 'x', atMs: hourMs },
        { status, reason, atMs: endedAtMs },
      ],
    } as unknown as Partial<Story>
  }
  assert.deepEqual([isFound(cancel), isFound({ ...cancel, story: ended(atMs + 1) })], [true, true])
  assert.deepEqual(
    [isFound({ ...cancel, story: ended(atMs - 1) }), isFound({ ...cancel, story: { card: true } })],
    [false, false],
  )
  const busy = { ...cancel, error: { ...refused, message: 'The bank is being called about this transaction.' } }
  assert.deepEqual(
    [isFound(busy), isFound({ ...busy, connector: 'sim_plain' })],
    [true, false],
    'an own account has no bank to call',
  )
  const waits = (reason: string, approvalUntilMs: number) => {
    const history = [{ status: 'PENDING', reason, atMs: hourMs }]
    const story = { payType: 'payout', approvalUntilMs, history } as unknown as Partial<Story>
    return isFound({ path: `${id}/approve`, error: { code: 'not_in_this_state' }, story })
  }
  assert.deepEqual(
    [waits('awaiting_approval', atMs + 1), waits('awaiting_approval', atMs), waits('submitted', atMs + 1)],
    [true, false, false],
  )
})
