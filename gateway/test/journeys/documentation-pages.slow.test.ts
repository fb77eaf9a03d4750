import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { axeRulesFor, axeViolations, describeInBrowser, envForPages, overflowPixels } from '../support/browser.ts'
import { openWorld } from '../support/world.ts'

const languageOf = (path: string) => /^(es|pt)\//.exec(path)?.[1] ?? 'en'

/** The bar above is fullest just before it becomes a menu. */
const middleWidth = 780

/** One page waits for the gateway while another one is scanned. */
const openAtOnce = 2

describeInBrowser('the pages of the documentation', (browser) => {
  const world = openWorld({ env: envForPages, docs: true })
  let paths: string[] = []
  before(async () => {
    const listed = await world.call('GET', '/docs/site.json')
    paths = listed.body.pages.map(({ path }: { path: string }) => path)
    assert.ok(paths.length > 100, String(paths.length))
  })

  it('can be used by everybody and keep to their policy: light and wide, dark and narrow', async () => {
    const waiting = [...paths]
    const found: string[] = []
    const look = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) found.push(...(await faultsOf(path)))
    }
    await Promise.all(Array.from({ length: openAtOnce }, look))
    assert.deepEqual(found, [])
  })

  const faultsOf = async (path: string): Promise<string[]> => {
    const language = languageOf(path)
    const { page, faults, close } = await browser.openPage({ url: `${world.url}/docs/${path}` })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const seen = await axeViolations(page, axeRulesFor({ language, scheme: 'light' }))
    for (const width of [1440, middleWidth]) {
      await page.setViewportSize({ width, height: 900 })
      if ((await overflowPixels(page)) > 0) seen.push(`is wider than ${width} pixels`)
    }
    await page.setViewportSize({ width: 390, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html.dark').waitFor()
    seen.push(...(await axeViolations(page, axeRulesFor({ language, scheme: 'dark' }))))
    if ((await overflowPixels(page)) > 0) seen.push('is wider than 390 pixels')
    await close()
    return [...seen, ...faults()].map((fault) => `${path}: ${fault}`)
  }

  it('find a section by its words, with the keyboard alone', async () => {
    const { page, faults, close } = await browser.openPage({ url: `${world.url}/docs/` })
    // The page is read before its script runs, and keys pressed before that are the browser's.
    await page.locator('.search-button[aria-keyshortcuts]').waitFor()
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search the documentation' })
    await dialog.getByRole('searchbox').fill('security_hash')
    await dialog.getByRole('link', { name: /Verify each callback/ }).waitFor()
    assert.deepEqual(await axeViolations(page, 'all'), [])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/guides/callbacks#**')
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(faults(), [])
    await close()
  })

  it('find in the language of the page', async () => {
    const { page, close } = await browser.openPage({ url: `${world.url}/docs/es/guides/callbacks` })
    await page.getByRole('button', { name: 'Buscar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Buscar en la documentación' })
    await dialog.getByRole('searchbox').fill('conciliación')
    await dialog
      .getByRole('link', { name: /Conciliación/ })
      .first()
      .waitFor()
    await dialog.getByRole('searchbox').fill('zzzzqqqq')
    await dialog.getByText('Sin resultados.', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await close()
  })

  it('say that an address leads nowhere', async () => {
    const { page, close } = await browser.openPage({ url: `${world.url}/docs/no-such-page`, status: 404 })
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    assert.deepEqual(await axeViolations(page, 'all'), [])
    await page.getByRole('link', { name: 'To the start of the documentation' }).click()
    await page.getByRole('heading', { name: 'Pasarela documentation' }).waitFor()
    await close()
  })

  it('change to dark by their switch, which their policy allows', async () => {
    const { page, faults, close } = await browser.openPage({ url: `${world.url}/docs/guides/payouts` })
    await page.getByRole('switch').first().click()
    await page.locator('html.dark').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('send a request with a test key, and refuse every other key', async () => {
    const { page, faults, close } = await browser.openPage({ url: `${world.url}/docs/reference/pay-ins` })
    await page.getByText('Try it', { exact: true }).first().click()
    const key = page.getByLabel('Test key').first()
    const send = page.getByRole('button', { name: 'Send' }).first()
    await key.fill('pas_live_0123456789')
    await page.getByText('This form takes test keys only').first().waitFor()
    assert.ok(await send.isDisabled())
    await key.fill(world.demo.api_key)
    await send.click()
    await page.locator('.trial-answer').first().waitFor()
    assert.match(await page.locator('.trial-answer').first().innerText(), /^200 [\s\S]*"status": "PENDING"/)
    assert.deepEqual(await axeViolations(page, 'all'), [])
    const stored = await page.evaluate<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    )
    assert.ok(!stored.includes('pas_test_'), stored)
    await page.reload()
    await page.getByText('Try it', { exact: true }).first().click()
    assert.equal(await page.getByLabel('Test key').first().inputValue(), '')
    assert.deepEqual(faults(), [])
    await close()
  })
})
