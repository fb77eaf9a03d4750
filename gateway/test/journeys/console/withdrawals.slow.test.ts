import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
  photograph,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld, type Wire } from '../../support/world.ts'

const cbu = '2850590940090418135201'
const phone = { width: 390, height: 844, locale: 'es-AR' }

describeInBrowser('a merchant’s own money', (browser) => {
  const world = openWorld({ env: envForPages })
  let owner: ConsoleClient
  let second: ConsoleClient
  let people: Operators
  let merchantId: string
  const at = () => `/p/${world.demo.auth_point_id}`
  before(async () => {
    const { auth_point_id: pointId } = world.demo
    people = await world.operators()
    owner = await world.person({ pointId, language: 'es', steppedUp: true })
    second = await world.person({ pointId, role: 'operations', steppedUp: true })
    merchantId = (await world.db.query('select merchant_id from points where id = $1', [pointId])).rows[0].merchant_id
    await world.db.query(
      `insert into point_terms (point_id, service_code, pay_type, fee_millionths, fee_fixed_minor)
        values ($1, 'BT_AR', 'payout', 0, 15)`,
      [pointId],
    )
    await world.db.query(
      `insert into merchant_documents (id, merchant_id, country, type, number, set_by)
        values (gen_random_uuid(), $1, 'AR', 'CUIT', '20267565393', 'ana')`,
      [merchantId],
    )
    for (const [currency, available] of [
      ['BRL', 5],
      ['CLP', 500],
      ['MXN', 10],
      ['MXN', 2_000],
      ['ARS', 10],
      ['ARS', 20],
      ['ARS', 1_000],
    ]) {
      const set = await world.call('POST', '/api/v1/test/funds', { body: { currency, available, overdraft_limit: 0 } })
      assert.equal(set.status, 200, JSON.stringify(set.body))
    }
  })

  const open = async (path: string, by: ConsoleClient, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard${path}`, cookies: by.cookies(), ...options })
  const good = async (opened: OpenedPage, name: string) => {
    assert.deepEqual(await axeViolations(opened.page), [], name)
    assert.equal(await overflowPixels(opened.page), 0, name)
    await photograph(opened, name)
  }

  it('begins on a phone with what moves most, and says in Spanish how it can be taken out', async () => {
    const opened = await open(`${at()}/balances`, owner, phone)
    const { page, faults, close } = opened
    await page.getByRole('heading', { level: 1, name: 'Mi dinero' }).waitFor()
    const cards = page.getByRole('region', { name: 'Ahora' }).locator('> ul > li')
    await cards.first().getByText('1.000,00').waitFor()
    const names = (await cards.allTextContents()).map((text) => text.slice(0, 3))
    assert.deepEqual(names.slice(0, 2), ['ARS', 'MXN'])
    assert.equal(names.length, 4, 'zeros are hidden')
    const button = page.getByRole('link', { name: 'Retirar ARS' })
    for (const shown of [cards.first().getByText('1.000,00'), button]) {
      const box = await shown.boundingBox()
      assert.ok(box && box.y + box.height < phone.height, JSON.stringify(box))
    }
    await good(opened, 'my-money-phone')
    await button.click()
    await page.getByText('todavía no tiene una cuenta').waitFor()
    await page.getByRole('link', { name: 'Definir una cuenta' }).click()
    await page.getByLabel('Método').selectOption('BT_AR')
    await page.locator('#field-account').fill('123')
    await page.locator('#field-account_type').selectOption('CBU')
    await page.getByRole('button', { name: 'Proponer' }).click()
    await page.locator('#field-account[aria-invalid]').waitFor()
    await page.locator('#field-account').fill(cbu)
    await page.locator('#field-account_doc_id').fill('20-26756539-3')
    await page.getByRole('button', { name: 'Proponer' }).click()
    await page.getByText('Espera a una segunda persona').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /Confirmar/ }).count(), 0)
    await good(opened, 'withdrawal-accounts-phone')
    // The refusal of the account that was wrong.
    assert.ok(
      faults().every((fault) => / status of 422 /.test(fault)),
      faults().join('\n'),
    )
    await close()
  })

  it('goes to an account that a second person confirmed: the fee, what arrives and what stays are said before', async () => {
    const confirming = await open(`${at()}/withdrawal-accounts`, second, { width: 1440 })
    await confirming.page.getByRole('button', { name: 'Confirm BT_AR' }).click()
    await confirming.page.getByRole('dialog').getByText(cbu).waitFor()
    await confirming.page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await confirming.page.getByText('Usable', { exact: true }).first().waitFor()
    await good(confirming, 'withdrawal-accounts-wide')
    assert.deepEqual(confirming.faults(), [])
    await confirming.close()

    const opened = await open(`${at()}/withdrawals?currency=ARS`, owner, phone)
    const { page, faults, close } = opened
    await page.getByRole('button', { name: 'Retirar $ 999,85 ARS' }).waitFor()
    await page.getByText('Un monto').click()
    await page.getByLabel(/^Monto/).fill('2.000')
    await page.getByText('no cubre').waitFor()
    await page.getByLabel(/^Monto/).fill('100,50')
    const send = page.getByRole('button', { name: 'Retirar $ 100,50 ARS' })
    await send.waitFor()
    const facts = (await page.locator('form dl').textContent()) ?? ''
    for (const text of ['Llega', '100,50', 'Comisión', '0,15', 'Queda disponible', '899,35']) {
      assert.ok(facts.includes(text), `${text}: ${facts}`)
    }
    const reference = await page.getByLabel('Referencia').inputValue()
    assert.match(reference, /^RETIRO-\d{8}-[0-9A-Z]{5}$/)
    await good(opened, 'withdraw-phone')
    await send.click()
    await page.waitForURL(/\/payouts\/[0-9a-f-]{36}/)
    await page.getByText('send_withdrawals').waitFor()
    await page.goto(`${world.url}/dashboard${at()}/withdrawals?currency=EUR`)
    await page.getByText('Ningún método de este punto paga en EUR').waitFor()
    await page.getByRole('link', { name: reference }).waitFor()
    await good(opened, 'withdrawals-phone')
    assert.ok(
      faults().every((fault) => / status of 422 /.test(fault)),
      faults().join('\n'),
    )
    await close()
  })

  it('is looked at by operators where the holder is nobody known', async () => {
    const body = { service_code: 'PIX_BR', account: '390.533.447-05', account_doc_id: '390.533.447-05' }
    const path = `/console/points/${world.demo.auth_point_id}/withdrawal-accounts`
    const { accounts } = (await owner.call('POST', path, { body })).body.data
    const proposed = accounts.find((each: Wire) => each.service_code === 'PIX_BR')
    assert.equal(proposed?.is_own, false, JSON.stringify(accounts))
    const desk = await open('/operator?environment=test', people.ana, { width: 1440 })
    await desk.page.getByText('An account for withdrawals with PIX_BR waits for two operators').waitFor()
    await desk.close()
    const opened = await open(`/operator/merchants/${merchantId}`, people.ana, { width: 1440 })
    const { page, faults, close } = opened
    await page.getByText('20267565393').waitFor()
    await page.getByRole('button', { name: 'Propose to confirm PIX_BR' }).click()
    await page.getByRole('dialog').getByText('39053344705').first().waitFor()
    await page.getByRole('dialog').locator('textarea').first().fill('seen')
    await page.getByRole('dialog').getByRole('button', { name: 'Do it now' }).click()
    await page.getByRole('heading', { name: 'Accounts for withdrawals that wait' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add a document' }).click()
    await page.getByRole('dialog').getByLabel('Country').selectOption('BR')
    await good(opened, 'merchant-documents')
    assert.deepEqual(faults(), [])
    await close()
  })
})
