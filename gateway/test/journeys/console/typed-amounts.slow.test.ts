import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Language, languages } from '../../../src/core/texts/messages/languages.ts'
import {
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { eventually, openWorld, type Wire } from '../../support/world.ts'

const narrow = 360

describeInBrowser('an amount typed into the dashboard', (browser) => {
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  const persons = {} as Record<Language, ConsoleClient>
  let people: Operators
  let point = ''
  before(async () => {
    people = await world.operators()
    point = world.demo.auth_point_id
    for (const language of languages) persons[language] = await world.person({ pointId: point, language })
  })

  const open = async (language: Language, path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({
      url: `${world.url}/dashboard/p/${point}${path}`,
      cookies: persons[language].cookies(),
      ...options,
    })
  const openAsOperator = async (path: string): Promise<OpenedPage> => {
    const url = `${world.url}/dashboard/operator${path}`
    const opened = await browser.openPage({ url, cookies: people.ana.cookies() })
    await opened.page.evaluate("localStorage.setItem('pasarela.language', 'es')")
    await opened.page.reload()
    return opened
  }
  const payin = async (amount: string, serviceCode = 'BT_CL'): Promise<string> => {
    const fields = { BT_CL: { payer_doc_id: '76086428-5' }, PIX_BR: { payer_doc_id: '390.533.447-05' } }[serviceCode]
    const body = { service_code: serviceCode, amount, reference: `typed-${amount}-${serviceCode}`, ...fields }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const fillPayout = async (page: Page, amount: string) => {
    await page.getByRole('button', { name: 'Completar con un ejemplo' }).click()
    await page.locator('#field-amount').fill(amount)
  }
  const toPayout = '/create?kind=payout&service_code=BT_CL'

  it('is not sent where the confirmation is closed, and the form keeps everything', async () => {
    const { page, close } = await open('es', toPayout)
    await fillPayout(page, '99.000')
    const reference = await page.locator('#field-reference').inputValue()
    await page.getByRole('button', { name: 'Crear el pago a terceros' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    assert.equal(await page.locator('#field-amount').inputValue(), '99.000')
    const found = await persons.es.call('GET', `/console/points/${point}/transactions?pay_type=payout&q=${reference}`)
    assert.deepEqual(found.body.data.items, [])
    await close()
  })

  it('that can mean two amounts is refused with both of them, beside what else is wrong, and nothing is asked', async () => {
    const { page, close } = await open('es', toPayout)
    await fillPayout(page, '1.50')
    await page.locator('#field-account_doc_id').fill('1')
    await page.getByRole('button', { name: 'Crear el pago a terceros' }).click()
    await page.getByText('Puede significar 1,50 o 150;').waitFor()
    await page.locator('#field-amount:focus').waitFor()
    assert.equal(await page.locator('#field-account_doc_id').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByRole('dialog').count(), 0)
    await page.locator('#field-amount').fill('R$ 1.500')
    await page.locator('#field-account_doc_id').fill('76086428-5')
    await page.getByRole('button', { name: 'Crear el pago a terceros' }).click()
    await page.getByText('Esto nombra otra moneda. Escriba un monto en CLP.').waitFor()
    await close()
  })

  it('is taken as each language and currency writes it', async () => {
    const typed = [
      ['pt', 'PIX_BR', '25.000', 'Você está cobrando R$ 25.000,00 BRL'],
      ['pt', 'PIX_BR', '1.234,5', 'Você está cobrando R$ 1.234,50 BRL'],
      ['en', 'PIX_BR', '1,500', 'You are asking for R$ 1,500.00 BRL'],
      ['es', 'SPEI_MX', '1,234.56', 'Está cobrando $ 1.234,56 MXN'],
      ['en', 'BT_CL', '$248.367 CLP', 'You are asking for $ 248,367 CLP'],
    ] as const
    for (const [language, code, text, echo] of typed) {
      const { page, close } = await open(language, `/create?kind=payin&service_code=${code}`)
      await page.locator('#field-amount').fill(text)
      await page
        .getByRole('status')
        .filter({ hasText: echo.replaceAll(' ', ' ') })
        .waitFor()
      await close()
    }
  })

  it('in the simulator is what the payer pays, and an unclear one lets nothing happen', async () => {
    const id = await payin('250000')
    const { page, faults, close } = await open('es', `/payments/${id}`)
    const field = page.getByLabel('Monto (si es otro)')
    await field.fill('12.3456')
    assert.equal(await page.getByRole('button', { name: 'Pagado', exact: true }).isDisabled(), true)
    await field.blur()
    await page.getByText('Puede significar 12,3456 o 123.456;').waitFor()
    await field.fill('100.000')
    await page.getByText('Son $ 100.000 CLP').waitFor()
    await page.getByRole('button', { name: 'Pagado', exact: true }).click()
    await eventually(async () => {
      const { body } = await persons.es.call('GET', `/console/points/${point}/transactions/${id}/story`)
      return Number(body.data.amounts.received) === 100_000 || undefined
    }, '100.000 pesos received')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('narrows a list as exact text in the address, and a search says which amount it looks for', async () => {
    await payin('1500.00', 'PIX_BR')
    await payin('2500.50', 'PIX_BR')
    const { page, faults, close } = await open('pt', '/payments?currency=BRL')
    await page.getByRole('row').nth(2).waitFor()
    const least = page.getByRole('textbox', { name: 'Valor a partir de' })
    await least.fill('2.000')
    await page.waitForURL(/amount_from=2000(&|$)/)
    await page.getByRole('button', { name: 'Remover o filtro Valor a partir de: 2.000' }).waitFor()
    await eventually(async () => (await page.getByRole('row').count()) === 2 || undefined, 'one payment')
    assert.equal(await least.inputValue(), '2.000', 'what was typed stays')
    await least.fill('2.000,123')
    await least.press('Enter')
    await page.getByText('Pode significar 2.000,123 ou 2.000.123;').waitFor()
    assert.equal(await least.evaluate('document.activeElement?.getAttribute("aria-invalid")'), 'true')
    assert.match(page.url(), /amount_from=2000(&|$)/)
    await page.goto(`${world.url}/dashboard/p/${point}/payments?search=1.500`)
    await page.getByText('Também se busca como o valor 1.500,00, em qualquer moeda.').waitFor()
    await page.getByRole('row').filter({ hasText: 'typed-1500.00-PIX_BR' }).waitFor()
    await page.goto(`${world.url}/dashboard/p/${point}/payments?search=12.3456`)
    await page.getByText('Não se busca como valor, porque pode significar 12,3456 ou 123.456.').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('by an operator is read alike for funds, limits, overdraft and confirmations', async () => {
    const { page, faults, close } = await openAsOperator(`/points/${point}`)
    const available = async () => {
      const { balances } = (await people.ana.call('GET', `/console/operator/points/${point}`)).body.data
      return balances.find((each: Wire) => each.currency === 'CLP')
    }
    const dialog = page.getByRole('dialog')
    const propose = async () => {
      await dialog.getByLabel('Qué se vio y por qué').fill('acordado por correo')
      await dialog.getByRole('button', { name: 'Ejecutar ahora', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    const before = Number((await available())?.available ?? 0)
    await page.getByRole('button', { name: 'Fondear el punto' }).click()
    await dialog.getByLabel('Moneda').selectOption('CLP')
    await dialog.getByLabel('Monto').fill('250.000')
    await dialog.getByText('Son $ 250.000 CLP').waitFor()
    await propose()
    assert.equal(Number((await available()).available), before + 250_000)

    await page.getByRole('button', { name: 'Definir el límite de descubierto' }).click()
    await dialog.getByLabel('Moneda').selectOption('CLP')
    await dialog.getByLabel('Monto').fill('1.500.000')
    await propose()
    assert.equal((await available()).overdraft, '1500000')
    await page.getByRole('tab', { name: 'Límites y comisiones' }).click()
    await page.getByRole('button', { name: 'Definir límites de pagos a terceros' }).click()
    await dialog.getByText('Prueba', { exact: true }).waitFor()
    await dialog.getByLabel('Moneda').selectOption('CLP')
    await dialog.getByLabel('Pago máximo').fill('1.50')
    await dialog.getByLabel('Pago máximo').blur()
    await dialog.getByText('Puede significar 1,50 o 150;').waitFor()
    await dialog.getByLabel('Qué se vio y por qué').fill('acordado por correo')
    await dialog.getByRole('button', { name: 'Ejecutar ahora', exact: true }).click()
    await dialog.getByRole('textbox', { name: 'Pago máximo' }).fill('300.000')
    await propose()
    const { limits } = (await people.ana.call('GET', `/console/operator/points/${point}`)).body.data
    assert.equal(limits.find((each: Wire) => each.currency === 'CLP').single, '300000')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('stands on a phone with its echo and its confirmation, for everybody to read', async () => {
    const { page, faults, close } = await open('es', toPayout, { width: narrow, height: 800 })
    await fillPayout(page, '9.999.999.999.999')
    await page.getByText('Está enviando $ 9.999.999.999.999 CLP').waitFor()
    assert.equal(await overflowPixels(page), 0)
    await page.locator('#field-amount').fill('250.000')
    await page.getByRole('button', { name: 'Crear el pago a terceros' }).click()
    await page.getByRole('dialog').getByText('BENEFICIARIO DE PRUEBA').waitFor()
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(faults(), [])
    await close()
  })

  it('by an operator who confirms a live payment is read in the payment’s currency', async () => {
    const args = ['--merchant', 'Demo shop', '--environment', 'live', '--name', 'Live']
    const live = (await world.facts('point', 'create', ...args))['auth_point_id'] ?? ''
    const account = ['--service', 'BT_CL', '--number', '1234567890', '--beneficiary', 'S']
    await world.facts('account', 'add', ...account, '--note', 'contract', '--by', 'ana', '--break-glass')
    const owner = await world.person({ pointId: live, steppedUp: true })
    const body = { service_code: 'BT_CL', amount: '180000', reference: 'typed-live', payer_doc_id: '76086428-5' }
    const made = await owner.call('POST', `/console/points/${live}/payments/payin_hth`, { body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const { page, faults, close } = await openAsOperator(`/transactions/${made.body.data.transaction_id}`)
    await page.getByRole('button', { name: /^Confirmar/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Producción', { exact: true }).waitFor()
    const field = dialog.getByRole('textbox', { name: 'Monto' })
    await field.fill('180.000')
    await dialog.getByText('Son $ 180.000 CLP').waitFor()
    await dialog.getByRole('row').filter({ hasText: 'Disponible' }).filter({ hasText: '$ 180.000' }).waitFor()
    await field.fill('180.00')
    await field.blur()
    await dialog.getByText('Puede significar 180,00 o 18.000;').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })
})
