import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, envForPages, type OpenedPage } from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld } from '../../support/world.ts'

/** What every person of a merchant may open, in order. */
const forAll = [
  'Documentation',
  'Overview',
  'My money',
  'Payment links',
  'Payments',
  'Payouts',
  'Refunds',
  'Approvals',
  'Test inbox',
  'API requests',
  'Alerts',
]

describeInBrowser('around every page of the dashboard', (browser) => {
  const world = openWorld({ env: envForPages })
  let person: ConsoleClient
  let point = ''
  let secondPoint = ''
  before(async () => {
    point = world.demo.auth_point_id
    const args = ['--merchant', 'Demo shop', '--environment', 'test', '--name', 'Second point']
    secondPoint = (await world.facts('point', 'create', ...args))['auth_point_id'] ?? ''
    person = await world.person({ pointId: point })
  })

  const open = async (path: string, options: object = {}): Promise<OpenedPage> => {
    const opened = await browser.openPage({
      url: `${world.url}/dashboard${path}`,
      cookies: person.cookies(),
      ...options,
    })
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return opened
  }
  const overview = () => `/p/${point}/overview`
  const links = async (page: Page) =>
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link').allTextContents()

  for (const [role, more] of [
    ['owner', ['Charge', 'Webhooks', 'Payment page', 'Credentials', 'Team', 'Audit log']],
    ['developer', ['Charge', 'Webhooks', 'Payment page', 'Credentials']],
    ['operations', ['Charge']],
    ['read_only', []],
  ] as const) {
    it(`a merchant’s ${role} finds the areas of that role, and no other`, async () => {
      const member = await world.person({ pointId: point, role })
      const { page, faults, close } = await open('/', { cookies: member.cookies() })
      assert.deepEqual((await links(page)).toSorted(), [...forAll, ...more].toSorted())
      assert.equal(page.url(), `${world.url}/dashboard${overview()}`)
      assert.deepEqual(faults(), [])
      await close()
    })
  }

  it('an operator finds the operator’s areas, and no point', async () => {
    const admin = await world.signIn('admin')
    const { page, faults, close } = await open('/', { cookies: admin.cookies() })
    const found = await links(page)
    for (const area of ['Attention', 'Merchants', 'Ledger', 'Audit log', 'Operator’s guide'])
      assert.ok(found.includes(area), area)
    for (const area of ['Payments', 'Credentials', 'Charge']) assert.ok(!found.includes(area), area)
    assert.equal(await page.getByRole('button', { name: /^Point/ }).count(), 0)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('another point is chosen in the header, keeps the area, and is where one comes back to', async () => {
    const { page, faults, close } = await open(`/p/${point}/webhooks`)
    await page.getByRole('button', { name: /^Point/ }).click()
    await page.getByRole('menuitem', { name: /Second point/ }).click()
    await page.waitForURL(`**/p/${secondPoint}/webhooks`)
    await page.goto(`${world.url}/dashboard/`)
    await page.waitForURL(`**/p/${secondPoint}/overview`)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('pages are found by their names, from the keyboard alone, and Esc gives the focus back', async () => {
    const { page, faults, close } = await open(overview())
    const search = page.getByRole('button', { name: 'Search' })
    await search.focus()
    for (const key of ['/', 'Control+k', 'Enter']) {
      await page.keyboard.press(key)
      await page.getByRole('combobox').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await page.locator('[aria-label=Search]:focus').waitFor()
    }
    await page.keyboard.press('/')
    await page.getByRole('combobox').fill('audit')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/audit')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('Tab comes to the skip link first, which leads past the navigation; a followed link leads to the new page', async () => {
    const { page, faults, close } = await open(overview())
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Skip to content')
    assert.ok(await page.getByText('Skip to content').isVisible())
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
    await page.getByRole('link', { name: 'Webhooks', exact: true }).focus()
    const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
    assert.equal(outline, 'solid')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/webhooks')
    await page.locator('#content:focus').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('menus are walked by arrow keys, and Esc gives the focus back', async () => {
    const { page, faults, close } = await open(overview())
    // A button whose menu has not come yet takes no focus.
    const menu = page.getByRole('button', { name: 'Appearance', disabled: false })
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Light' }).waitFor()
    // The menu takes the keys a moment after it is seen.
    await eventually(async () => {
      await page.keyboard.press('ArrowDown')
      return (await page.locator('[role=menuitem]:focus').count()) > 0 ? true : undefined
    }, 'an item with the focus')
    await page.keyboard.press('Escape')
    await page.getByRole('menuitem', { name: 'Light' }).waitFor({ state: 'detached' })
    await page.locator('[aria-label=Appearance]:focus').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('a chosen language changes page and document, and stays', async () => {
    const { page, faults, close } = await open(overview())
    assert.equal(await page.locator('html').getAttribute('lang'), 'en')
    await page.getByRole('button', { name: 'Language' }).click()
    await page.getByRole('menuitem', { name: 'Português' }).click()
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'pt')
    await page.reload()
    await page.getByRole('heading', { name: 'Visão geral' }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), 'pt')
    assert.equal(await page.title(), 'Visão geral · Pasarela')
    // The account took it over, and the tests behind read English.
    await page.getByRole('button', { name: 'Idioma' }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('a chosen appearance stays, and is there before the first paint', async () => {
    const { page, faults, close } = await open(overview())
    const scheme = async () => await page.locator('html').getAttribute('data-mantine-color-scheme')
    assert.equal(await scheme(), 'light')
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Dark' }).click()
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
    await page.route('**/assets/*.js', async (route) => await route.abort())
    await page.reload({ waitUntil: 'commit' })
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
    assert.deepEqual(
      faults().filter((fault) => !fault.includes('ERR_FAILED')),
      [],
    )
    await close()
  })
})
