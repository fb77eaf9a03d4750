import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser, type OpenedPage } from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('the dashboard while the gateway is away', (browser) => {
  const world = openWorld({ ownProcess: true })
  let person: ConsoleClient
  before(async () => {
    person = await world.person()
  })

  const at = (path: string) => `${world.url}/dashboard/p/${world.demo.auth_point_id}${path}`
  const open = async (path: string, options: object = {}): Promise<OpenedPage> => {
    const opened = await browser.openPage({ url: at(path), cookies: person.cookies(), ...options })
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    return opened
  }
  /** The app is there, with its navigation, and says what is wrong. */
  const saysNoConnection = async (page: Page) => {
    const alert = page.getByRole('alert').filter({ hasText: 'No connection' })
    await alert.first().waitFor()
    await page.getByRole('navigation', { name: 'Areas' }).waitFor()
    assert.match(page.url(), /^http:\/\/(127\.0\.0\.1|localhost)/)
    return alert.first()
  }
  /** How often the document itself was loaded. */
  const countLoads = (page: Page) => {
    const counter = { loads: 0 }
    page.on('load', () => counter.loads++)
    return counter
  }

  it('says in its own words that a page cannot be loaded, and shows it once the gateway is back', async () => {
    const { page, close } = await open('/overview')
    const counter = countLoads(page)
    await world.stopGateway()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).hover()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    const alert = await saysNoConnection(page)
    assert.equal(page.url(), at('/webhooks'))
    await alert.getByRole('button', { name: 'Try again' }).click()
    await saysNoConnection(page)
    await page.getByRole('button', { name: 'Load the page again' }).click()
    await page.getByText('No connection').nth(1).waitFor()
    assert.equal(counter.loads, 0, 'nothing was loaded anew from a gateway that is away')
    // Pages whose code was loaded before are there still.
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await saysNoConnection(page)
    await world.startGateway()
    await page.getByRole('alert').first().getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await close()
  })

  it('keeps a form that is being filled in when a link is only pointed at, or the search cannot be opened', async () => {
    const { page, close } = await open('/create?kind=payin&service_code=BT_AR')
    const counter = countLoads(page)
    await page.locator('#field-amount').fill('1.500')
    await world.stopGateway()
    await page.getByRole('link', { name: 'Credentials', exact: true }).hover()
    await page.getByRole('button', { name: 'Search' }).click()
    await saysNoConnection(page)
    assert.equal(await page.locator('#field-amount').inputValue(), '1.500')
    assert.equal(counter.loads, 0)
    await world.startGateway()
    await close()
  })

  it('loads a page that is older than the gateway anew, once, when one goes there', async () => {
    const { page, close } = await open('/overview')
    const counter = countLoads(page)
    await page.route('**/assets/webhooks-page*.js', async (route) => await route.fulfill({ status: 404 }), { times: 1 })
    await page.getByRole('link', { name: 'Webhooks', exact: true }).hover()
    await page.waitForResponse(/webhooks-page/)
    assert.equal(counter.loads, 0, 'pointing at a link loads nothing anew')
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    assert.ok(counter.loads <= 1)
    await close()
  })

  it('says so where not even the first code comes', async () => {
    const { page, close } = await open('/overview', { locale: 'es' })
    await page.route('**/assets/*.js', async (route) => await route.abort())
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await page.getByRole('navigation').first().waitFor()
    await close()
  })
})
