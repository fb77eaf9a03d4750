import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { PersonWishes } from '../../support/people.ts'
import { eventually, openWorld } from '../../support/world.ts'

/** One way through each area, of those that move money or show secrets; the other files of pages are of the second tier. */
describeInBrowser('the pages of merchants, operators and payers', (browser) => {
  const world = openWorld({
    env: { ...envForPages, TEST_CLOCK: 'anybody' },
    // Nobody pays by themselves.
    bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' },
  })
  let point = ''
  let person: ConsoleClient
  let operator: ConsoleClient
  before(async () => {
    point = world.demo.auth_point_id
    person = await signedIn({})
    operator = (await world.operators()).ana
  })

  const signedIn = async (wishes: Omit<PersonWishes, 'pointId'>) => await world.person({ pointId: point, ...wishes })
  const open = async (path: string, by = person): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/p/${point}${path}`, cookies: by.cookies() })
  const payout = async (reference: string): Promise<string> => {
    const account = { account_type: 'CBU', account: '2850590940090418135201', account_beneficiary: 'Ana Paz' }
    const body = { service_code: 'BT_AR', amount: 1250.5, reference, ...account }
    const path = `/console/points/${point}/payments/payout_hth`
    const answer = await person.call('POST', path, { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }

  it('an amount with thousands of Chile is echoed, confirmed with beneficiary and account, and sent as it reads', async () => {
    const { page, faults, close } = await open(
      '/create?kind=payout&service_code=BT_CL',
      await signedIn({ language: 'es' }),
    )
    await page.getByRole('button', { name: 'Completar con un ejemplo' }).click()
    await page.locator('#field-amount').fill('250.000')
    await page.getByText('Está enviando $ 250.000 CLP').waitFor()
    await page.getByRole('button', { name: 'Crear el pago a terceros' }).click()
    const dialog = page.getByRole('dialog', { name: '¿Enviar este pago a terceros?' })
    await dialog.waitFor()
    const said = (await dialog.textContent())?.replace(/[\u00a0\u202f]/g, ' ') ?? ''
    for (const fact of ['$ 250.000 CLP', 'BENEFICIARIO DE PRUEBA', '76086428-5', '1234567890', 'Prueba']) {
      assert.ok(said.includes(fact), `${fact} in ${said}`)
    }
    assert.deepEqual((await world.call('GET', '/api/v1/payouts')).body.data?.items ?? [], [], 'nothing was sent yet')
    await dialog.getByRole('button', { name: 'Enviar $ 250.000 CLP' }).click()
    await page.waitForURL('**/payouts/*')
    const id = new URL(page.url()).pathname.split('/').at(-1)
    assert.equal((await world.call('GET', `/api/v1/payments/${id}`)).body.data.amount, 250_000)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('payments are created by the form, paid by the simulated payer, and told step by step to the callback', async () => {
    const { page, faults, close } = await open('/create')
    await page.getByLabel('Method').selectOption('BT_AR')
    await page.getByRole('button', { name: 'Fill in an example' }).click()
    await page.locator('#field-amount').fill('777,01')
    const reference = await page.locator('#field-reference').inputValue()
    await page.getByRole('button', { name: 'Check only' }).click()
    await page.getByText('All fields are right. Nothing was created.').waitFor()
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByRole('heading', { name: `Payment ${reference}` }).waitFor()
    await page.getByText('Waits for the payer').first().waitFor()
    await page.getByRole('button', { name: 'Paid', exact: true }).click()
    await page.getByText('Status: Completed. Paid').waitFor()
    await page.getByText('Payment credited:').waitFor()
    const delivered = page.getByRole('listitem').filter({ hasText: 'Callback put into the test inbox' })
    await delivered.first().waitFor()
    await delivered.first().getByText('Evidence').click()
    assert.match((await delivered.first().locator('pre').textContent()) ?? '', /"status":"COMPLETED"/)
    await delivered.first().getByRole('button', { name: 'The exact bytes, with the hash' }).click()
    await delivered
      .first()
      .getByText(/"security_hash":"[0-9a-f]{64}"/)
      .waitFor()
    assert.match(await page.title(), new RegExp(`^Payment ${reference}`))
    assert.deepEqual(faults(), [])
    await close()
  })

  it('nothing is left of a card that was typed: not in the address, not in storage, not on the page after', async () => {
    const { page, faults, close } = await open('/create?kind=payin&service_code=CC1_IG_TRUST_WW_EUR')
    await page.getByRole('button', { name: 'Fill in an example' }).click()
    assert.equal(await page.locator('#field-payer_card_security_code').getAttribute('type'), 'password')
    await page.getByRole('button', { name: 'Charge', exact: true }).click()
    await page.getByRole('heading', { name: /^Payment CARD/ }).waitFor()
    await page.getByText('411111••••••1111').waitFor()
    const kept = await page.evaluate<string>(
      'JSON.stringify([location.href, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])',
    )
    assert.doesNotMatch(kept, /4111111111111111/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('a second person releases a payout; who made it only sees that somebody else decides', async () => {
    const limit = ['--currency', 'ARS', '--by', 'a', '--approval-above', '1000']
    await world.facts('point', 'limits', '--point', point, ...limit)
    const id = await payout('second-person')
    const own = await open('/approvals')
    await own.page.getByText('second-person').waitFor()
    await own.page.getByText('Somebody else decides').waitFor()
    assert.equal(await own.page.getByRole('button', { name: /Decide/ }).count(), 0)
    assert.deepEqual(own.faults(), [])
    await own.close()
    const second = await signedIn({ role: 'operations', steppedUp: true })
    const { page, faults, close } = await open('/approvals', second)
    await page.getByRole('button', { name: 'Decide about second-person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('$ 1,250.50').waitFor()
    await dialog.getByText('2850590940090418135201').waitFor()
    await dialog.getByText('First payout to this account.').waitFor()
    await dialog.getByLabel('Note').fill('seen the invoice')
    await dialog.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText('Approved: the money was sent.').waitFor()
    await page.getByText('Nothing waits').waitFor()
    assert.equal((await world.call('GET', `/api/v1/payments/${id}`)).body.data.status, 'COMPLETED')
    assert.deepEqual(faults(), [])
    await close()
  })

  it('several payouts are decided on a phone by one confirmation, and each says what became of it', async () => {
    const ids = [await payout('several-1'), await payout('several-2'), await payout('several-3')]
    const second = await signedIn({ role: 'operations', steppedUp: true })
    const { page, faults, close } = await browser.openPage({
      ...{ url: `${world.url}/dashboard/p/${point}/approvals`, cookies: second.cookies(), width: 390 },
    })
    await page.getByRole('checkbox', { name: 'Select all shown' }).check()
    await page.getByRole('checkbox', { name: 'Select several-3' }).uncheck()
    await page.getByText('2 selected: $ 2,501.00 ARS').waitFor()
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await overflowPixels(page), 0)
    await page.getByRole('button', { name: 'Approve selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve and send 2?' })
    await dialog.getByText('$ 2,501.00 ARS').waitFor()
    const path = `/console/points/${point}/payments/${ids[1]}/reject`
    assert.equal((await second.call('POST', path, { body: {} })).status, 200, 'another page was faster')
    await dialog.getByRole('button', { name: 'Approve and send' }).click()
    const rows = dialog.getByRole('listitem')
    await rows.filter({ hasText: 'several-1' }).getByText('Approved: the money was sent.').waitFor()
    await rows
      .filter({ hasText: 'several-2' })
      .getByText(/rejected|decided|state/i)
      .waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    const statuses = await Promise.all(
      ids.map(async (id) => (await world.call('GET', `/api/v1/payments/${id}`)).body.data.status),
    )
    assert.deepEqual([statuses[0], statuses[2]], ['COMPLETED', 'PENDING'])
    assert.equal(faults().filter((fault) => !/ 409 /.test(fault)).length, 0, faults().join())
    await close()
  })

  it('nothing of secrets and keys is shown to whose role has none', async () => {
    const reader = await signedIn({ role: 'read_only' })
    for (const path of ['/credentials', '/webhooks']) {
      const { page, faults, close } = await open(path, reader)
      await page.getByText('Your role does not allow this').waitFor()
      assert.equal(await page.getByRole('button', { name: /Create key|Show|Save/ }).count(), 0)
      assert.ok(faults().every((fault) => / status of 403 /.test(fault)))
      await close()
    }
  })

  it('an operator makes a merchant and its point, whose secrets are shown once', async () => {
    const cookies = operator.cookies()
    const { page, faults, close } = await browser.openPage({
      url: `${world.url}/dashboard/operator/merchants`,
      cookies,
    })
    await page.getByRole('button', { name: 'New merchant' }).click()
    await page.getByLabel('Name').fill('Feria')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Feria' }).waitFor()
    await page.getByRole('button', { name: 'New point' }).click()
    await page.getByLabel('Name').fill('Caja')
    await page.getByRole('button', { name: 'Create' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Keep these secrets now').waitFor()
    const secret = await dialog.locator('code').filter({ hasText: 'whsec_' }).getAttribute('title')
    await dialog.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('link', { name: 'Caja' }).click()
    await page.getByRole('heading', { level: 1, name: 'Feria · Caja' }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.match(secret ?? '', /^whsec_/)
    assert.ok(!(await page.content()).includes(secret ?? '-'))
    assert.deepEqual(faults(), [])
    await close()
  })

  it('a list is what its address asks for: the search everywhere leads to it, and a parameter it knows not shows no list', async () => {
    const cookies = operator.cookies()
    const { page, faults, close } = await browser.openPage({ url: `${world.url}/dashboard/operator/`, cookies })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('second-person')
    await page.getByRole('option', { name: /^Find/ }).click()
    await page.waitForURL('**/operator/transactions?text=second-person')
    await page.getByText('1 shown, that is all').waitFor()
    const faulty = [
      ['search=second-person', 'This page knows no “search”.'],
      ['status=ERROR&status=PENDING', '“status” is given more than once.'],
      ['created_from=yesterday', '“created_from” cannot be “yesterday”.'],
    ]
    for (const [query, said] of faulty) {
      await page.goto(`${world.url}/dashboard/operator/transactions?text=second-person&${query}`)
      await page.getByText(said ?? '').waitFor()
      assert.equal(await page.getByRole('link', { name: 'second-person' }).count(), 0)
    }
    await page.getByRole('link', { name: 'Show the page without it' }).click()
    await page.waitForURL('**/operator/transactions?text=second-person')
    await page.getByRole('link', { name: 'second-person' }).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('a payer’s page of Pix copies exactly the code, shows the picture beside it, and turns to paid by itself', async () => {
    const body = { service_code: 'PIX_BR', payer_doc_id: '390.533.447-05', amount: 777.01, reference: 'pix-page' }
    const { data } = (await world.call('POST', '/api/v1/payments/payin_hth', { body })).body
    const { page, faults, close } = await browser.openPage({ url: data.payment_url, clipboard: true })
    await page.click('button:has-text("Copy the Pix code")')
    await page.waitForSelector('button:has-text("Copied")')
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), data.pix_br_code)
    const picture = await page.locator('.qr svg').boundingBox()
    const button = await page.locator('.pix button').boundingBox()
    assert.ok(picture && button && picture.width >= 240 && picture.height >= 240, JSON.stringify(picture))
    assert.ok(picture.x + picture.width <= button.x, 'the picture stands beside the button')
    // Refused until the bank knows the order.
    await eventually(async () => {
      const path = `/api/v1/test/payments/${data.transaction_id}/simulate`
      return (await world.call('POST', path, { body: { event: 'paid' } })).status === 200 || undefined
    }, 'the payment')
    await page.waitForSelector('h1:has-text("Payment received")')
    assert.match(await page.title(), /^Payment received/)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('ages and days follow the clock of test points, also on a page that was open when it moved', async () => {
    const { page, faults, close } = await open('/payments')
    await page.getByLabel('Days (UTC)').waitFor()
    const dayMs = 86_400_000
    const noonMs = Math.floor(Date.now() / dayMs + 7.5) * dayMs + dayMs / 2
    const move = { advance_seconds: Math.round((noonMs - Date.now()) / 1_000) }
    assert.equal((await world.call('POST', '/api/v1/test/clock', { body: move })).status, 200)
    const body = { service_code: 'BT_AR', payer_doc_id: '20267565393', amount: 5, reference: 'a-week-on' }
    assert.equal((await world.call('POST', '/api/v1/payments/payin_hth', { body })).status, 200)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('a-week-on').waitFor()
    await page.getByLabel('Days (UTC)').selectOption('yesterday')
    const yesterday = new Date(noonMs - dayMs).toISOString().slice(0, 10)
    await page.waitForURL(`**/payments?from=${yesterday}&to=${yesterday}`)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.getByText(/The oldest: (now|\d+ seconds? ago|1 minute ago)$/).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })
})
