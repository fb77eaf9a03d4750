import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { ConsoleClient } from '../../support/console-client.ts'
import { openWorld, type Wire } from '../../support/world.ts'

const account = '2850590940090418135201'

describe('a session that somebody left open', () => {
  const world = openWorld()
  let live = ''
  let left: ConsoleClient
  let proven: ConsoleClient
  let references = 0
  before(async () => {
    const point = await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    live = point['auth_point_id'] ?? ''
    const alone = ['--note', 'wire', '--by', 'ANA', '--break-glass']
    await world.facts('account', 'add', '--service', 'BT_AR', '--number', account, '--beneficiary', 'S', ...alone)
    const wire = ['--currency', 'ARS', '--amount', '1000', ...alone]
    await world.facts('point', 'fund', '--point', live, ...wire)
    left = await world.person({ pointId: live })
    proven = await world.person({ pointId: live, steppedUp: true })
  })

  const payout = async (person: ConsoleClient, pointId: string): Promise<Wire> => {
    const body = {
      service_code: 'BT_AR',
      amount: 10,
      reference: `left-open-${++references}`,
      account_type: 'CBU',
      account,
      account_beneficiary: 'Ana Paz',
      account_doc_id: '20267565393',
    }
    return await person.call('POST', `/console/points/${pointId}/payments/payout_hth`, { body })
  }

  it('pays out nothing of a live point before its person proves to be there', async () => {
    const refused = await payout(left, live)
    assert.deepEqual([refused['status'], refused['body'].error?.code], [403, 'step_up_required'])
    const made = await payout(proven, live)
    assert.deepEqual([made['status'], made['body'].data?.status], [200, 'PENDING'], JSON.stringify(made['body']))
    const { rows } = await world.db.query('select count(*)::int as n from transactions where point_id = $1', [live])
    assert.equal(rows[0].n, 1)
    const test = world.demo.auth_point_id
    const trying = await world.person({ pointId: test })
    assert.equal((await payout(trying, test))['status'], 200, 'in test nobody is asked')
  })

  it('moves the callbacks of a live point only after a proof and under its person’s name, and their secrets are not written down', async () => {
    const path = `/console/points/${live}/webhook`
    const refused = await left.call('PUT', path, { body: { url: 'https://thief.example.com/' } })
    assert.deepEqual([refused.status, refused.body.error?.code], [403, 'step_up_required'])
    const put = async (body: object) => assert.equal((await proven.call('PUT', path, { body })).status, 200)
    await put({ url: 'https://shop.example.com/hook?token=top-secret' })
    await put({ rate_per_second: 7 })
    await put({ rate_per_second: 7 })
    const { rows } = await world.db.query(
      `select action, detail, user_id is not null as by_person, merchant_id is not null as theirs, origin
        from audit_log where object_id = $1 and action ~ '^(webhook|callback_address)' order by created_at, id`,
      [live],
    )
    assert.deepEqual(
      rows.map(({ action, detail, by_person: person, theirs }) => [action, detail, person, theirs]),
      [
        ['callback_address.change', { url: { before: null, after: 'https://shop.example.com/hook' } }, true, true],
        ['webhook.set', { ratePerSecond: { before: rows[1].detail.ratePerSecond.before, after: 7 } }, true, true],
      ],
    )
    assert.ok(rows.every(({ origin }) => origin !== null))
  })
})
