import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { openWorld } from '../../support/world.ts'

const rowsOfLongList = 10_000

/** Rows of an answer: ten times as many as the page asks for, so that the test is short. */
const rowsOfPage = 1_000

describeInBrowser('lists in the dashboard', (browser) => {
  // Nobody pays by themselves.
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let at: (path: string) => string
  const ids: string[] = []
  before(async () => {
    const { auth_point_id: pointId } = world.demo
    person = await world.person({ pointId })
    at = (path) => `${world.url}/dashboard/p/${pointId}${path}`
    for (const reference of ['first', 'second', `third-${'x'.repeat(120)}`]) {
      const body = { service_code: 'BT_AR', amount: 1250.5, payer_doc_id: '20267565393', reference }
      const answer = await person.call('POST', `/console/points/${pointId}/payments/payin_hth`, { body })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      ids.unshift(answer.body.data.transaction_id)
    }
  })

  const open = async (path: string, options: object = {}): Promise<OpenedPage> => {
    const opened = await browser.openPage({ url: at(path), cookies: person.cookies(), ...options })
    await rows(opened.page).first().waitFor()
    return opened
  }
  const rows = (page: Page) => page.locator('tr[data-index]')

  it('have single lines of 44 pixels, each of which opens as a whole, in a new tab with Ctrl', async () => {
    const { page, faults, close } = await open('/payments')
    const heights = await rows(page).evaluateAll((all) => all.map((each) => each.clientHeight))
    assert.deepEqual(heights, [44, 44, 44])
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      rows(page)
        .first()
        .locator('td')
        .last()
        .click({ modifiers: ['Control'], force: true }),
    ])
    await tab.waitForURL(at(`/payments/${ids[0]}`))
    await tab.close()
    await rows(page).nth(1).locator('td').first().click({ force: true })
    await page.waitForURL(at(`/payments/${ids[1]}`))
    assert.deepEqual(faults(), [])
    await close()
  })

  it('are walked by j, k and Enter, and `/` goes to their search', async () => {
    const { page, faults, close } = await open('/payments')
    for (const [key, index] of [
      ['j', 0],
      ['j', 1],
      ['j', 2],
      ['k', 1],
    ] as const) {
      await page.keyboard.press(key)
      await page.locator(`tr[data-index="${index}"] a:focus`).waitFor()
    }
    await page.keyboard.press('Enter')
    await page.waitForURL(at(`/payments/${ids[1]}`))
    await page.goBack()
    await rows(page).first().waitFor()
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search' }).and(page.locator(':focus')).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('have a tab for each status with its count, and days of the point', async () => {
    const { page, faults, close } = await open('/payments')
    await page.getByRole('button', { name: 'Pending 3', exact: true }).waitFor()
    await page.getByRole('button', { name: 'All 3', exact: true }).waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Days (UTC)').selectOption('yesterday')
    await page.getByRole('button', { name: 'All 0', exact: true }).waitFor()
    await page.getByText('Nothing matches').waitFor()
    await page.getByLabel('Days (UTC)').selectOption('today')
    await page.getByRole('button', { name: 'Completed 0', exact: true }).click()
    await page.getByText('Nothing matches').waitFor()
    assert.match(page.url(), /status=COMPLETED/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('remember the columns that the viewer chose', async () => {
    const { page, faults, close } = await open('/payments')
    const party = page.getByRole('columnheader', { name: 'Payer' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Payer' }).click()
    await party.waitFor({ state: 'detached' })
    await page.reload()
    await rows(page).first().waitFor()
    assert.equal(await party.count(), 0)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('of ten thousand rows draw those near the screen, and keep the header there', async () => {
    const opened = await browser.openPage({ url: at('/overview'), cookies: person.cookies() })
    const { page } = opened
    await page.route('**/transactions?*', async (route) => {
      const start = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0)
      const items = Array.from({ length: rowsOfPage }, (_, place) => item(start + place))
      const next = start + rowsOfPage
      await route.fulfill({
        json: {
          status: 'success',
          data: { items, next_cursor: next < rowsOfLongList ? String(next) : null, cut: false },
        },
      })
    })
    await page.getByRole('link', { name: 'Payments', exact: true }).first().click()
    const more = page.getByRole('button', { name: 'Show more' })
    for (let shown = rowsOfPage; shown < rowsOfLongList; shown += rowsOfPage) {
      await page.getByText(`${shown.toLocaleString('en')} shown`, { exact: true }).waitFor()
      await more.click()
    }
    await page.getByText('10,000 shown, that is all').waitFor()
    const drawn = await rows(page).count()
    assert.ok(drawn > 0 && drawn <= 200, `${drawn} rows`)
    assert.ok(await page.getByRole('columnheader', { name: 'Amount' }).isVisible())
    await page.keyboard.press('k')
    await page.locator('tr[data-index] a:focus').waitFor()
    await opened.close()
  })

  it('become rows of two lines that open as a whole on a phone', async () => {
    const { page, faults, close } = await browser.openPage({
      url: at('/payments'),
      cookies: person.cookies(),
      width: 390,
    })
    const row = page.locator('main li').filter({ hasText: 'second' })
    await row.waitFor()
    assert.ok(((await row.boundingBox())?.height ?? 0) < 70, 'two lines')
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await row.locator('time').click({ force: true })
    await page.waitForURL(at(`/payments/${ids[1]}`))
    assert.deepEqual(faults(), [])
    await close()
  })

  it('keep what is typed while the search of everything is still loading, and show pages before transactions', async () => {
    const { page, faults, close } = await open('/payments')
    await page.route('**/search-dialog*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('balan')
    const field = page.getByRole('dialog').getByRole('combobox')
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('ces')
    assert.equal(await field.inputValue(), 'balances')
    await page.keyboard.press('Enter')
    await page.waitForURL(at('/balances'))
    assert.deepEqual(faults(), [])
    await close()
  })
})

function item(place: number) {
  const at = new Date(Date.UTC(2026, 0, 1) - place * 60_000).toISOString()
  return {
    transaction_id: `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    pay_type: 'payin',
    service_code: 'BT_AR',
    country: 'AR',
    reference: `order-${place}`,
    amount: '1250.50',
    currency: 'ARS',
    credited_amount: null,
    suspense_amount: '0.00',
    missing_amount: null,
    status: 'PENDING',
    reason: 'awaiting_payment',
    party_name: 'Ana Prueba',
    asks_operator: false,
    created_at: at,
    updated_at: at,
    expired_at: null,
  }
}
