import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { gatewayRoot } from '../support/processes.ts'
import { isInstalled, type ProgramLanguage, programLanguages, runProgram, skipAloud } from '../support/run-program.ts'
import { eventually, openWorld } from '../support/world.ts'

const snippets = resolve(gatewayRoot, '..', 'site', 'snippets')

/** What each program prints where it does what its guide says. */
const expected: Readonly<Record<string, readonly RegExp[]>> = {
  'declined-payment': [/"status":"PENDING"/],
  'first-payment': [/order-\S+ is COMPLETED/],
  'payment-link': [/"url":"[^"]+\/pay\/links\/[A-Za-z0-9_-]{22}"/],
  payout: [/salary-\S+ is COMPLETED/],
  refund: [/refund-\S+ is COMPLETED/],
  reconcile: [/^payin ARS [1-9]\d*\.\d\d$/m, /^payout MXN -[1-9]\d*\.\d\d$/m, /^refund ARS -\d+\.\d\d$/m],
  simulate: [/"reason":"underpaid"/, /"missing_amount":\d/],
  'verify-callback': [/^as it came: genuine$/m, /^one space added: forged$/m],
}

/** Those of the shell do less where a shell cannot do all. */
const expectedOfShell: Readonly<Record<string, readonly RegExp[]>> = {
  reconcile: [/"items":\[\{/, /"balances":\[\{/],
  'verify-callback': [/^[0-9a-f]{64}$/m],
}

/** Whether what payments, payouts and refunds did to each balance is that balance, to the cent. */
function isBalanced(output: string): boolean {
  const sums = new Map<string, number>()
  for (const [, kind, currency = '', amount] of output.matchAll(/^(\w+) (\w{3}) (-?\d+\.\d\d)$/gm)) {
    const cents = Math.round(Number(amount) * 100) * (kind === 'balance' ? -1 : 1)
    sums.set(currency, (sums.get(currency) ?? 0) + cents)
  }
  return sums.has('ARS') && sums.has('MXN') && [...sums.values()].every((cents) => cents === 0)
}

describe('the programs of the guides', () => {
  const all = readdirSync(snippets).sort()
  const world = openWorld()
  let env: Record<string, string | undefined>
  before(async () => {
    const { demo } = world
    env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PASARELA_URL: world.url,
      PASARELA_KEY: demo.api_key,
      PASARELA_POINT_ID: demo.auth_point_id,
      PASARELA_API_TOKEN: demo.auth_api_token,
      PASARELA_WEBHOOK_SECRET: demo.webhook_secret,
    }
    const body = {
      service_code: 'BT_AR',
      payer_doc_id: '20-26756539-3',
      reference: 'before-the-programs',
      amount: 1500.5,
    }
    await world.call('POST', '/api/v1/payments/payin_hth', { body })
    const transfer = { service_code: 'SPEI_MX', account_type: 'CLABE', account: '012180000118359713' }
    await world.call('POST', '/api/v1/payments/payout_hth', { body: { ...transfer, amount: 250, reference: 'before' } })
    // Callbacks of more than one status: a program must not count on the newest being of one of them.
    const declined = { ...body, reference: 'declined-before', amount: 777.04 }
    await world.call('POST', '/api/v1/payments/payin_hth', { body: declined })
    await newestCallback('COMPLETED')
    await newestCallback('ERROR')
    // Refunds with a share of the fee, one of them of a part and one that failed.
    const terms = ['--percent', '3.3', '--fixed', '1.5', '--service', 'BT_AR', '--pay-type', 'payin', '--by', 'ana']
    await world.facts('point', 'terms', '--point', demo.auth_point_id, ...terms)
    await world.facts('point', 'policies', '--point', demo.auth_point_id, '--refund-fee', 'give_back', '--by', 'ana')
    const sold = await world.call('POST', '/api/v1/payments/payin_hth', { body: { ...body, reference: 'refunded' } })
    await newestCallback('COMPLETED', sold.body.data.transaction_id)
    for (const [reference, amount] of Object.entries({ part: 333.33, failed: 777.02 })) {
      const refund = { reference, amount }
      const path = `/api/v1/payments/${sold.body.data.transaction_id}/refunds`
      assert.equal((await world.call('POST', path, { body: refund })).status, 201)
    }
  })

  const newestCallback = async (status: string, about = ''): Promise<{ api_key: number; security_hash: string }> =>
    await eventually(async () => {
      const { body } = await world.call('GET', '/api/v1/test/inbox?limit=100')
      const newest = body.data.messages.findLast((message: { body: string }) =>
        [status, about].every((text) => message.body.includes(text)),
      )
      return newest === undefined ? undefined : JSON.parse(newest.body)
    }, `a callback of a payment that is ${status}`)

  it('are all known here', () => {
    const names = new Set(all.map((file) => file.replace(/\.\w+$/, '')))
    assert.deepEqual([...names].sort(), Object.keys(expected).sort())
    assert.ok(all.length >= 18, all.join())
  })

  for (const file of all) {
    const [name = '', ending = ''] = file.split('.')
    assert.ok(ending in programLanguages, file)
    const language = ending as ProgramLanguage
    const title = `${file} prints what its guide says`
    if (!isInstalled(language)) {
      it(title, (t) => skipAloud(`site/snippets/${file} was`, language, t))
      continue
    }
    it(title, async () => {
      const newest = await newestCallback('COMPLETED')
      const args = file === 'verify-callback.sh' ? [String(newest.api_key)] : []
      const output = await runProgram(language, { args: [join(snippets, file), ...args], env })
      const wanted = (ending === 'sh' ? expectedOfShell[name] : undefined) ?? expected[name] ?? []
      for (const pattern of wanted) assert.match(output, pattern)
      if (name === 'reconcile' && ending !== 'sh') {
        // Payments of the programs before may be paid meanwhile.
        const run = async () => await runProgram(language, { args: [join(snippets, file)], env })
        await eventually(async () => (isBalanced(await run()) ? true : undefined), 'sums that are the balances')
      }
      if (file === 'verify-callback.sh') assert.equal(output.trim(), newest.security_hash)
    })
  }
})
