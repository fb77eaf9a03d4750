import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eventually, openWorld } from '../support/world.ts'

/** A killed process's leases run out after 15 s, then its work is taken up. */
const afterKillMaxMs = 180_000

const payin = (reference: string) => ({ service_code: 'BT_AR', amount: 10, reference, payer_doc_id: '20-26756539-3' })
const payout = (reference: string, amount = 10) => ({
  service_code: 'BT_AR',
  amount,
  reference,
  account_type: 'CBU',
  account: '2850590940090418135201',
})

describe('after a kill -9', () => {
  const world = openWorld({ ownProcess: true })
  const accepted = new Map<string, string>()

  const create = async (path: string, body: { reference: string }) => {
    const answer = await world.call('POST', `/api/v1/payments/${path}`, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    accepted.set(body.reference, answer.body.data.transaction_id)
  }
  const round = async (name: string) => {
    for (let index = 0; index < 10; index++) {
      await create('payin_hth', payin(`${name}-in-${index}`))
      await create('payout_hth', payout(`${name}-out-${index}`))
    }
  }
  const statusOf = async (id: string): Promise<string> => {
    const read = await world.call('GET', `/api/v1/payments/${id}`)
    assert.equal(read.status, 200)
    return read.body.data.status
  }
  const everythingCompletes = async () => {
    const open = new Set(accepted.values())
    await eventually(
      async () => {
        // Whoever has completed is not asked again, so that the wait leaves the processor to what it waits for.
        for (const id of open) {
          if ((await statusOf(id)) !== 'COMPLETED') return undefined
          open.delete(id)
        }
        return true
      },
      'every accepted transaction completes',
      afterKillMaxMs,
    )
    for (const id of accepted.values()) assert.equal(await statusOf(id), 'COMPLETED')
  }

  const roundsOfExpiry = async (): Promise<number> => {
    const text = await (await fetch(`${world.url}/metrics`)).text()
    return [...text.matchAll(/^job_runs_total\{job="expire",[^}]*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    )
  }

  it('of the gateway, of the bank and of both, every accepted transaction is there and completes', async () => {
    await round('gateway')
    await world.killGateway()
    await world.startGateway()
    await everythingCompletes()

    await round('bank')
    await world.killBank()
    await world.startBank()
    await everythingCompletes()

    await round('both')
    await Promise.all([world.killGateway(), world.killBank()])
    await world.startBank()
    await world.startGateway()
    await everythingCompletes()
    assert.equal(accepted.size, 60)
  })

  it('the bank’s book is whole: every order once, nothing executed twice', async () => {
    const book = await world.bank('GET', '/control/book?after=0&limit=1000')
    const text = JSON.stringify(book)
    for (const id of accepted.values()) assert.ok(text.includes(id), `${id} is not in the book`)
    const summary = JSON.stringify(await world.bank('GET', '/control/summary'))
    assert.ok(!/"executed":([2-9]|\d\d)/.test(summary), summary)
  })

  it('a pay-in that is created while the bank is away is announced when it is back', async () => {
    await world.killBank()
    await create('payin_hth', payin('lonely'))
    await world.startBank()
    await everythingCompletes()
  })

  it('a payout while the bank is away stays PENDING and is sent later, once', async () => {
    await world.killBank()
    const answer = await world.call('POST', '/api/v1/payments/payout_hth', { body: payout('waiting') })
    assert.equal(answer.status, 200)
    assert.equal(answer.body.data.status, 'PENDING')
    accepted.set('waiting', answer.body.data.transaction_id)
    await world.startBank()
    await everythingCompletes()
  })

  it('a pay-in that expires while the bank is away stays PENDING until the bank says that nobody paid', async () => {
    const expiredAt = new Date(Date.now() + 15_000).toISOString()
    const body = { ...payin('overdue'), amount: 777.01, expired_at: expiredAt }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    const path = `/api/v1/payments/${answer.body.data.transaction_id}`
    await eventually(async () => {
      const orders = await world.bank('GET', '/control/summary')
      return answer.body.data.transaction_id in orders.summary ? true : undefined
    }, 'the bank knows the order')
    await world.killBank()
    await eventually(() => new Date() > new Date(expiredAt) || undefined, 'it is overdue')
    const rounds = await roundsOfExpiry()
    await eventually(async () => (await roundsOfExpiry()) > rounds + 1 || undefined, 'the gateway has looked at it')
    const overdue = await world.call('GET', path)
    assert.equal(overdue.body.data.status, 'PENDING')
    await world.startBank()
    const after = await eventually(
      async () => {
        const read = await world.call('GET', path)
        return read.body.data.status === 'PENDING' ? undefined : read.body.data
      },
      'the overdue pay-in ends',
      afterKillMaxMs,
    )
    assert.equal(after.status, 'EXPIRED')
  })
})
