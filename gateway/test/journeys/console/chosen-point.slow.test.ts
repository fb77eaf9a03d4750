import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, envForPages, type OpenedPage } from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('the chosen point of a merchant that has live and test points', (browser) => {
  const world = openWorld({ env: envForPages })
  let person: ConsoleClient
  const points = { live: '', test: '', other: '' }
  before(async () => {
    const make = async (environment: string, name: string) => {
      const args = ['--merchant', 'Feria', '--environment', environment, '--name', name]
      return (await world.facts('point', 'create', ...args))['auth_point_id'] ?? ''
    }
    // The live point is the first of the list.
    points.live = await make('live', 'A shop')
    points.test = await make('test', 'B trial')
    points.other = await make('test', 'C trial')
    person = await world.person({ pointId: points.live })
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
  const follow = async (page: Page, name: string) => {
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name, exact: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
  }
  const pointOf = (page: Page) => /\/p\/([^/]+)/.exec(page.url())?.[1]
  /** The header's own mark of the point. */
  const mark = async (page: Page) => await page.getByRole('button', { name: /^Point/ }).textContent()

  it('is live for nobody who did not choose it', async () => {
    const { page, faults, close } = await open('/')
    assert.equal(pointOf(page), points.test)
    await page.goto(`${world.url}/dashboard/team`)
    await follow(page, 'Payments')
    assert.equal(pointOf(page), points.test)
    assert.deepEqual(faults(), [])
    await close()
  })

  for (const name of ['test', 'other', 'live'] as const) {
    it(`is kept by every link of the navigation from pages that belong to no point (${name})`, async () => {
      const { page, faults, close } = await open(`/p/${points[name]}/overview`)
      for (const away of ['Team', 'Audit log', 'Alerts']) {
        for (const area of ['Payments', 'Payouts', 'Approvals', 'Charge', 'Webhooks', 'Overview']) {
          await follow(page, away)
          assert.match((await mark(page)) ?? '', name === 'live' ? /A shop.*Live/ : /trial.*Test/)
          await follow(page, area)
          assert.equal(pointOf(page), points[name], `${away} > ${area}`)
        }
      }
      await follow(page, 'Team')
      await page.getByRole('link', { name: 'Pasarela' }).click()
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      assert.equal(pointOf(page), points[name], 'the product’s name leads there too')
      assert.deepEqual(faults(), [])
      await close()
    })
  }

  it('is where the search looks, and the search says so', async () => {
    const { page, close } = await open(`/p/${points.other}/overview`)
    await follow(page, 'Team')
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Looks in C trial').waitFor()
    assert.match((await dialog.textContent()) ?? '', /C trial\s*Test/)
    await dialog.getByRole('combobox').fill('order-77')
    await dialog.getByRole('option', { name: /^Find/ }).click()
    await page.waitForURL(`**/p/${points.other}/payments?search=order-77`)
    await close()
  })

  it('is each tab’s own: another tab at the live point moves no link of this one', async () => {
    const { page, close } = await open(`/p/${points.test}/payments`)
    const other = await page.context().newPage()
    await other.goto(`${world.url}/dashboard/p/${points.live}/payments`)
    await other.getByRole('heading', { level: 1 }).waitFor()
    await follow(page, 'Team')
    await follow(page, 'Payments')
    assert.equal(pointOf(page), points.test)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goto(`${world.url}/dashboard/`)
    await page.waitForURL('**/overview')
    assert.equal(pointOf(page), points.test)
    await close()
  })

  it('stands with its mark on every page of the point, wide and narrow', async () => {
    const areas = ['overview', 'payments', 'payouts', 'approvals', 'create', 'requests', 'webhooks', 'credentials']
    for (const name of ['live', 'test'] as const) {
      for (const width of [1440, 390]) {
        const { page, close } = await open(`/p/${points[name]}/overview`, { width })
        for (const area of areas) {
          await page.goto(`${world.url}/dashboard/p/${points[name]}/${area}`)
          await page.getByRole('heading', { level: 1 }).waitFor()
          // The menu's code comes behind the page; its button cannot be pressed before.
          const menu = page.getByRole('button', { name: /^Point/, disabled: false })
          await menu.waitFor()
          // A phone has the ribbon of test points in place of the mark.
          const ribbon = page.getByText(/^Test.*no real money moves here/)
          assert.equal(await ribbon.count(), name === 'test' ? 1 : 0, `${area} ${width}`)
          if (width === 390) continue
          const badge = menu.getByText(name === 'live' ? 'Live' : 'Test')
          assert.ok(await badge.isVisible(), `${area} ${width}`)
          const box = await badge.boundingBox()
          assert.ok(box && box.x >= 0 && box.x + box.width <= width, `${area} ${width}: ${JSON.stringify(box)}`)
        }
        await close()
      }
    }
  })
})
