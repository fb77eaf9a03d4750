import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  axeRulesFor,
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld } from '../../support/world.ts'

const narrow = 360

/** More steps of Tab than any page of ours needs to its last control. */
const tabsMax = 120

describeInBrowser('payments in the dashboard', (browser) => {
  // Nobody pays by themselves: what is paid is what the test pays.
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let at: (path: string) => string
  const bodies = {
    payin: { service_code: 'BT_AR', amount: 1250.5, payer_doc_id: '20267565393', payer_name: 'Ana Prueba' },
    payout: { service_code: 'BT_AR', amount: 10, account_type: 'ALIAS', account: 'prueba.alias' },
  }
  before(async () => {
    const { auth_point_id: pointId } = world.demo
    person = await world.person({ pointId })
    at = (path) => `${world.url}/dashboard/p/${pointId}${path}`
  })

  const open = async (path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: at(path), cookies: person.cookies(), ...options })
  const create = async (kind: 'payin' | 'payout', reference: string): Promise<string> => {
    const path = `/console/points/${world.demo.auth_point_id}/payments/${kind}_hth`
    const answer = await person.call('POST', path, { body: { ...bodies[kind], reference } })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  /** Tab until the control with this name has the focus. */
  const tabTo = async (page: Page, name: string) => {
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      await page.keyboard.press('Tab')
      const focused = await page.evaluate<string>('document.activeElement?.textContent?.trim() ?? ""')
      if (focused === name) return
    }
    assert.fail(`Tab does not reach "${name}"`)
  }

  it('show what is wrong at its field, and put the focus there', async () => {
    const { page, close } = await open('/create?kind=payin&service_code=BT_AR')
    await page.locator('#field-amount').fill('1.2345')
    await page.locator('#field-payer_doc_id').fill('1')
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByText('Some fields are not right yet.').waitFor()
    assert.equal(await page.locator('#field-amount').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.locator('#field-payer_doc_id').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.locator('#field-reference').getAttribute('aria-invalid'), null)
    assert.equal(await page.evaluate('document.activeElement.id'), 'field-amount')
    await close()
  })

  it('say of money in suspense that it waits for the operator, and draw a short reference as one piece', async () => {
    const id = await create('payin', 'twice-1')
    const { page, faults, close } = await open(`/payments/${id}`)
    await page.getByText('Send the payer the payment page.').waitFor()
    assert.deepEqual(await page.locator('code[title="twice-1"] > span').allTextContents(), ['twice-1'])
    await page.getByRole('button', { name: 'Paid twice', exact: true }).click()
    await page.getByText('waits for the operator of the gateway to accept it or to send it back.').waitFor()
    assert.equal(await page.getByText('Nothing is left to be done.').count(), 0)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('belong to where they are listed, and say who made them, whose they are, and what they cost', async () => {
    const payout = await create('payout', 'who-made-it')
    const { page, faults, close } = await open(`/payments/${payout}`)
    await page.getByRole('heading', { name: 'Payout who-made-it' }).waitFor()
    await page.waitForURL(at(`/payouts/${payout}`))
    const areas = page.getByRole('navigation', { name: 'Areas' })
    assert.equal(await areas.getByRole('link', { name: 'Payouts' }).getAttribute('data-status'), 'active')
    const summary = page.getByRole('region', { name: 'Summary' })
    for (const name of ['Beneficiary', 'Method', 'Fee', 'Net']) await summary.getByText(name, { exact: true }).waitFor()
    await page.getByText('Made by').waitFor()
    assert.deepEqual(await page.getByText(/^(account|payer)_[a-z_]+$/).allTextContents(), [])
    const payin = await create('payin', 'named-fields')
    await page.goto(at(`/payments/${payin}`))
    await page.getByText('Not booked yet').first().waitFor()
    await page.getByText('Payer’s document').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('head a payment with the numbers of the API, and call nothing by a field of the API, in three languages', async () => {
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 15000, 30, null)`,
      [world.demo.auth_point_id],
    )
    const reference = `a-${'very-'.repeat(20)}long-reference`
    const id = await create('payin', reference)
    const body = { event: 'paid_more', amount: '1300.50' }
    const isTaken = async () =>
      (await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body })).status === 200 || undefined
    await eventually(isTaken, 'the bank is told to pay')
    const read = async () => (await world.call('GET', `/api/v1/payments/${id}`)).body.data
    const { fee, net } = await eventually(async () => {
      const data = await read()
      return data.status === 'COMPLETED' ? data : undefined
    }, 'the pay-in is booked')
    assert.deepEqual([fee, net], [19.81, 1280.69])
    for (const [language, numbers, summaryName] of [
      ['en', ['1,250.50', '19.81', '1,280.69', '50.00'], 'Summary'],
      ['es', ['1.250,50', '19,81', '1.280,69', '50,00'], 'Resumen'],
      ['pt', ['1.250,50', '19,81', '1.280,69', '50,00'], 'Resumo'],
    ] as const) {
      const speaker = await world.person({ language })
      const { page, faults, close } = await open(`/payments/${id}`, { cookies: speaker.cookies(), locale: language })
      const summary = page.getByRole('region', { name: summaryName })
      await summary.waitFor()
      const text = (await summary.innerText()).replace(/\s+/g, ' ')
      for (const number of numbers) assert.ok(text.includes(number), `${language}: ${number} in ${text}`)
      assert.match(text, /Ana Prueba · •••• 5393/)
      assert.doesNotMatch(text, /20267565393/)
      assert.match((await page.textContent('h1')) ?? '', /a-very-very-very-very-ve…eference$/)
      for (const path of [
        `/payments/${id}`,
        '/create?kind=payin&service_code=BT_AR',
        '/create?kind=payout&service_code=BT_AR',
      ]) {
        await page.goto(at(path))
        await page.getByRole('heading', { level: 1 }).waitFor()
        await page.waitForLoadState('networkidle')
        const labels = await page.locator('main dt, main label, main th').allTextContents()
        assert.ok(labels.length > 3, path)
        assert.deepEqual(
          labels.filter((label) => /[a-z]_[a-z]|^(details|metadata)/.test(label)),
          [],
          path,
        )
      }
      assert.deepEqual(faults(), [])
      await close()
    }
  })

  it('have their callback sent again by the keyboard alone', async () => {
    const id = await create('payout', 'by-keyboard')
    const { page, faults, close } = await open(`/payments/${id}`)
    await page.getByText('delivered', { exact: true }).first().waitFor()
    await page.locator('body').press('Tab')
    await tabTo(page, 'Send again')
    await page.keyboard.press('Enter')
    await page.getByText('The latest state is on its way again.').waitFor()
    await page.getByText('sent again · 1 try').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('are found, narrowed by what stands in the address, and saved as a file', async () => {
    await create('payin', 'find-me-1')
    await create('payin', 'find-me-2')
    const { page, faults, close } = await open('/payments')
    await page.getByRole('searchbox').fill('find-me-2')
    await eventually(async () => (await rows(page)) === 1 || undefined, 'one row')
    assert.match(page.url(), /\?search=find-me-2$/)
    await page.getByRole('button', { name: 'Remove the filter Search: find-me-2' }).click()
    await eventually(async () => (await rows(page)) > 1 || undefined, 'all rows')
    await page.getByRole('searchbox').fill('find-me')
    await eventually(async () => (await rows(page)) === 2 || undefined, 'two rows')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'For programs (all columns, UTC)' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^payins-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await download.path(), 'utf8')
    assert.deepEqual([text.includes('find-me-1'), text.includes('find-me-2')], [true, true])
    assert.equal(text.trimEnd().split('\r\n').length, 3)
    await page.getByRole('link', { name: 'find-me-1' }).click()
    await page.getByRole('heading', { name: 'Payment find-me-1' }).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('that nothing matches say what was searched, and propose what finds more', async () => {
    await create('payin', 'nearly-found')
    const { page, faults, close } = await open('/payments?search=nearly+nowhere&currency=CLP')
    await page.getByText('“nearly nowhere” was searched in names').waitFor()
    await page.getByRole('button', { name: 'Search for “nearly”' }).click()
    await page.getByRole('button', { name: 'Search without the other filters' }).click()
    await page.getByRole('link', { name: 'nearly-found' }).waitFor()
    assert.match(page.url(), /\?search=nearly$/)
    await page.getByRole('searchbox').fill('nowhere')
    await page.getByRole('link', { name: 'Search in Payouts' }).click()
    await page.waitForURL(/\/payouts\?search=nowhere$/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('are found from everywhere by Ctrl-K and any of their ids, and opened by Enter', async () => {
    const id = await create('payin', 'from-everywhere')
    const { page, faults, close } = await open('/create')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(id)
    await page.getByRole('option', { name: /^from-everywhere · / }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Payment from-everywhere' }).waitFor()
    assert.equal(page.url(), at(`/payments/${id}`))
    assert.deepEqual(faults(), [])
    await close()
  })

  it('offer people who may only read nothing that changes anything', async () => {
    const id = await create('payin', 'read-only')
    const reader = await world.person({ role: 'read_only' })
    const { page, faults, close } = await open(`/payments/${id}`, { cookies: reader.cookies() })
    await page.getByRole('heading', { name: 'Payment read-only' }).waitFor()
    for (const name of ['Cancel payment', 'Paid', 'Save']) {
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
    }
    await page.goto(at('/create'))
    await page.getByText('Your role may not create payments here.').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  for (const [language, locale] of [
    ['en', 'en'],
    ['es', 'es-AR'],
    ['pt', 'pt-BR'],
  ] as const) {
    it(`are readable for everybody in ${language}: light and dark, wide and narrow`, async () => {
      const speaker = await world.person({ language })
      const payin = await create('payin', `axe-${language}`)
      const payout = await create('payout', `axe-${language}`)
      const paths = ['/payments', '/payouts?status=ERROR', `/payments/${payin}`, `/payouts/${payout}`].concat([
        '/create?kind=payin&service_code=BT_AR',
        '/create?kind=payin&service_code=CC1_IG_TRUST_WW_EUR',
        '/create?kind=payout&service_code=BT_AR',
      ])
      for (const [index, path] of paths.entries()) {
        for (const scheme of ['light', 'dark'] as const) {
          // Each page in both widths, over the two schemes.
          const width = (index + (scheme === 'dark' ? 1 : 0)) % 2 === 0 ? 1440 : narrow
          const { page, faults, close } = await open(path, { cookies: speaker.cookies(), locale, scheme, width })
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForLoadState('networkidle')
          assert.equal(page.url(), at(path))
          const said = `${path} ${scheme} ${width}`
          assert.deepEqual(await axeViolations(page, axeRulesFor({ language, scheme })), [], said)
          assert.equal(await overflowPixels(page), 0, said)
          assert.equal(await page.locator('html').getAttribute('lang'), language)
          assert.deepEqual(faults(), [], said)
          await close()
        }
      }
    })
  }
})

async function rows(page: Page): Promise<number> {
  return await page.locator('tbody tr').count()
}
