import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { aDeskAccount, aDeskOrder, type DeskAccount, giveDeskLines } from '../../support/bank-desk.ts'
import { axeRulesFor, axeViolations, describeInBrowser, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld, type Wire } from '../../support/world.ts'

const widths = [1440, 390]

describeInBrowser('every page of own bank accounts', (browser) => {
  const world = openWorld()
  let people: Operators
  let account: DeskAccount
  before(async () => {
    account = await aDeskAccount(world)
    people = await world.operators()
    const order = await aDeskOrder(world, { amount: 1500, reference: 'a-long-reference-of-the-merchant-2031-000147' })
    await aDeskOrder(world, { amount: 820.5, reference: 'one' })
    await aDeskOrder(world, { amount: 820.5, reference: 'another' })
    await giveDeskLines(world, account, [
      { cents: -1_250, text: 'COMISION' },
      { cents: 820_50, text: 'SPEI RECIBIDO' },
      { cents: 1400_00, text: `SPEI ${order.target} ${'W'.repeat(60)}`, ref: 'B77' },
    ])
    const rule = {
      bank_account_id: account.id,
      sign: 'D',
      class: 'fee',
      text_contains: 'mantenimiento',
      amount_max: '90',
    }
    await people.propose({ action: 'line_rule', input: rule, evidence: 'the price list' })
  })

  const pages = async (): Promise<string[]> => {
    const list = async (path: string): Promise<Wire[]> =>
      (await people.ana.call('GET', `/console/operator${path}`)).body.data.items
    const lines = await list('/bank-lines?state=waiting')
    const [file] = await list('/bank-files')
    return [
      ...['/bank-accounts', `/bank-accounts/${account.id}`, '/bank-files', `/bank-files/${file.id}`],
      ...['/bank-days', '/bank-rules'],
      ...lines.map((line) => `/bank-lines?line=${line.line_id}`),
    ]
  }

  for (const scheme of ['light', 'dark'] as const) {
    for (const locale of ['en', 'es', 'pt'] as const) {
      it(`is accessible and fits a desk and a phone (${scheme}, ${locale})`, async () => {
        await world.db.query('update users set language = $1', [locale])
        for (const width of widths) {
          const { page, faults, close } = await browser.openPage({
            url: `${world.url}/dashboard/operator?environment=test`,
            cookies: people.ana.cookies(),
            ...{ scheme, locale, width, height: 844 },
          })
          for (const path of await pages()) {
            await page.goto(`${world.url}/dashboard/operator${path}`)
            await page.getByRole('heading', { level: 1 }).waitFor()
            await page.waitForLoadState('networkidle')
            assert.deepEqual(await axeViolations(page, axeRulesFor({ language: locale, scheme })), [], path)
            assert.equal(await overflowPixels(page), 0, `${path} at ${width}`)
            const text = (await page.locator('main').textContent()) ?? ''
            assert.doesNotMatch(text, /undefined|\[object|amount_agrees|in_suspense|several_orders/, path)
          }
          assert.deepEqual(faults(), [])
          await close()
        }
      })
    }
  }
})
