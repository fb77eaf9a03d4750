import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { axeViolations, describeInBrowser, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { type PixProvider, pixAccountCredentials, startPixProvider } from '../../support/pix-provider.ts'
import { eventually, openWorld } from '../../support/world.ts'

describeInBrowser('an operator connects a provider on the pages', (browser) => {
  const world = openWorld()
  let people: Operators
  let provider: PixProvider
  let account = ''
  before(async () => {
    provider = await startPixProvider(world, { tls: true })
    people = await world.operators()
  })

  const open = async (path: string, options: object = {}) =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: people.ana.cookies(), ...options })
  const secrets = () => {
    const given = pixAccountCredentials(provider)
    return ['client_secret', 'notification_secret', 'private_key'].map((name) => String(given[name]))
  }

  it('adds an account: every wrong field is said at its place, the provider is asked, and the secrets are gone', async () => {
    const { page, faults, close } = await open('/connectors')
    await page.getByRole('button', { name: 'Add provider account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Connector').selectOption('pix-api')
    await dialog.getByLabel('Environment').selectOption('test')
    await dialog.getByLabel('Name').first().fill('Banco Exemplo')
    const given = pixAccountCredentials(provider)
    const labels: Record<string, string> = {
      client_id: 'Client id (OAuth)',
      client_secret: 'Client secret (OAuth)',
      pix_key: 'Pix key of the receiver',
      receiver_name: 'Name of the receiver',
      receiver_document: 'CPF or CNPJ of the receiver',
      bank: 'Name of the bank, for payers',
      base_url: 'Address of the API',
      token_url: 'Address of the tokens',
      notification_secret: 'Secret of the address of notifications',
      certificate: 'Client certificate',
      private_key: 'Private key of the certificate',
      authority: 'Authority that the provider',
    }
    await dialog.getByLabel('Provider', { exact: false }).first().selectOption('other')
    for (const [name, label] of Object.entries(labels)) {
      await dialog
        .getByRole('textbox', { name: label })
        .or(dialog.locator('input[type=password]').and(dialog.getByLabel(label)))
        .first()
        .fill(String(given[name]))
    }
    await dialog.getByRole('textbox', { name: 'Pix key of the receiver' }).fill('no key')
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
    await dialog.getByText('is no Pix key').first().waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await dialog.getByRole('textbox', { name: 'Pix key of the receiver' }).fill(String(given['pix_key']))
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
    await dialog.getByRole('button', { name: 'Try', exact: true }).click()
    await dialog.getByText('The provider takes these credentials.').waitFor()
    await dialog.getByLabel('What was seen, and why').fill('contract of the bank')
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Banco Exemplo' }).waitFor()
    const html = await page.content()
    for (const secret of secrets()) assert.ok(!html.includes(secret))
    assert.deepEqual(
      faults().filter((fault) => !/422/.test(fault)),
      [],
    )
    await close()
    const { rows } = await world.db.query(`select id from connector_accounts where name = 'Banco Exemplo'`)
    account = rows[0].id
  })

  it('registers the address for notifications, adds a route with limits, and asks where an order would go', async () => {
    const { page, faults, close } = await open(`/connectors/${account}`)
    await page.getByText('Contract-tested, not certified').waitFor()
    await page.getByText('CN=Test server').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Register for notifications' }).click()
    await page.getByText('The provider sends its notifications here.').waitFor()
    await page.getByRole('button', { name: 'Add route' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service code').selectOption('PIX_BR')
    await dialog.getByLabel('Point').fill(world.demo.auth_point_id)
    await dialog.getByLabel('Priority').fill('1')
    await dialog.getByLabel('At least').fill('100')
    await dialog.getByLabel('What was seen, and why').fill('start')
    await dialog.getByText('Looking at what would happen…').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('≥ 100.00').waitFor()
    await close()
    const why = await open('/routes')
    await why.page.getByLabel('Point').first().fill(world.demo.auth_point_id)
    await why.page.getByLabel('Service code').selectOption('PIX_BR')
    const ask = async (amount: string) => {
      await why.page.getByRole('textbox', { name: /^Amount/ }).fill(amount)
      await why.page.getByRole('button', { name: 'Show' }).click()
    }
    await ask('99.99')
    await why.page.getByText('the amount is too small').waitFor()
    await ask('100')
    await why.page.getByText('It goes to Banco Exemplo').waitFor()
    assert.deepEqual(await axeViolations(why.page), [])
    assert.deepEqual([...faults(), ...why.faults()], [])
    await why.close()
    await eventually(async () => {
      const body = { service_code: 'PIX_BR', amount: 150, reference: `r-${Math.random()}`, payer_doc_id: '39053344705' }
      const paid = await world.call('POST', '/api/v1/payments/payin_hth', { body })
      return String(paid.body.data?.pix_br_code).includes('simpsp.example.com') || undefined
    }, 'the route is used')
  })

  it('disables the account, and returns it', async () => {
    const { page, close } = await open(`/connectors/${account}`)
    await page.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await page.getByText('Disabled', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Enable again' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('What was seen, and why').fill('again')
    await dialog.getByText('Looking at what would happen…').waitFor({ state: 'detached' })
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.getByText('Takes orders', { exact: true }).waitFor()
    await close()
  })

  it('fits a phone, in the dark and in Spanish', async () => {
    assert.equal((await people.ana.call('PATCH', '/console/me', { body: { language: 'es' } })).status, 200)
    for (const [path, words] of [
      [`/connectors/${account}`, 'Vence pronto'],
      ['/routes', '¿Adónde iría una orden?'],
      ['/connectors', 'Probado con el contrato, sin certificar'],
    ] as const) {
      const { page, close } = await open(path, { width: 390, height: 800, scheme: 'dark', locale: 'es' })
      await page.getByText(words).first().waitFor()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await overflowPixels(page), 0, path)
      assert.deepEqual(await axeViolations(page), [], path)
      await close()
    }
  })

  it('shows no account’s secret in any answer, and nothing of it in the audit log', async () => {
    const paths = ['', `/${account}`, '/connectors'].map((path) => `/console/operator/provider-accounts${path}`)
    for (const path of [...paths, '/console/operator/routes']) {
      const { status, body } = await people.ana.call('GET', path)
      assert.equal(status, 200)
      for (const secret of secrets()) assert.ok(!JSON.stringify(body).includes(secret), path)
    }
    const { rows } = await world.db.query(`select string_agg(detail::text, ' ') as text from audit_log`)
    for (const secret of secrets()) assert.ok(!rows[0].text.includes(secret))
    for (const secret of secrets()) assert.ok(!world.output().includes(secret))
  })
})
