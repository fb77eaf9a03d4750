import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { methods } from '../../src/core/payment-methods/index.ts'
import { axeRulesFor, axeViolations, describeInBrowser, envForPages, overflowPixels } from '../support/browser.ts'
import { flatCard } from '../support/card-request.ts'
import { eventually, openWorld, type Wire } from '../support/world.ts'

/** Without digits: random ones may read as a card number, which is refused. */
const aReference = () =>
  randomBytes(11)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))

/** An amount that the simulated bank never pays by itself. */
const unpaid = 777.01

const examples = new Map<string, Record<string, unknown>>(methods.map((method) => [method.code, method.payin.example]))

const narrow = 360
const wide = 1440

describeInBrowser('the pages of a payer', (browser) => {
  const world = openWorld({ env: envForPages })

  const create = async (body: Record<string, unknown>): Promise<Wire> => {
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const payin = async (code: string, more: Record<string, unknown> = {}): Promise<Wire> =>
    await create({ ...examples.get(code), amount: unpaid, reference: aReference(), ...more })
  /** Refused until the bank knows the order. */
  const simulate = async (id: string, event: string, more: object = {}) =>
    await eventually(async () => {
      const body = { event, ...more }
      return (await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body })).status === 200 || undefined
    }, event)
  const challenge = async (): Promise<Wire> => {
    const data = await create(flatCard('4000002760003184'))
    await eventually(
      async () => (await fetch(data.redirect_url, { redirect: 'manual' })).status === 303 || undefined,
      'the challenge',
    )
    return data
  }
  const clipboard = async (page: Page) => await page.evaluate<string>('navigator.clipboard.readText()')
  const heading = async (page: Page, words: string) => await page.waitForSelector(`h1:has-text("${words}")`)

  it('of Pix have the button before the picture on a phone', async () => {
    const { page, close } = await browser.openPage({ url: (await payin('PIX_BR')).payment_url, width: narrow })
    const picture = await page.locator('.qr').boundingBox()
    const button = await page.locator('.pix button').boundingBox()
    assert.ok(picture && button && button.y + button.height <= picture.y && picture.width >= 240)
    await close()
  })

  it('are worked by the keyboard alone: Tab reaches the button, is seen there, and Enter copies', async () => {
    const data = await payin('PIX_BR')
    const { page, close } = await browser.openPage({ url: data.payment_url, clipboard: true })
    await page.keyboard.press('Tab')
    for (let tabs = 0; !(await page.evaluate("document.activeElement.matches('[data-copy]')")); tabs++) {
      assert.ok(tabs < 10, 'ten steps of Tab do not reach the button')
      await page.keyboard.press('Tab')
    }
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outlineStyle')
    assert.equal(outline, 'solid')
    await page.keyboard.press('Enter')
    await page.waitForSelector('button:has-text("Copied")')
    assert.equal(await clipboard(page), data.pix_br_code)
    await close()
  })

  it('group a CLABE for the eye and copy it without spaces, by the button and by hand', async () => {
    const data = await payin('SPEI_MX')
    const { page, faults, close } = await browser.openPage({ url: data.payment_url, width: narrow, clipboard: true })
    assert.match(data.clabe, /^\d{18}$/)
    assert.equal(await page.locator('.digits').first().locator('span').count(), 5)
    const details = await page.locator('.pay').boundingBox()
    const steps = await page.locator('.steps').boundingBox()
    assert.ok(details && steps && details.y + details.height <= steps.y, 'the details come before the steps')
    await page.click('button:has-text("Copy the amount")')
    await page.waitForSelector('.copy-amount:has-text("Copied")')
    assert.equal(await clipboard(page), '777.01')
    await page.click('.row:has-text("CLABE") button')
    await page.waitForSelector('.row button:has-text("Copied")')
    assert.equal(await clipboard(page), data.clabe)
    const manual = "getSelection().selectAllChildren(document.querySelector('.digits')); getSelection().toString()"
    assert.equal(await page.evaluate(manual), data.clabe)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('say the time on the payer’s own clock, count down, and turn to expired by themselves', async () => {
    const expiredAt = new Date(Date.now() + 4_000).toISOString()
    const { payment_url: url } = await payin('BT_AR', { expired_at: expiredAt })
    const { page, faults, close } = await browser.openPage({ url, timeZone: 'America/Bogota' })
    assert.match((await page.textContent('time')) ?? '', / Colombia Time$/)
    assert.match((await page.textContent('[data-until]')) ?? '', /^00:00:0\d$/)
    await heading(page, 'This payment has expired')
    assert.match((await page.textContent('main')) ?? '', /ask Demo shop for a new payment/)
    assert.equal(await page.locator('[data-copy]').count(), 0)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('of a card lead through the bank’s own page and back to the result', async () => {
    const data = await challenge()
    const origins = [world.url, world.bankUrl]
    const { page, faults, close } = await browser.openPage({ url: data.redirect_url, origins })
    assert.ok(page.url().startsWith(`${world.bankUrl}/challenge/`), page.url())
    await page.click('button:has-text("Approve")')
    await heading(page, 'Payment received')
    assert.ok(page.url().startsWith(`${data.redirect_url}/return`), page.url())
    assert.match((await page.textContent('footer')) ?? '', /•••• 3184/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('show all there is without scripts, and take the bank’s reference', async () => {
    const data = await payin('BT_VE')
    const url = `${data.payment_url}?lang=es`
    const { page, faults, close } = await browser.openPage({ url, width: narrow, script: false })
    const text = (await page.textContent('main')) ?? ''
    for (const part of [
      '777,01',
      'Cómo pagar',
      data.target_account_beneficiary,
      data.target_account_reference,
      'hora de Venezuela',
    ])
      assert.ok(text.includes(part), part)
    assert.equal(await page.locator('button[data-copy]:visible').count(), 0, 'a button that does nothing is not shown')
    await page.fill('input[name=payer_reference]', 'VE-0042')
    await page.click('button[type=submit]')
    await page.waitForSelector('text=Gracias, anotado: VE-0042')
    assert.match(page.url(), /\?lang=es#reference$/)
    await page.click('nav a:has-text("PT")')
    assert.equal(await page.getAttribute('html', 'lang'), 'pt')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('can be used by everybody: no serious fault in either scheme and any language, narrow or wide', async () => {
    const underpaid = await payin('SPEI_MX')
    await simulate(underpaid.transaction_id, 'paid_partly', { amount: '500.50' })
    const failed = await payin('DEBIN_AR')
    await simulate(failed.transaction_id, 'declined')
    const cancelled = await payin('BT_AR')
    const cancel = await world.call('POST', `/api/v1/payments/${cancelled.transaction_id}/cancel`)
    assert.equal(cancel.status, 200, JSON.stringify(cancel.body))
    const card = await challenge()
    const addresses = [
      (await payin('PIX_BR')).payment_url,
      (await payin('PM_VE')).payment_url,
      (await payin('BT_CO', { amount: 99_999_999_777.01 })).payment_url,
      underpaid.payment_url,
      failed.payment_url,
      cancelled.payment_url,
      `${card.redirect_url}/return`,
      card.redirect_url,
      `${world.url}/pay/x`,
    ]
    const found: string[] = []
    for (const scheme of ['light', 'dark'] as const) {
      for (const locale of ['en', 'es', 'pt']) {
        for (const url of addresses) {
          const status = url.endsWith('/pay/x') ? 404 : 200
          const origins = [world.url, world.bankUrl]
          const opened = await browser.openPage({ url, origins, scheme, locale, status, width: narrow })
          const where = `${scheme} ${locale} ${url}`
          const rules = axeRulesFor({ language: locale, scheme })
          assert.equal(await opened.page.getAttribute('html', 'lang'), locale, where)
          const overflow = await overflowPixels(opened.page)
          if (overflow > 0) found.push(`${where}: ${overflow} pixels too wide`)
          for (const fault of [...(await axeViolations(opened.page, rules)), ...opened.faults()])
            found.push(`${where}: ${fault}`)
          if (locale === 'en') {
            await opened.page.setViewportSize({ width: wide, height: 900 })
            for (const fault of await axeViolations(opened.page, rules)) found.push(`wide ${where}: ${fault}`)
          }
          await opened.close()
        }
      }
    }
    assert.deepEqual(found, [])
  })
})
