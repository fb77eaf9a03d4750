import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { webhookSecret } from '../../src/extras/pix-api/credentials.ts'
import { accountValues, type CheckedPsp, checkedPsp, pixKey } from '../contracts/checked-psp.ts'
import type { Json } from '../contracts/description.ts'
import { descriptionNames, needing } from '../contracts/descriptions-folder.ts'
import { issueCertificate } from '../support/certificates.ts'
import { httpsReceiver } from '../support/https-receiver.ts'
import type { Operators } from '../support/people.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

interface Certified {
  code: number
  out: string
  err: string
  run: Wire
}

describe('the certification of an account at a provider', needing(descriptionNames.pix), () => {
  let checked: CheckedPsp
  // The PSP tells payments to https addresses alone: this one passes them on to the gateway.
  const world = openWorld(async (t) => {
    checked = await checkedPsp(t)
    const front = await httpsReceiver(t, await issueCertificate(checked.authority))
    front.answerWith(({ path, headers, body }, response) => {
      fetch(`${world.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': String(headers['content-type']) },
        body,
      })
        .then(({ status }) => response.writeHead(status).end())
        .catch(() => response.destroy())
    })
    return { env: { CALLBACK_ALLOW_CIDRS: '127.0.0.0/8', PUBLIC_URL: front.url } }
  })
  let people: Operators
  let accountId = ''
  let values: ReturnType<typeof accountValues>

  before(async () => {
    people = await world.operators()
    values = accountValues(checked)
    accountId = await connect(values)
  })

  const control = async (method: string, path: string, body?: Json) => {
    const answer = await checked.psp.control(method, path, body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body
  }
  const fault = async (kind: string, call: string, more: Json = {}) =>
    await control('POST', '/faults', { kind, call: call.replace(' ', ' /api/v2'), ...more })
  /** Tries credentials and puts them to use. Returns the account's id. */
  const connect = async (given: Record<string, string>, ...more: string[]): Promise<string> => {
    const file = join(world.folder, 'values.json')
    writeFileSync(file, JSON.stringify(given))
    const what = ['--connector', 'pix-api', '--environment', 'test', '--name', 'Pix sandbox', '--values', file]
    const { draft_id } = await world.facts('provider', 'try', ...what, ...more, '--by', 'ana')
    return (
      (await world.facts('provider', 'set', '--draft', String(draft_id), '--by', 'ana'))['connector_account_id'] ?? ''
    )
  }
  /** Runs the command, while a person pays what it asks for. */
  const certify = async (...more: string[]): Promise<Certified> => {
    const { main } = await import('../../src/extras/cli/main.ts')
    const [out, err]: string[][] = [[], []]
    const paid: Promise<unknown>[] = []
    const code = await main(['provider', 'certify', '--account', 'Pix sandbox', '--by', 'ana', '--json', ...more], {
      env: world.env,
      out: (line) => out?.push(line),
      err: (line) => {
        err?.push(line)
        const [, txid] = /\(txid (\w+)\)/.exec(line) ?? []
        if (txid) paid.push(control('POST', '/pay', { txid, amount: '0.01' }))
      },
    })
    await Promise.all(paid)
    const text = (out ?? []).join('\n')
    printed.push(text, ...(err ?? []))
    return { code, out: text, err: (err ?? []).join('\n'), run: text === '' ? undefined : JSON.parse(text) }
  }
  /** Everything that the command printed. */
  const printed: string[] = []
  const stepsIn = ({ run }: Certified, state: string): string[] =>
    run.steps.filter((step: Wire) => step.state === state).map(({ name }: Wire) => name)
  const shown = async (): Promise<Wire> => {
    const { accounts } = (await people.ana.call('GET', '/console/operator/providers')).body.data
    return accounts.find((each: Wire) => each.connector_account_id === accountId).certification
  }
  const listed = async () => (await world.command('provider', 'list')).output
  const count = async (from: string) => Number((await world.db.query(`select count(*) from ${from}`)).rows[0].count)
  const books = async () => [
    await count('transactions'),
    await count('ledger_transfers'),
    await count('callback_events'),
  ]
  /** The answer to a charge comes after more time than the run waits for the one that it loses. */
  const answerSlowly = async () => await fault('delay', 'PUT /cob/', { count: 9, delay_ms: 200, booked: true })

  it('passes at a provider that does as the standard says, and leaves nothing there and nothing in the books', async () => {
    assert.deepEqual(await shown(), { state: 'not_certified', run: null })
    assert.match(await listed(), /Pix sandbox.*contract-tested, not certified/)
    const before = await books()
    await answerSlowly()
    const done = await certify()
    assert.equal(done.code, 0, `${done.out}\n${done.err}`)
    assert.deepEqual([stepsIn(done, 'passed').length, done.run.steps.length], [15, 15])
    assert.deepEqual([done.run.outcome, done.run.run_by, done.run.release], ['passed', 'ana', '0.1.0'])
    const [first] = done.run.steps
    assert.match(first.request_ids[0], /^[0-9a-f-]{36}$/, 'the provider’s own id of the call')
    const charges = (await control('GET', '/records'))['charges'] as Json[]
    const open = charges.filter(({ status }) => status === 'ATIVA')
    const returned = charges.flatMap((each) => (each['returned'] === '0.00' ? [] : each['returned']))
    assert.deepEqual([open, returned], [[], ['0.01']])
    // Pushes of payment and refund were answered, and are dropped.
    await eventually(async () => {
      const left = await count(`provider_notifications where state <> 'processed'`)
      return left === 0 ? true : undefined
    }, 'the end of its notifications')
    assert.ok((await count('provider_notifications')) > 1)
    assert.deepEqual([await books(), await count('incoming_money')], [before, 0])
    const { state, run } = await shown()
    assert.deepEqual([state, run.run_by, run.passed, run.steps.length], ['certified', 'ana', 15, 15])
    assert.equal(run.steps[1].label, 'A charge has its code within 6 seconds')
    assert.match(await listed(), /certified on \S+Z by ana \(15 of 15 steps\)/)
    await world.db.query('update gateway_clock set offset_ms = 3600000')
    const verified = await world.command('verify')
    assert.match(verified.output, /^I3\s+holds\s+1 looked at/m, 'its payments are no difference')
    await world.db.query('update gateway_clock set offset_ms = 0')
    const entry = await world.db.query(`select detail from audit_log where action = 'provider.certify'`)
    assert.deepEqual([entry.rows[0].detail.outcome, entry.rows[0].detail.run_id], ['passed', run.run_id])
  })

  it('counts for the credentials with which it ran', async () => {
    await connect({ holder: 'Outra Loja' }, '--account', accountId)
    assert.equal((await shown()).state, 'certified_before_change')
    assert.match(await listed(), /certified before the last change, on \S+Z by ana/)
  })

  it('fails in the steps whose faults the provider has, and in no other', async () => {
    await control('DELETE', '/faults')
    await fault('no_code', 'PUT /cob/')
    await fault('another_amount', 'PUT /cobv/')
    await fault('another_webhook', 'GET /webhook/', { count: 9 })
    await answerSlowly()
    const done = await certify()
    await control('DELETE', '/faults')
    assert.deepEqual(stepsIn(done, 'failed'), ['code_in_time', 'due_charge', 'webhook'], done.out)
    assert.deepEqual([stepsIn(done, 'skipped'), done.code, done.run.outcome], [[], 1, 'failed'])
    const { state, run } = await shown()
    assert.deepEqual([state, run.outcome, run.passed], ['not_certified', 'failed', 12])
  })

  it('skips what needs a person who is not there, and certifies nothing then', async () => {
    await answerSlowly()
    const done = await certify('--wait', '0')
    assert.deepEqual(stepsIn(done, 'skipped'), ['payment', 'push', 'refund', 'same_refund'])
    assert.deepEqual([stepsIn(done, 'failed'), done.run.outcome, done.code], [[], 'incomplete', 1])
    assert.equal((await shown()).state, 'not_certified')
    await control('POST', '/faults', { kind: 'status', call: 'POST /oauth/', status: 503, count: 9 })
    const none = await certify()
    await control('DELETE', '/faults')
    assert.deepEqual([stepsIn(none, 'failed'), stepsIn(none, 'skipped').length], [['token_and_certificate'], 13])
    const live = await certify('--live', '--code', '000000')
    assert.deepEqual([live.code, live.out], [1, ''], 'nobody acts as if it were live by a name alone')
  })

  it('tells no secret, in its output, in its row and on its page', async () => {
    const { rows } = await world.db.query('select * from certification_runs')
    const { run } = await shown()
    const audit = (await world.db.query(`select detail from audit_log where action = 'provider.certify'`)).rows
    const told = JSON.stringify([rows, run, audit, printed])
    const address = webhookSecret({ id: accountId, credentials: JSON.stringify(values) })
    const key = values.private_key.split('\n')[1] ?? ''
    assert.ok(rows.length === 4 && printed.length > 50)
    for (const secret of [values.client_secret, address, key, pixKey]) {
      assert.ok(secret.length > 10 && !told.includes(secret) && !world.output().includes(secret))
    }
  })
})
