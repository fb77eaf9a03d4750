import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { methods } from '../../../src/core/payment-methods/index.ts'
import { axeRulesFor, axeViolations, describeInBrowser, envForPages, overflowPixels } from '../../support/browser.ts'
import { flatCard } from '../../support/card-request.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { jpeg, png, webpLossless, webpWithAlpha } from '../../support/pictures.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

const shopUrl = 'https://shop.example/'
/** Hard colours for a page: a bright one and a dark one. */
const [yellow, navy] = ['#ffd400', '#0a1a4f']
const [narrow, wide] = [390, 1440]

/** Without digits: random ones may read as a card number, which is refused. */
const aReference = () => randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

describeInBrowser('the brand of a shop', (browser) => {
  const world = openWorld({ env: envForPages })
  let owner: ConsoleClient
  let point = ''
  before(async () => {
    point = world.demo.auth_point_id
    owner = await world.person({ steppedUp: true })
  })

  const set = async (body: object): Promise<Wire> => {
    const answer = await owner.call('PUT', `/console/points/${point}/payment-page`, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const create = async (body: object): Promise<Wire> => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const payin = async (code: string, more: object = {}): Promise<Wire> => {
    const example = methods.find((method) => method.code === code)?.payin.example
    return await create({ ...example, amount: 777.01, reference: aReference(), ...more })
  }
  const openUntil = async (url: string, words: string) =>
    await eventually(async () => {
      const response = await fetch(url, { headers: { 'accept-language': 'en' } })
      return (await response.text()).includes(words) ? url : undefined
    }, words)
  const challenge = async (number: string): Promise<string> => {
    const { redirect_url: url } = await create(flatCard(number))
    await eventually(async () => (await fetch(url, { redirect: 'manual' })).status === 303 || undefined, 'challenge')
    return url
  }
  const settings = async (options: object = {}) =>
    await browser.openPage({
      url: `${world.url}/dashboard/p/${point}/payment-page`,
      cookies: owner.cookies(),
      ...options,
    })
  const pictureWidth = async (page: Page, selector: string) =>
    await page.evaluate<number>(`(async () => {
      const picture = document.querySelector('${selector}')
      await picture.decode()
      return picture.naturalWidth
    })()`)

  it('is set with a preview, a picture that is too large is made smaller, and faults stand at their field', async () => {
    const { page, faults, close } = await settings()
    await page.getByLabel('Name shown to customers').fill('Café Ñandú')
    await page.getByLabel('Colour', { exact: true }).fill(yellow)
    await page.getByLabel('Address of your shop').fill('http://shop.example')
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png(1200, 600) })
    await page.waitForSelector('figure img')
    assert.equal(await page.locator('figure').count(), 2)
    assert.match((await page.textContent('figure')) ?? '', /Café Ñandú[\s\S]*Back to Café Ñandú/)
    const band = "getComputedStyle(document.querySelector('figure img').parentElement).backgroundColor"
    assert.equal(await page.evaluate(band), 'rgb(255, 212, 0)')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForSelector('text=Must start with https://')
    await page.getByLabel('Address of your shop').fill('https://shop.example')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForSelector('text=The payment page is saved')
    const { data } = (await owner.call('GET', `/console/points/${point}/payment-page`)).body
    assert.deepEqual([data.display_name, data.brand_colour, data.shop_url], ['Café Ñandú', yellow, shopUrl])
    assert.deepEqual([data.logo.width, data.logo.height], [512, 256])
    await page.getByRole('button', { name: 'Remove the logo' }).click()
    assert.equal(await page.locator('figure img').count(), 0)
    const svg = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await svg).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await page.waitForSelector('text=This is no PNG, JPEG or WebP picture.')
    assert.deepEqual(
      faults().filter((fault) => !/status of 422/.test(fault)),
      [],
    )
    await close()
  })

  it('has a logo that browsers draw, and that the dashboard makes of other formats', async () => {
    for (const buffer of [png(12, 8), jpeg, webpWithAlpha, webpLossless]) {
      const { page, close } = await settings()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Choose a picture' }).click()
      await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      await page.waitForSelector('figure img')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForSelector('text=The payment page is saved')
      await close()
      const { logo } = (await owner.call('GET', `/console/points/${point}/payment-page`)).body.data
      assert.equal((await fetch(`${world.url}${logo.url}`)).headers.get('content-type'), 'image/png')
      const payer = await browser.openPage({ url: (await payin('PIX_BR')).payment_url })
      assert.equal(await pictureWidth(payer.page, '.logo'), 12)
      assert.deepEqual(payer.faults(), [])
      await payer.close()
      await set({ logo: null })
    }
  })

  it('accompanies a payer through 3-D Secure, approved and declined, and back to the shop', async () => {
    await set({ display_name: 'Café Ñandú', shop_url: shopUrl })
    for (const [button, heading] of [
      ['Approve', 'Payment received'],
      ['Decline', 'did not go through'],
    ] as const) {
      const url = await challenge('4000002760003184')
      const { page, faults, close } = await browser.openPage({ url, origins: [world.url, world.bankUrl] })
      assert.match((await page.textContent('main')) ?? '', /Café Ñandú asks for a payment with your card[\s\S]*25\.50/)
      await page.click(`button:has-text("${button}")`)
      await page.waitForSelector(`h1:has-text("${heading}")`)
      const link = page.getByRole('link', { name: 'Back to Café Ñandú' })
      assert.equal(await link.getAttribute('href'), shopUrl)
      const box = await link.boundingBox()
      assert.ok(box && box.height >= 44)
      assert.deepEqual(faults(), [])
      await close()
    }
  })

  it('hurts nobody: no serious fault in bright and dark colours, either scheme, narrow and wide, at every end', async () => {
    await set({ display_name: 'Café Ñandú y Compañía de los Andes, sucursal del centro', shop_url: shopUrl })
    const refused = (await payin('BT_AR', { amount: 777.02 })).payment_url
    const expiring = (await payin('BT_AR', { expired_at: new Date(Date.now() + 1_000).toISOString() })).payment_url
    const cancelled = await payin('BT_CL', { amount: 77_701 })
    const cancel = await world.call('POST', `/api/v1/payments/${cancelled.transaction_id}/cancel`)
    assert.equal(cancel.status, 200, JSON.stringify(cancel.body))
    const addresses = [
      cancelled.payment_url,
      await challenge('4000002760003184'),
      (await payin('PIX_BR')).payment_url,
      (await payin('SPEI_MX')).payment_url,
      (await payin('DEBIN_AR')).payment_url,
      await openUntil((await payin('BT_AR', { amount: 25.5 })).payment_url, 'Payment received'),
      await openUntil(refused, 'did not go through'),
      await openUntil(expiring, 'has expired'),
    ]
    const found: string[] = []
    for (const [colour, logo] of [
      [yellow, png(300, 100).toString('base64')],
      [navy, null],
    ] as const) {
      await set({ brand_colour: colour, logo })
      for (const scheme of ['light', 'dark'] as const) {
        for (const url of addresses) {
          const origins = [world.url, world.bankUrl]
          const { page, faults, close } = await browser.openPage({ url, origins, scheme, width: narrow })
          for (const width of [narrow, wide]) {
            await page.setViewportSize({ width, height: 900 })
            const where = `${colour} ${scheme} ${width} ${url}`
            if ((await overflowPixels(page)) > 0) found.push(`${where}: too wide`)
            for (const fault of await axeViolations(page, axeRulesFor({ language: 'en', scheme })))
              found.push(`${where}: ${fault}`)
          }
          for (const fault of faults()) found.push(`${url}: ${fault}`)
          await close()
        }
      }
    }
    assert.deepEqual(found, [])
  })

  it('is set on a page that everybody can use, in either scheme and any language, narrow and wide', async () => {
    await set({ brand_colour: yellow, logo: png(300, 100).toString('base64') })
    const found: string[] = []
    for (const language of ['en', 'es', 'pt'] as const) {
      const person = await world.person({ steppedUp: true, language })
      for (const scheme of ['light', 'dark'] as const) {
        for (const width of [narrow, wide]) {
          const { page, faults, close } = await settings({ cookies: person.cookies(), scheme, width, locale: language })
          await page.waitForSelector('figure')
          const where = `${language} ${scheme} ${width}`
          if ((await overflowPixels(page)) > 0) found.push(`${where}: too wide`)
          const rules = axeRulesFor({ language, scheme })
          for (const fault of [...(await axeViolations(page, rules)), ...faults()]) found.push(`${where}: ${fault}`)
          await close()
        }
      }
    }
    assert.deepEqual(found, [])
  })

  it('is shown to operators at the point, who can change it', async () => {
    const { ana } = await world.operators()
    const { page, faults, close } = await browser.openPage({
      url: `${world.url}/dashboard/operator/points/${point}?tab=page`,
      cookies: ana.cookies(),
    })
    const panel = page.getByRole('region', { name: 'Payment page' })
    await panel.getByRole('button', { name: 'Change' }).click()
    await page.getByLabel('Name shown to customers').fill('By Ana')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForSelector('text=The payment page is saved')
    const { data } = (await owner.call('GET', `/console/points/${point}/payment-page`)).body
    assert.equal(data.display_name, 'By Ana')
    assert.deepEqual(faults(), [])
    await close()
  })
})
