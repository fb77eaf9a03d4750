import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SmtpServer, startSmtpServer } from '../support/smtp-server.ts'
import { eventually, openWorldFor, type World } from '../support/world.ts'

/** An unknown call ends after 8 s, and alerts are evaluated every 15 s. */
const patienceMs = 180_000

async function delayedPayout(world: World): Promise<string> {
  const answer = await world.call('POST', '/api/v1/payments/payout_hth', {
    body: {
      service_code: 'BT_AR',
      amount: 777.16,
      reference: 'delayed on its way',
      account_type: 'CBU',
      account: '2850590940090418135201',
    },
  })
  assert.deepEqual([answer.status, answer.body.data.status], [200, 'PENDING'], JSON.stringify(answer.body))
  return answer.body.data.transaction_id
}

const read = async (world: World, id: string) => (await world.call('GET', `/api/v1/payments/${id}`)).body.data

const advance = async (world: World, seconds: number) => {
  const moved = await world.call('POST', '/api/v1/test/clock', { body: { advance_seconds: seconds } })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
}

/** Half a minute after the call the bank still does not know the order: its arrival is a minute and more away. */
async function toldError(world: World): Promise<string> {
  const id = await delayedPayout(world)
  assert.equal((await read(world, id)).reason, 'outcome_unknown')
  await advance(world, 31)
  const failed = await eventually(
    async () => {
      const data = await read(world, id)
      return data.status === 'ERROR' ? data : undefined
    },
    'the merchant is told',
    patienceMs,
  )
  assert.equal(failed.reason, 'not_executed')
  return id
}

const entriesOf = async (world: World, id: string): Promise<{ type: string; key?: string; why?: string }[]> =>
  (await world.bank('GET', '/control/book?after=0&limit=1000')).entries.filter(
    (entry: { key?: string }) => entry.key === id,
  )

describe('a payout that is delayed on its way to the bank', () => {
  it('is told to the merchant as failed only when it can no longer be executed, and is refused when it arrives', async (t) => {
    const world = await openWorldFor(t)
    const id = await toldError(world)
    assert.deepEqual(
      (await entriesOf(world, id)).map(({ type }) => type),
      ['request_delayed', 'key_cancelled'],
    )
    await advance(world, 60)
    const refused = await eventually(
      async () => (await entriesOf(world, id)).find(({ type }) => type === 'late_order_refused'),
      'it arrives',
    )
    assert.equal(refused.why, 'key_cancelled')
    const { summary } = await world.bank('GET', '/control/summary')
    assert.equal(summary[id], undefined)
    assert.equal((await read(world, id)).reason, 'not_executed')
  })

  it('and executed all the same by a bank that breaks its promise, is found within a day: alert, mail, review', async (t) => {
    let mails: SmtpServer['mails'] = []
    const world = await openWorldFor(t, async (before) => {
      const smtp = await startSmtpServer(before)
      mails = smtp.mails
      return {
        ownProcess: true,
        bankEnv: { SIMBANK_LATE_ORDERS: 'execute' },
        env: { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'Pasarela <pay@example.com>' },
      }
    })
    const id = await toldError(world)
    await advance(world, 60)
    await eventually(
      async () => ((await world.bank('GET', '/control/summary')).summary[id]?.executed === 1 ? true : undefined),
      'the bank executes it',
    )
    await world.killGateway()
    await world.startGateway()
    assert.equal((await read(world, id)).reason, 'not_executed', 'nobody knows yet')
    await advance(world, 30 * 60)
    const operator = await world.signIn('admin')
    const alert = await eventually(
      async () =>
        (await operator.call('GET', '/console/alerts')).body.data.items.find(
          (each: { kind: string }) => each.kind === 'late_execution',
        ),
      'the alert',
      patienceMs,
    )
    assert.match(alert.title, /may be paid twice/)
    const mail = await eventually(
      async () =>
        await Promise.resolve(
          mails.find(
            ({ to, headers }) =>
              to === world.demo.people.admin.email && /paid twice/.test(headers.get('subject')?.[0] ?? ''),
          ),
        ),
      'the mail',
      patienceMs,
    )
    assert.ok(mail)
    const data = await read(world, id)
    assert.deepEqual([data.status, data.reason], ['ERROR', 'not_executed'], 'the merchant’s status does not change')
    const waiting = await operator.call('GET', '/console/operator/attention')
    assert.ok(JSON.stringify(waiting.body).includes(id), 'it stands in the review queue')
  })
})
