import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { brandColours } from '../../src/core/merchants/rules/brand-colours.ts'
import { methods } from '../../src/core/payment-methods/index.ts'
import { flatCard } from '../support/card-request.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { jpeg, png, pngChunk, pngChunks, pngOf, webpWithAlpha } from '../support/pictures.ts'
import { type Answer, eventually, openWorld, type Wire } from '../support/world.ts'

/** Amounts of the simulated bank: never paid, paid at once, and refused. */
const [unpaid, paid, refusedAmount] = [777.01, 25.5, 777.02]
const colour = '#ffd400'
const shopUrl = 'https://shop.example/thanks?from=pay'

/** Without digits: random ones may read as a card number, which is refused. */
const aReference = () => randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

describe('how a payer page looks', () => {
  const world = openWorld()
  let owner: ConsoleClient
  let point = ''
  before(async () => {
    point = world.demo.auth_point_id
    owner = await world.person({ steppedUp: true })
  })

  const put = async (body: object, at = point, by = owner): Promise<Answer> =>
    await by.call('PUT', `/console/points/${at}/payment-page`, { body })
  const set = async (body: object): Promise<Wire> => {
    const answer = await put(body)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const clear = async () =>
    await set({ display_name: null, shop_url: null, contact: null, brand_colour: null, logo: null })
  const base64 = (bytes: Buffer) => bytes.toString('base64')
  const storedBefore = async (type: string, bytes: Buffer) => {
    const hash = createHash('sha256').update(bytes).digest('hex')
    const change = 'update point_brands set logo = $2, logo_type = $3, logo_hash = $4 where point_id = $1'
    await world.db.query(change, [point, bytes, type, hash])
    return { logo: { url: `/pay/logos/${hash}` } }
  }
  const create = async (body: object): Promise<Wire> => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const payin = async (code: string, more: object = {}): Promise<Wire> => {
    const example = methods.find((method) => method.code === code)?.payin.example
    return await create({ ...example, amount: unpaid, reference: aReference(), ...more })
  }
  const open = async (url: string) => {
    const response = await fetch(url, { redirect: 'manual', headers: { 'accept-language': 'en' } })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const openUntil = async (url: string, words: string) =>
    await eventually(async () => {
      const page = await open(url)
      return page.text.includes(words) ? page : undefined
    }, `a page with "${words}"`)
  const audited = async (): Promise<Wire[]> =>
    (await world.db.query(`select * from audit_log where action = 'payment_page.set' order by id`)).rows
  const wayBack = (text: string) => /<a class="button wide" href="([^"]+)"[^>]*>([^<]+)/.exec(text)?.slice(1)

  it('is the merchant’s name and no picture until the merchant says more', async () => {
    const answer = await owner.call('GET', `/console/points/${point}/payment-page`)
    assert.deepEqual(answer.body.data, {
      merchant_name: 'Demo shop',
      environment: 'test',
      display_name: null,
      shop_url: null,
      contact: null,
      brand_colour: null,
      logo: null,
      sample: { currency: 'BRL', kind: 'qr' },
    })
    const { text, headers } = await open((await payin('PIX_BR')).payment_url)
    assert.match(text, /<span class="mark" aria-hidden="true">D<\/span><span>Demo shop<\/span>/)
    assert.ok(!text.includes('branded"') && !text.includes('<img'))
    assert.match(headers.get('content-security-policy') ?? '', /; img-src data:;/)
  })

  it('is previewed with the method of the newest pay-in', async () => {
    await payin('SPEI_MX')
    const { data } = (await owner.call('GET', `/console/points/${point}/payment-page`)).body
    assert.deepEqual(data.sample, { currency: 'MXN', kind: 'clabe' })
  })

  it('has the shop’s name, logo and colour on the next page that is opened', async () => {
    const picture = png(40, 20)
    const data = await set({ display_name: ' Café <Ñandú> ', brand_colour: '#FFD400', logo: base64(picture) })
    const hash = createHash('sha256').update(picture).digest('hex')
    assert.deepEqual(data.logo, { url: `/pay/logos/${hash}`, width: 40, height: 20 })
    assert.deepEqual([data.display_name, data.brand_colour], ['Café <Ñandú>', colour])
    const { text, headers } = await open((await payin('SPEI_MX')).payment_url)
    assert.ok(text.includes(`<img class="logo" src="/pay/logos/${hash}" width="40" height="20" alt="">`))
    assert.ok(text.includes('<span>Café &lt;Ñandú&gt;</span>') && !text.includes('Demo shop'))
    assert.match(text, /<body [^>]*class="duo branded">/)
    const { light, dark } = brandColours(colour)
    for (const each of [`--band:${light.band}`, `--accent:${light.accent}`, `--accent:${dark.accent}`])
      assert.ok(text.includes(each), each)
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /^default-src 'none'; .*; img-src 'self' data:;/)
    assert.ok(!/unsafe|https?:/.test(policy))
    await clear()
  })

  it('serves a logo as the picture that it is, for ever, and as nothing else', async () => {
    for (const [type, bytes] of [
      ['image/png', png(8, 8)],
      // Stored before only PNG was taken.
      ['image/jpeg', jpeg],
      ['image/webp', webpWithAlpha],
    ] as const) {
      const { logo } = type === 'image/png' ? await set({ logo: base64(bytes) }) : await storedBefore(type, bytes)
      const response = await fetch(`${world.url}${logo.url}`)
      assert.equal(response.status, 200)
      const header = (name: string) => response.headers.get(name)
      assert.equal(header('content-type'), type)
      assert.equal(header('cache-control'), 'public, max-age=31536000, immutable')
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.match(header('content-security-policy') ?? '', /^default-src 'none';/)
      assert.equal(header('cross-origin-resource-policy'), 'same-origin')
      assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytes)
    }
    const { logo } = await set({ logo: base64(png(9, 9)) })
    await clear()
    for (const path of [logo.url, '/pay/logos/x', `/pay/logos/${'0'.repeat(64)}`, '/pay/logos/return']) {
      const gone = await fetch(`${world.url}${path}`)
      assert.equal(gone.status, 404, path)
      assert.equal(gone.headers.get('cache-control'), 'no-store')
    }
  })

  it('keeps of a picture only its pixels', async () => {
    const [header, ...rest] = pngChunks(8, 8)
    const secret = pngChunk('tEXt', Buffer.from('Author\0Somebody'))
    const page = Buffer.from('<script>alert(1)</script>')
    const { logo } = await set({ logo: base64(Buffer.concat([pngOf([header ?? page, secret, ...rest]), page])) })
    const served = Buffer.from(await (await fetch(`${world.url}${logo.url}`)).arrayBuffer())
    assert.deepEqual(served, png(8, 8))
    await clear()
  })

  it('refuses what is no such picture, colour, name or address, all at once and in the person’s language', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const answer = await owner.call('PUT', `/console/points/${point}/payment-page`, {
      body: { display_name: 'a\u200bb', shop_url: 'javascript:alert(1)', brand_colour: 'red;}', logo: base64(svg) },
      headers: { 'accept-language': 'es' },
    })
    assert.equal(answer.status, 422)
    const faults = answer.body.errors.map(({ param, message }: Wire) => [param, message])
    assert.deepEqual(faults, [
      ['display_name', 'display_name: contiene un carácter invisible o una marca de dirección de escritura'],
      ['shop_url', 'shop_url: debe empezar con https://'],
      ['brand_colour', 'brand_colour: debe ser un color como #0b5fa5'],
      ['logo', 'logo: debe ser una imagen PNG'],
    ])
    for (const [body, param] of [
      [{ logo: base64(png(600, 8)) }, 'logo'],
      [{ logo: base64(jpeg) }, 'logo'],
      [{ logo: base64(png(8, 8).subarray(0, 60)) }, 'logo'],
      [{ logo: 'not base64' }, 'logo'],
      [{ display_name: ' ' }, 'display_name'],
      [{ display_name: 'x'.repeat(61) }, 'display_name'],
      [{ shop_url: 'http://shop.example/' }, 'shop_url'],
    ] as const) {
      const refused = await put(body)
      assert.equal(refused.status, 422, JSON.stringify(body))
      assert.equal(refused.body.errors[0].param, param)
    }
    const now = (await owner.call('GET', `/console/points/${point}/payment-page`)).body.data
    assert.deepEqual([now.display_name, now.shop_url, now.brand_colour, now.logo], [null, null, null, null])
  })

  it('leads back to the shop from every end, and nowhere where the shop has no address', async () => {
    const failed = await payin('BT_AR', { amount: refusedAmount })
    assert.equal(wayBack((await openUntil(failed.payment_url, 'did not go through')).text), undefined)
    await set({ display_name: 'Café Ñandú', shop_url: shopUrl })
    assert.deepEqual(wayBack((await open(failed.payment_url)).text), [shopUrl, 'Back to Café Ñandú'])
    const done = await payin('BT_AR', { amount: paid })
    assert.equal(wayBack((await openUntil(done.payment_url, 'Payment received')).text)?.[0], shopUrl)
    const late = await payin('BT_AR', { expired_at: new Date(Date.now() + 1_000).toISOString() })
    assert.equal(wayBack((await openUntil(late.payment_url, 'has expired')).text)?.[0], shopUrl)
    const cancelled = await payin('PIX_BR')
    await eventually(async () => {
      const answer = await world.call('POST', `/api/v1/payments/${cancelled.transaction_id}/cancel`)
      return answer.status === 200 || undefined
    }, 'the cancellation')
    assert.equal(wayBack((await open(cancelled.payment_url)).text)?.[0], shopUrl)
    const waiting = await open((await payin('PIX_BR')).payment_url)
    assert.equal(wayBack(waiting.text), undefined, 'who has still to pay is not led away')
    await clear()
  })

  it('leads back by the address of the request where it named one, and never redirects to the shop’s', async () => {
    await set({ shop_url: shopUrl })
    const own = await create({ ...flatCard('4000000000000002'), url_handler_redirect: 'https://shop.example/order/1' })
    const page = await openUntil(own.redirect_url, 'did not go through')
    assert.match(wayBack(page.text)?.[0] ?? '', /^https:\/\/shop\.example\/order\/1\?.*status=ERROR/)
    const plain = await create(flatCard('4000000000000002'))
    await openUntil(plain.redirect_url, 'did not go through')
    const returned = await open(`${plain.redirect_url}/return?url=https://evil.example&shop_url=https://evil.example`)
    assert.equal(returned.status, 200)
    assert.equal(wayBack(returned.text)?.[0], shopUrl)
    assert.ok(!returned.text.includes('evil.example'))
    await clear()
  })

  it('names shop and amount on the simulated bank’s page of 3-D Secure', async () => {
    await set({ display_name: 'Café <Ñandú>' })
    const data = await create(flatCard('4000002760003184'))
    const away = await eventually(async () => {
      const page = await open(data.redirect_url)
      return page.status === 303 ? page.headers.get('location') : undefined
    }, 'the challenge')
    const { text } = await open(away ?? '')
    assert.match(text, /Café &lt;Ñandú&gt; asks for a payment with your card/)
    assert.match(text, /<dt>Shop<\/dt>\s*<dd[^>]*>(<[^>]+>)*Café &lt;Ñandú&gt;/)
    assert.match(text, /<small>EUR<\/small>25\.50/)
    await clear()
  })

  it('is set by who may set the point, of that merchant only, with a proof on live points', async () => {
    const other = await world.facts('point', 'create', '--merchant', 'Other', '--environment', 'live', '--name', 'O')
    const stranger = await world.person({ pointId: other['auth_point_id'] ?? '', steppedUp: true })
    const wish = { display_name: 'Stolen', logo: base64(png(8, 8)) }
    for (const [by, at] of [
      [stranger, point],
      [owner, other['auth_point_id']],
    ] as const) {
      const refused = await put(wish, at, by)
      assert.equal(refused.status, 404, JSON.stringify(refused.body))
      assert.equal((await by.call('GET', `/console/points/${at}/payment-page`)).status, 404)
    }
    for (const role of ['operations', 'read_only'])
      assert.equal((await put(wish, point, await world.person({ role, steppedUp: true }))).status, 403, role)
    const unproved = await world.person({ pointId: other['auth_point_id'] ?? '' })
    const asked = await put(wish, other['auth_point_id'], unproved)
    assert.deepEqual([asked.status, asked.body.error.code], [403, 'step_up_required'])
    assert.equal((await put(wish, other['auth_point_id'], stranger)).status, 200)
    const refusedLocal = await put({ shop_url: 'http://localhost:3000/' }, other['auth_point_id'], stranger)
    assert.equal(refusedLocal.status, 422)
    assert.equal((await set({ shop_url: 'http://localhost:3000/' })).shop_url, 'http://localhost:3000/')
    const mine = (await owner.call('GET', `/console/points/${point}/payment-page`)).body.data
    assert.deepEqual([mine.display_name, mine.logo], [null, null])
    await clear()
    const { rows } = await world.db.query('select point_id from point_brands where logo is not null')
    assert.deepEqual(rows, [{ point_id: other['auth_point_id'] }])
  })

  it('is set by operators too, and the audit log has each change with its old and new values', async () => {
    const { ana } = await world.operators()
    const path = `/console/operator/points/${point}/payment-page`
    const before = (await audited()).length
    const answer = await ana.call('PUT', path, { body: { display_name: 'By Ana', brand_colour: colour } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    assert.equal((await ana.call('GET', path)).body.data.display_name, 'By Ana')
    await ana.call('PUT', path, { body: { display_name: 'By Ana' } })
    const entries = (await audited()).slice(before)
    assert.equal(entries.length, 1, 'what changes nothing is not written')
    assert.equal(entries[0]?.point_id, point)
    assert.deepEqual(entries[0]?.detail, {
      display_name: { before: null, after: 'By Ana' },
      brand_colour: { before: null, after: colour },
    })
    await clear()
    const made = await world.facts('point', 'create', '--merchant', 'New', '--environment', 'test', '--name', 'N')
    const id = made['auth_point_id'] ?? ''
    await world.db.query(`update points set services_enabled = '{BT_CL,PIX_BR}' where id = $1`, [id])
    const { data } = (await ana.call('GET', `/console/operator/points/${id}/payment-page`)).body
    assert.deepEqual(data.sample, { currency: 'CLP', kind: 'deposit_account' }, 'the first that the point may use')
  })

  it('is set by the command too, and an empty value takes a setting away', async () => {
    const file = join(world.folder, 'logo.png')
    writeFileSync(file, png(8, 8))
    const command = ['point', 'set-payment-page', '--point', point, '--by', 'ana']
    const facts = await world.facts(...command, '--display-name', 'Café', '--colour', colour, '--logo', file)
    const hash = createHash('sha256').update(png(8, 8)).digest('hex')
    assert.deepEqual([facts['display_name'], facts['brand_colour'], facts['logo_hash']], ['Café', colour, hash])
    await world.facts(...command, '--display-name', '', '--colour', '', '--logo', '')
    const { data } = (await owner.call('GET', `/console/points/${point}/payment-page`)).body
    assert.deepEqual([data.display_name, data.brand_colour, data.logo], [null, null, null])
    assert.match((await audited()).at(-1)?.actor ?? '', /ana/)
  })
})
