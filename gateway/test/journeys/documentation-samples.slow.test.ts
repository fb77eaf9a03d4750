import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { isInstalled, type ProgramLanguage, programLanguages, runProgram, skipAloud } from '../support/run-program.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

const payments = '/api/v1/payments'

/** In the order of the tabs of a page. */
const tabs: readonly ProgramLanguage[] = ['sh', 'mjs', 'py', 'php']

interface Sample {
  /** The page and the section on it, such as `reference/pay-ins#createpayin`. */
  readonly place: string
  readonly sources: Readonly<Record<string, string>>
}

/** Operations that a second language finds already done, or done a moment ago, by their section. */
const doneOnce = /#(rotatewebhooksecret|rotateapitoken|resendcallback|resenddelivery)$/

/** What belongs to a person who decides payouts, and to a program that sets up callbacks. */
const ofApprover = /#(approvepayout|rejectpayout)$/
const ofSettings =
  /#(getwebhook|setwebhook|testwebhook|rotate\w+|explaincallback|listdeliveries|getdelivery|resenddelivery|recovercallbacks)$/

describe('the samples of the reference and of the service codes', () => {
  const world = openWorld({ docs: true })
  let samples: Sample[] = []
  let approver = ''
  let paidId = ''
  let refundId = ''
  let deliveryId = ''
  let linkId = ''
  let withdrawalId = ''
  let callback: { body: string; id: string }

  before(async () => {
    const { pages } = (await (await fetch(`${world.url}/docs/site.json`)).json()) as { pages: { path: string }[] }
    const paths = pages.map(({ path }) => path).filter((path) => /^(reference|methods)\//.test(path))
    samples = (await Promise.all(paths.map(async (path) => samplesOf(path, await textOf(path))))).flat()
    const { demo } = world
    const named = ['--point', demo.auth_point_id, '--scopes', 'approve_payouts,read', '--name', 'Approver']
    approver = (await world.facts('key', 'create', ...named))['api_key'] ?? ''
    const limits = ['--point', demo.auth_point_id, '--currency', 'ARS', '--approval-above', '50000', '--by', 'ana']
    await world.facts('point', 'limits', ...limits)
    paidId = await payin(100)
    await world.call('POST', `/api/v1/test/payments/${paidId}/simulate`, { body: { event: 'paid' } })
    // A busy machine hears of the payment after the reply.
    await eventually(async () => {
      const { body } = await world.call('GET', `${payments}/${paidId}`)
      return body.data.status === 'COMPLETED' ? true : undefined
    }, 'the pay-in is paid')
    const refund = await world.call('POST', `${payments}/${paidId}/refunds`, { body: { reference: 'one', amount: 1 } })
    refundId = refund.body.data.refund_id
    linkId = await paymentLink()
    withdrawalId = await withdrawal()
    deliveryId = await eventually(async () => {
      const path = `/api/v1/webhook/deliveries?transaction_id=${paidId}`
      const { body } = await world.call('GET', path, { key: demo.settings_key })
      return body.data.deliveries[0]?.delivery_id as string | undefined
    }, 'the delivery is there')
    callback = await eventually(async () => {
      const { body } = await world.call('GET', '/api/v1/test/inbox?limit=100')
      const newest = body.data.messages.at(-1)
      return newest === undefined ? undefined : { body: newest.body, id: newest.headers['webhook-id'] }
    }, 'a callback is in the inbox')
  })

  const textOf = async (path: string) => await (await fetch(`${world.url}/docs/${path}`)).text()

  const payin = async (amount: number): Promise<string> => {
    const body = { service_code: 'BT_AR', payer_doc_id: '20-26756539-3', reference: randomUUID(), amount }
    const answer = await world.call('POST', `${payments}/payin_hth`, { body })
    return answer.body.data.transaction_id
  }

  const waitingPayout = async (): Promise<string> => {
    const target = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }
    const body = { ...target, reference: randomUUID(), amount: 60_000 }
    const answer = await world.call('POST', `${payments}/payout_hth`, { body })
    assert.equal(answer.body.data.status, 'PENDING', JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }

  const paymentLink = async (): Promise<string> => {
    const body = { reference: 'a-link', title: 'A chair', amount: 100, currency: 'ARS' }
    return (await world.call('POST', '/api/v1/payment-links', { body })).body.data.payment_link_id
  }

  /** The first to an account that an operator looked at. */
  const withdrawal = async (): Promise<string> => {
    const [owner, people] = [await world.person({ steppedUp: true }), await world.operators()]
    const account = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }
    const path = `/console/points/${world.demo.auth_point_id}/withdrawal-accounts`
    const { accounts } = (await owner.call('POST', path, { body: account })).body.data
    const input = { withdrawal_account_id: accounts[0].withdrawal_account_id }
    const { proposal_id: id } = await people.propose({ action: 'withdrawal_account', input, evidence: 'seen' })
    if (id !== null) await people.decide(id, 'do')
    const body = { service_code: 'BT_AR', reference: 'a-withdrawal', amount: 10 }
    return (await world.call('POST', '/api/v1/withdrawals', { body })).body.data.withdrawal_id
  }

  /** The transaction that a section is about: one that waits, or one that was paid. */
  const transactionFor = async (place: string): Promise<string> => {
    if (ofApprover.test(place)) return await waitingPayout()
    if (/#(cancelpayin|givepayerreference|simulate)$/.test(place)) return await payin(777.01)
    if (/#getrefund$/.test(place)) return refundId
    return paidId
  }

  const filled = async (source: string, place: string): Promise<string> => {
    const id = source.includes('TRANSACTION_ID') ? await transactionFor(place) : ''
    // Python and PHP write a text as JSON does, between other marks: a callback's quotes are escaped in each.
    return source
      .replaceAll('TRANSACTION_ID', id)
      .replaceAll('DELIVERY_ID', deliveryId)
      .replaceAll('PAYMENT_LINK_ID', linkId)
      .replaceAll('WITHDRAWAL_ID', withdrawalId)
      .replaceAll('WEBHOOK_ID', callback.id)
      .replaceAll('CALLBACK_BODY', callback.body.replaceAll('"', ' '))
      .replaceAll('SINCE', new Date().toISOString())
  }

  const keyFor = (place: string): string => {
    if (ofApprover.test(place)) return approver
    return ofSettings.test(place) ? world.demo.settings_key : world.demo.api_key
  }

  it('are there for every operation that a program calls', () => {
    assert.ok(samples.length > 60, String(samples.length))
    for (const { place, sources } of samples) assert.deepEqual(Object.keys(sources), tabs, place)
  })

  for (const language of tabs) {
    const title = `do what their page says: ${programLanguages[language].needs}`
    if (!isInstalled(language)) {
      it(title, (t) => skipAloud(`The samples of the reference in ${language} were`, language, t))
      continue
    }
    it(title, async () => {
      const faults: string[] = []
      for (const { place, sources } of samples) {
        const input = await filled(sources[language] ?? '', place)
        const env = { PATH: process.env['PATH'], PASARELA_URL: world.url, PASARELA_KEY: keyFor(place) }
        const output = await runProgram(language, { input, env }).catch((error: Error) => error.message)
        if (!isRight(output, place)) faults.push(`${place}: ${output.slice(0, 100)} … ${output.slice(-300)}`)
      }
      assert.deepEqual(faults, [])
    })
  }
})

/** Replies of the merchant API say that they succeeded; other pages only must not be a refusal. */
function isRight(output: string, place: string): boolean {
  if (doneOnce.test(place) && /not_in_this_state|rate_limited/.test(output)) return true
  const isOfApi = !/#(landing|errorcodes|openapi|llmstext|health|readiness|metrics)$/.test(place)
  return isOfApi
    ? /"status":\s*"success"/.test(output)
    : output.length > 15 && !/"status":\s*"fail"|Traceback/.test(output)
}

/** The groups of four programs on a page, each under the anchor of its heading. */
function samplesOf(path: string, html: string): Sample[] {
  const parts = html.split(/(?=<h[23] id=")/)
  return parts.flatMap((part) => {
    const anchor = /^<h[23] id="([^"]+)"/.exec(part)?.[1]
    const blocks = [...part.matchAll(/<div class="language-(\w+)[^"]*">[\s\S]*?<pre[^>]*><code>([\s\S]*?)<\/code>/g)]
    if (anchor === undefined || blocks.length === 0) return []
    const endings: Readonly<Record<string, string>> = { js: 'mjs' }
    const sources = blocks.map(([, language = '', code = '']) => [endings[language] ?? language, plain(code)])
    return [{ place: `${path}#${anchor}`, sources: Object.fromEntries(sources) as Wire }]
  })
}

function plain(html: string): string {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }
  return html.replace(/<[^>]+>/g, '').replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (hex || decimal) return String.fromCodePoint(Number.parseInt(hex ?? decimal, hex ? 16 : 10))
    return entities[name] ?? all
  })
}
