import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { axeRulesFor, axeViolations, describeInBrowser, envForPages, overflowPixels } from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { openWorld } from '../../support/world.ts'

const widths = [1440, 768, 360]

describeInBrowser('the dashboard’s overview and what stands around it', (browser) => {
  // Nobody pays by themselves: what is paid is what the test pays.
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let point = ''
  before(async () => {
    point = world.demo.auth_point_id
  })

  const create = async (amount: number): Promise<string> => {
    const body = { service_code: 'BT_AR', payer_doc_id: '20-26756539-3', reference: `look-${amount}`, amount }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const open = async (person: ConsoleClient, path: string, options: object = {}) => {
    const opened = await browser.openPage({
      url: `${world.url}/dashboard/p/${point}${path}`,
      cookies: person.cookies(),
      ...options,
    })
    await opened.page.getByRole('heading', { level: 2 }).first().waitFor()
    return opened
  }

  it('leads a newcomer through the first payment, and then shows what became of it', async () => {
    const person = await world.person({ pointId: point })
    const { page, faults, close } = await open(person, '/overview')
    const steps = page.getByRole('region', { name: 'Your first payment in three steps' })
    assert.equal(await page.getByRole('region').count(), 1)
    assert.equal(await steps.getByRole('link', { name: 'Set the webhook' }).count(), 1)
    await steps.getByRole('link', { name: 'Create a payment' }).click()
    await page.waitForURL(`**/p/${point}/create**`)

    const id = await create(1500)
    await create(77)
    await page.goBack()
    await page.reload()
    await steps.getByRole('listitem').first().getByText('Done').waitFor()
    await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'paid' } })
    await steps.waitFor({ state: 'detached', timeout: 40_000 })
    await page.getByRole('region', { name: 'Balances' }).getByText('1,500.00').first().waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('leads into tables and lists, narrowed to what was counted, and keeps its range in the address', async () => {
    const person = await world.person({ pointId: point, role: 'read_only' })
    const { page, faults, close } = await open(person, '/overview?days=30')
    assert.ok(await page.getByRole('radio', { name: '30 days' }).isChecked())
    await page.getByText('Today', { exact: true }).click()
    await page.waitForURL('**/overview?days=1')
    await page.getByText('As a table').click()
    const table = page.getByRole('table', { name: 'Payments · ARS, completed, by when they were created' })
    // Until the hours arrive, the days of before are shown.
    await table.getByRole('rowheader', { name: /:00$/ }).nth(23).waitFor()
    assert.equal(await table.getByRole('row').count(), 25)
    await page.getByText('7 days', { exact: true }).click()
    await page.waitForURL('**/overview?days=7')
    await table.getByRole('rowheader', { name: /:00$/ }).first().waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'See all methods' }).click()
    await page.getByRole('heading', { level: 1, name: 'Success of every method' }).waitFor()
    await page.getByRole('link', { name: '1 BT_AR, Completed' }).click()
    await page.waitForURL(/\/payments\?status=COMPLETED&service_code=BT_AR&from=/)
    await page.getByRole('link', { name: 'look-1500' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    assert.deepEqual(faults(), [])
    await close()
  })

  for (const [language, locale] of [
    ['en', 'en'],
    ['es', 'es-AR'],
    ['pt', 'pt-BR'],
  ] as const) {
    it(`are readable for everybody in ${language}: light and dark, at any width, with everything opened`, async () => {
      const person = await world.person({ pointId: point, language })
      for (const scheme of ['light', 'dark'] as const) {
        for (const width of widths) {
          const { page, faults, close } = await open(person, '/overview', { locale, scheme, width })
          const said = `${scheme} ${width}`
          // Between the widest and the narrowest nothing else is there, only its place.
          const rules = width === 768 ? 'none' : axeRulesFor({ language, scheme })
          await page.locator('details summary').first().click()
          assert.deepEqual(await axeViolations(page, rules), [], said)
          assert.equal(await overflowPixels(page), 0, said)
          assert.equal(await page.locator('html').getAttribute('lang'), language)
          if (width === 360) {
            await page.getByRole('button', { name: /^Men[uú]$/ }).click()
            await page.getByRole('dialog').getByRole('navigation').waitFor()
            assert.deepEqual(await axeViolations(page, rules), [], `${said}, menu`)
            await page.keyboard.press('Escape')
            await page.getByRole('dialog').waitFor({ state: 'detached' })
          }
          await page.keyboard.press('/')
          await page.getByRole('dialog').getByRole('combobox').waitFor()
          assert.deepEqual(await axeViolations(page, rules), [], `${said}, search`)
          assert.deepEqual(faults(), [], said)
          await close()
        }
      }
    })
  }
})
