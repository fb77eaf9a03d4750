import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { eventually, openWorld } from '../../../test/support/world.ts'
import { readBrCode } from '../identifiers/br/br-code.ts'
import { methods } from '../payment-methods/index.ts'

/** Without digits, because random digits may form a card number, which is refused. */
const aReference = () =>
  randomBytes(11)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/** Amounts with special behaviour in the simulated bank: never paid, paid to nine tenths, and refused. */
const unpaid = 777.01
const partlyPaid = 777.1
const refusedAmount = 777.02

const examples = new Map<string, Record<string, unknown>>(methods.map((method) => [method.code, method.payin.example]))

describe('the payer’s page', () => {
  const world = openWorld()

  const create = async (
    code: string,
    changes: Record<string, unknown> = {},
    reference = aReference(),
  ): Promise<Record<string, string>> => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', {
      body: { ...examples.get(code), amount: unpaid, reference, ...changes },
    })
    // A machine that is busy may refuse for a while, and a merchant sends the same request again.
    if (answer.status === 503) return await create(code, changes, reference)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data as Record<string, string>
  }
  const card = async (number: string, changes: Record<string, unknown> = {}) => {
    const body = {
      service_code: 'CC1_IG_TRUST_WW_EUR',
      amount: 12.5,
      reference: aReference(),
      payer_name: 'PAGADOR',
      payer_lastname: 'DE PRUEBA',
      payer_phone: '+51987654321',
      payer_email: 'payer@example.com',
      payer_address: 'Calle Ejemplo 100',
      payer_city: 'Lima',
      payer_state_iso_code: 'PE-LIM',
      payer_country_iso: 'PE',
      payer_zip_code: '15001',
      payer_ip_address: '203.0.113.10',
      payer_card_number: number,
      payer_card_type: 'VISA',
      payer_card_holder_name: 'PAGADOR DE PRUEBA',
      payer_card_security_code: '012',
      payer_card_exp_month: '12',
      payer_card_exp_year: '2034',
      ...changes,
    }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data as Record<string, string>
  }
  const open = async (address: string | undefined, language = 'en') => {
    const response = await fetch(address ?? '', { redirect: 'manual', headers: { 'accept-language': language } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const openUntil = async (address: string | undefined, words: string) =>
    await eventually(async () => {
      const page = await open(address)
      return page.text.includes(words) ? page : undefined
    }, `a page with "${words}"`)

  it('runs only its own style and script, is not cached and sends no referrer', async () => {
    const page = await open((await create('BT_AR'))['payment_url'])
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
    const policy = page.headers.get('content-security-policy') ?? ''
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1]
    assert.ok(nonce && policy.includes("default-src 'none'") && policy.includes("frame-ancestors 'none'"))
    assert.ok(!policy.includes('unsafe'))
    for (const [, attributes] of page.text.matchAll(/<(?:script|style)([^>]*)>/g))
      assert.equal(attributes, ` nonce="${nonce}"`)
    assert.ok(!/ style=| on[a-z]+=|<img|<iframe/.test(page.text))
    const forms = [...page.text.matchAll(/<form[^>]*>/g)].map(([form]) => form)
    assert.match(forms.join(), /^<form method="post" action="\/pay\/[\w-]{22}\/payer-reference">$/)
    assert.ok(policy.includes("form-action 'self'"), 'what the payer writes goes to ourselves only')
    const again = await open((await create('BT_AR'))['payment_url'])
    assert.ok(!again.text.includes(nonce), 'every page has its own')
  })

  it('reloads while the payment is pending, also without script, and leaves time to fill in a form', async () => {
    for (const [code, seconds] of [
      ['DEBIN_AR', 5],
      ['BT_AR', 60],
    ] as const) {
      const page = await open((await create(code))['payment_url'])
      assert.ok(page.text.includes(`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`), code)
      assert.equal(page.text.includes('<form'), code === 'BT_AR')
      assert.match(page.text, /<body data-state="PENDING:/)
    }
  })

  it('of a bank transfer shows the amount in the country’s format and every detail, to read and to copy', async () => {
    const data = await create('BT_AR', { amount: 15_777.01 })
    const { text } = await open(data['payment_url'])
    assert.match(text, /<span data-value>\$\u00a015\.777,01<\/span> <small>ARS<\/small>/)
    assert.ok(text.includes('data-copy="15777,01"'), 'the amount as the bank’s app takes it')
    assert.ok(text.indexOf('Payment details') < text.indexOf('How to pay'), 'what to copy comes before the steps')
    for (const name of ['target_account_num', 'target_account_beneficiary', 'target_account_reference']) {
      assert.ok(text.includes(`data-copy="${data[name]}"`), name)
    }
    assert.ok(text.includes(`data-until="${data['expired_at']?.slice(0, 23)}Z"`))
    assert.match(text, /<time [^>]*data-local>[^<]* Time<\/time>/)
  })

  it('of every method shows how to pay, in the language of the browser, else of the country', async () => {
    for (const [code, word] of [
      ['BT_CL', 'RUT'],
      ['PM_VE', ''],
      ['YP_PE', ''],
      ['DEBIN_AR', ''],
      ['SPEI_MX', 'CLABE'],
    ] as const) {
      const { text } = await open((await create(code, code === 'BT_CL' ? { amount: 77_701 } : {}))['payment_url'], 'de')
      assert.match(text, /<html lang="es">/, code)
      assert.match(text, /<h2>Cómo pagar<\/h2><ol><li><span>/, code)
      if (word === 'CLABE') assert.ok(text.includes(word))
    }
    const { payment_url: url } = await create('PIX_BR')
    assert.match((await open(url, 'de')).text, /<html lang="pt">[\s\S]*Como pagar/)
    assert.match((await open(url, 'en-GB')).text, /<html lang="en">[\s\S]*How to pay/)
    assert.match((await open(url, 'es')).text, /<html lang="es">[\s\S]*Cómo pagar/)
  })

  it('of Pix has the code as text and as an inline picture', async () => {
    const data = await create('PIX_BR')
    const { text } = await open(data['payment_url'])
    assert.ok(text.includes(`data-copy="${data['pix_br_code']}"`))
    assert.equal(text.split('data-copy="').length, 2, 'the code contains the amount, so only the code is copied')
    assert.match(text, /<div class="qr" role="img" aria-label="[^"]+"><svg [^>]*viewBox/)
  })

  it('of a test payment is marked as a test and links to the simulated payer', async () => {
    const { text } = await openUntil((await create('BT_AR'))['payment_url'], 'Open the simulated bank')
    assert.match(text, /class="ribbon"><strong>TEST<\/strong>/)
    assert.ok(text.includes(`href="${world.bankUrl}/payer/`))
  })

  it('escapes what the merchant sent', async () => {
    const data = await create('BT_AR', { reference: `"><script>alert('${randomBytes(4).toString('hex')}')</script>` })
    const { text } = await open(data['payment_url'])
    assert.ok(!text.includes('<script>alert') && text.includes('&lt;script&gt;alert'))
  })

  it('changes to paid by itself with the received amount, after its polled state changed', async () => {
    const { payment_url: url } = await create('BT_AR', { amount: 25.5 })
    const page = await openUntil(url, 'Payment received')
    assert.match(page.text, /\$\u00a025,50/)
    assert.ok(!page.text.includes('How to pay') && !page.text.includes('http-equiv'))
    const state = await fetch(`${url}/status`)
    assert.deepEqual(await state.json(), { state: 'COMPLETED:paid:2550' })
  })

  it('shows a full reversal', async () => {
    const { payment_url: url, transaction_id: id } = await create('BT_AR', { amount: 25.5 })
    await openUntil(url, 'Payment received')
    const back = await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'reversed' } })
    assert.equal(back.status, 200)
    const { text } = await openUntil(url, 'was sent back')
    assert.match(text, /\$\u00a025,50/)
    assert.ok(!text.includes('Payment received') && !text.includes('paid nothing'))
  })

  it('shows the missing amount after a partial payment', async () => {
    const { text } = await openUntil((await create('SPEI_MX', { amount: partlyPaid }))['payment_url'], 'still missing')
    assert.match(
      text,
      /Still to pay[\s\S]*\$77\.71<\/span> <small>[\s\S]*\$699\.39 of \$777\.10 arrived so far\. \$77\.71 is still missing/,
    )
    assert.ok(!text.includes('exactly this amount'))
  })

  it('shows a Pix code of the missing amount after a partial payment', async () => {
    const { text } = await openUntil((await create('PIX_BR', { amount: partlyPaid }))['payment_url'], 'still missing')
    const [, code = ''] = /data-copy="(0002[^"]+)"/.exec(text) ?? []
    const read = readBrCode(code)
    assert.ok(read.ok)
    assert.equal(read.amount, '77.71')
    assert.match(text, /R\$\u00a077,71<\/span>/)
  })

  it('explains the next step after a failure, a cancellation and an expiry', async () => {
    const refused = await create('BT_AR', { amount: refusedAmount })
    const failed = await openUntil(refused['payment_url'], 'did not go through')
    assert.match(failed.text, /<p class="why">There was not enough money or credit for this amount\.<\/p>/)
    assert.ok(!failed.text.includes('insufficient_funds'), 'no code')
    const inSpanish = await open(refused['payment_url'], 'es')
    assert.match(inSpanish.text, /<p class="why">No había saldo o crédito suficiente para este monto\.<\/p>/)
    const cancelled = await create('BT_AR')
    // Refused while the new order is being registered with the bank.
    await eventually(async () => {
      const answer = await world.call('POST', `/api/v1/payments/${cancelled['transaction_id']}/cancel`)
      return answer.status === 200 ? answer : undefined
    }, 'the cancellation')
    assert.match((await open(cancelled['payment_url'])).text, /was cancelled/)
    const expired = await create('BT_AR', { expired_at: new Date(Date.now() + 1_000).toISOString() })
    const page = await openUntil(expired['payment_url'], 'has expired')
    assert.ok(!page.text.includes('data-copy="'))
  })

  it('of a card sends the payer to the bank’s challenge, and does not redirect there again on the return', async () => {
    const data = await card('4000002760003184', { url_handler_redirect: 'https://shop.example/back' })
    const away = await eventually(async () => {
      const page = await open(data['redirect_url'])
      return page.status === 303 ? page : undefined
    }, 'the way to the challenge')
    assert.ok(away.headers.get('location')?.startsWith(world.bankUrl))
    const returned = await open(`${data['redirect_url']}/return`)
    assert.equal(returned.status, 200)
    assert.match(returned.text, /Payment in progress[\s\S]*•••• 3184/)
  })

  it('of a final card payment shows the result with a link to the shop, and the return redirects to the shop', async () => {
    const data = await card('4000000000000002', { url_handler_redirect: 'https://shop.example/back?order=1&x="' })
    const page = await openUntil(data['redirect_url'], 'did not go through')
    const href = /<a class="button wide" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&')
    assert.match(href ?? '', /^https:\/\/shop\.example\/back\?order=1&.*status=ERROR.*sig=[0-9a-f]{64}$/)
    const returned = await open(`${data['redirect_url']}/return`)
    assert.equal(returned.status, 303)
    assert.ok(returned.headers.get('location')?.startsWith('https://shop.example/back?'))
    const plain = await card('4000000000000002')
    await openUntil(plain['redirect_url'], 'did not go through')
    assert.match((await open(`${plain['redirect_url']}/return`)).text, /did not go through/)
  })

  it('of an unknown token is an error page in the payer’s language', async () => {
    for (const path of [
      '/pay/x',
      `/pay/${'A'.repeat(22)}`,
      '/pay/%00',
      `/pay/${'A'.repeat(22)}/return`,
      '/pay/x/status',
    ]) {
      const page = await open(`${world.url}${path}`, 'es')
      assert.equal(page.status, 404, path)
      assert.match(page.text, /No existe ese pago/, path)
    }
  })

  it('writes no token to the log', () => {
    const tokens = [...world.output().matchAll(/"route":"(\/pay\/[^"]*)"/g)].map((match) => match[1])
    assert.ok(tokens.length > 10)
    assert.deepEqual([...new Set(tokens)].sort(), ['/pay/:token', '/pay/:token/return', '/pay/:token/status'])
  })
})
