import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, it } from 'node:test'
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

describeInBrowser('the balances in the dashboard', (browser) => {
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_HOLD_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let base: string
  before(async () => {
    const { auth_point_id: pointId } = world.demo
    person = await world.person({ pointId })
    base = `${world.url}/dashboard/p/${pointId}`
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor, release_delay_seconds)
        values ($1, 'BT_AR', 'payin', 15000, 30, 90000), ($1, 'BT_AR', 'payout', 0, 15, null)`,
      [pointId],
    )
    await world.call('POST', '/api/v1/test/funds', { body: { currency: 'ARS', available: 5000 } })
    const payin = { service_code: 'BT_AR', payer_doc_id: '20267565393' }
    const payout = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201' }
    await settled('payin_hth', { ...payin, amount: 1250.5, reference: 'order-1001' }, 'COMPLETED')
    await settled('payin_hth', { ...payin, amount: 89.9, reference: 'order-1002' }, 'COMPLETED')
    await settled('payout_hth', { ...payout, amount: 300, reference: 'salary-77' }, 'COMPLETED')
    await settled('payout_hth', { ...payout, amount: 777.14, reference: 'salary-78' }, 'PENDING')
  })

  const settled = async (route: string, body: object, status: string) => {
    const made = await world.call('POST', `/api/v1/payments/${route}`, { body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    await eventually(async () => {
      const read = await world.call('GET', `/api/v1/payments/${made.body.data.transaction_id}`)
      return read.body.data.status === status ? true : undefined
    }, `${route} is ${status}`)
  }
  const open = async (path = '/balances', options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${base}${path}`, cookies: person.cookies(), ...options })

  it('show what there is, what is in transit and when what is pending is released', async () => {
    const { page, faults, close } = await open()
    const now = page.getByRole('region', { name: 'Now' })
    await now.getByText('Payouts on their way (1)').waitFor()
    const shown = (await now.getByRole('listitem').first().textContent()) ?? ''
    // 5000 less the payouts and their fees; 1250.50 and 89.90 less 1.5 % and 0.30 each.
    for (const amount of ['3,922.56', '1,319.69', '777.29']) assert.ok(shown.includes(amount), `${amount}: ${shown}`)
    assert.match(shown, /Available (tomorrow|.{11,12}) · 2 payments.*1,319\.69/)
    await now.getByRole('link', { name: /777\.29/ }).click()
    await page.getByRole('link', { name: 'salary-78' }).waitFor()
    assert.match(page.url(), /\/payouts\?.*status=PENDING/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('show a statement that adds up, its movements with fee and net, and save it as a file', async () => {
    const { page, faults, close } = await open()
    await page.getByRole('link', { name: 'My money' }).waitFor()
    const movements = page.getByRole('region', { name: 'Movements' }).last()
    await movements.getByRole('link', { name: 'order-1001' }).waitFor()
    const paid = movements.locator('tbody tr', { hasText: 'order-1001' })
    assert.match((await paid.textContent()) ?? '', /1,250\.50.*19\.06.*1,231\.44/)
    await page.getByLabel('What', { exact: true }).selectOption('payout')
    await eventually(async () => ((await movements.locator('tbody tr').count()) === 1 ? true : undefined), 'one payout')
    assert.match(page.url(), /type=payout/)
    await page.getByRole('button', { name: 'Save CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'For programs (all columns, UTC)' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^statement-ARS-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(lines[1] ?? '', /opening_balance/)
    assert.match(lines.at(-1) ?? '', /closing_balance.*3922\.56,1319\.69,777\.29,6019\.54$/)
    await movements.getByRole('link', { name: 'salary-77' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    // The page of a payment leads a payout to its own.
    assert.match(page.url(), /\/(payments|payouts)\/[0-9a-f-]{36}/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('lead to the report of a month, which is saved in the form of its reader and printed without the rest', async () => {
    await world.db.query(`update users set language = 'es'`)
    const { page, faults, close } = await open('/balances?currency=ARS', { locale: 'es-AR' })
    await page.getByRole('link', { name: 'Informe mensual' }).click()
    await page.getByRole('heading', { level: 1, name: /^Informe mensual: / }).waitFor()
    const rows = page.getByRole('table').locator('tr')
    await rows.filter({ hasText: 'Saldo final' }).waitFor()
    assert.match(page.url(), /\/balances\/report\?currency=ARS&month=\d{4}-\d\d$/)
    const shown = (await rows.allTextContents()).map((text) => text.replaceAll(/\s/g, ' '))
    for (const row of [
      'Cobros2$ 1.340,40 ARS',
      'Pagos a terceros1−$ 300,00 ARS',
      'Comisiones3−$ 20,86 ARS',
      'Retiros0–',
    ])
      assert.ok(shown.includes(row), `${row}: ${shown.join('; ')}`)
    assert.equal(shown.at(-1), 'Saldo final$ 6.019,54 ARS')
    await page.getByRole('button', { name: 'Guardar CSV' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Resumen: una línea por cada tipo' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^report-ARS-\d{4}-\d\d\.csv$/)
    assert.match(await readFile(await download.path(), 'utf8'), /"ARS";"Saldo final";;6019,54\r\n$/)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('banner').waitFor({ state: 'hidden' })
    assert.equal(await page.getByRole('button', { name: 'Imprimir' }).isVisible(), false)
    const folder = process.env['LOOK_AT']
    if (folder) await page.screenshot({ path: `${folder}/report-print.png` })
    await page.emulateMedia({ media: 'screen' })
    await page.getByLabel('Mes', { exact: true }).selectOption({ index: 1 })
    await rows.filter({ hasText: /^Saldo final\$\s0,00/ }).waitFor()
    assert.deepEqual(faults(), [])
    await close()
    await world.db.query(`update users set language = 'en'`)
  })

  it('have a report that is readable on a phone', async () => {
    const { page, faults, close } = await open('/balances/report?currency=ARS', { width: 390, scheme: 'dark' })
    await page.getByRole('rowheader', { name: 'Closing balance' }).waitFor()
    assert.deepEqual(await axeViolations(page, 'all'), [])
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(faults(), [])
    const folder = process.env['LOOK_AT']
    if (folder) await page.screenshot({ path: `${folder}/report-390.png`, fullPage: true })
    await close()
  })

  it('say what is wrong with days, and that nothing moved', async () => {
    const { page, close } = await open('/balances?from=2026-01-02&to=2026-01-01')
    await page.getByText('from must not be after to').waitFor()
    await page.getByLabel('To', { exact: true }).fill('2026-01-03')
    await page.getByText('No movements in these days').waitFor()
    await close()
  })

  for (const [locale, title] of [
    ['en', 'My money'],
    ['es', 'Mi dinero'],
    ['pt', 'Meu dinheiro'],
  ] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [1440, 390]) {
        it(`are readable in ${locale}, ${scheme}, at ${width} pixels`, async () => {
          await world.db.query('update users set language = $1', [locale])
          const { page, faults, close } = await open('/balances', { width, scheme, locale })
          await page.getByRole('heading', { level: 1, name: title }).waitFor()
          await page.getByRole('link', { name: 'order-1001' }).waitFor()
          assert.deepEqual(await axeViolations(page, axeRulesFor({ language: locale, scheme })), [])
          assert.equal(await overflowPixels(page), 0)
          assert.deepEqual(faults(), [])
          const folder = process.env['LOOK_AT']
          if (folder) await page.screenshot({ path: `${folder}/${locale}-${scheme}-${width}.png`, fullPage: true })
          await close()
        })
      }
    }
  }
})
