import assert from 'node:assert/strict'
import { it } from 'node:test'
import { axeViolations, describeInBrowser, envForPages, overflowPixels } from '../../support/browser.ts'
import { openForm, sendForm } from '../../support/link-pages.ts'
import { openWorld, type Wire } from '../../support/world.ts'

describeInBrowser('a payment link', (browser) => {
  // Nobody pays by themselves.
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })

  /** Payments that payers begin on the link's page. */
  const begin = async (link: Wire): Promise<void> => {
    const sent = await sendForm(await openForm(link.url, 'es'), { payer_doc_id: '20-26756539-3' })
    assert.equal(sent.status, 303, sent.text)
  }

  it('is made on a phone in three fields, sent, paid, seen to come in, and paused', async () => {
    const { auth_point_id: pointId } = world.demo
    const url = `${world.url}/dashboard/p/${pointId}/payment-links`
    const person = await world.person({ pointId, language: 'es' })
    const phone = { width: 390, height: 844, locale: 'es-AR', clipboard: true }
    const { page, faults, close } = await browser.openPage({ url, cookies: person.cookies(), ...phone })
    const looksWell = async () =>
      assert.deepEqual([await overflowPixels(page), await axeViolations(page)], [0, []], page.url())
    await page.getByRole('heading', { name: 'Todavía no hay enlaces de pago' }).waitFor()
    await looksWell()
    await page.getByRole('link', { name: 'Crear un enlace' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Crear un enlace' }).waitFor()
    await page.locator('#field-currency').waitFor()
    assert.equal(await page.locator('form :is(input, select):visible').count(), 3)
    await page.locator('#field-title').fill('Curso en cursos.example')
    await page.locator('#field-amount').fill('12,3456')
    await page.locator('#field-currency').selectOption('ARS')
    const make = page.getByRole('button', { name: 'Crear un enlace' })
    await page.locator('#field-amount').press('Enter')
    await page.locator('#field-amount[aria-invalid]:focus').waitFor()
    await page.locator('#field-amount').fill('1.250,50')
    await make.click()
    await page.locator('#field-title[aria-invalid]:focus').waitFor()
    await page.getByText('Título no debe contener ninguna dirección web').waitFor()
    await page.locator('#field-title').fill('Curso de cerámica')
    await page.getByText('Más campos').click()
    assert.match(await page.locator('#field-reference').inputValue(), /^ENLACE-\d{8}-[0-9A-Z]{5}$/)
    await page.locator('#field-concept').fill('Otoño')
    await page.locator('#field-uses_max').fill('20')
    await page.locator('#field-expired_at').fill('2090-11-14')
    await page.locator('#field-service_codes').selectOption('BT_AR,DEBIN_AR')
    assert.doesNotMatch(await page.locator('main').innerText(), /[a-z]+_[a-z]+|BT_AR/)
    await looksWell()
    await make.click()

    await page.getByRole('heading', { level: 1, name: 'Curso de cerámica' }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const link = (await world.call('GET', `/api/v1/payment-links/${id}`)).body.data
    assert.deepEqual(
      [link.amount, link.currency, link.uses_max, link.metadata, link.service_codes],
      [1250.5, 'ARS', 20, { concept: 'Otoño' }, ['BT_AR', 'DEBIN_AR']],
    )
    assert.match(link.expired_at, /^2090-11-14T23:59:59/)
    const share = page.getByRole('region', { name: 'Envíelo al cliente' })
    for (const program of ['WhatsApp', 'Correo']) {
      const { searchParams } = new URL((await share.getByRole('link', { name: program }).getAttribute('href')) ?? '')
      const text = searchParams.get('text') ?? searchParams.get('body') ?? ''
      assert.match(text.replaceAll('\u00a0', ' '), /^Curso de cerámica: \$ 1\.250,50 ARS\. /)
      assert.ok(text.endsWith(` ${link.url}`), text)
    }
    await share.getByRole('button', { name: 'Copiar el enlace' }).click()
    await share.getByRole('button', { name: 'Copiado' }).waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), link.url)
    await share.getByRole('img').waitFor()
    await looksWell()

    await begin({ url: `${link.url}/BT_AR` })
    await begin({ url: `${link.url}/BT_AR` })
    const { items } = (await world.call('GET', `/api/v1/payments?payment_link_id=${id}`)).body.data
    const { transaction_id: paidId, reference } = items[0]
    const path = `/api/v1/test/payments/${paidId}/simulate`
    assert.equal((await world.call('POST', path, { body: { event: 'paid' } })).status, 200)
    await page.getByText('1 pagado · $ 1.250,50').waitFor()
    await page.getByRole('region', { name: 'Quién pagó' }).getByRole('listitem').waitFor()
    await page.getByText('2 de 20 usados').waitFor()
    await page.getByRole('link', { name: 'Cobros de este enlace' }).click()
    await page.getByRole('button', { name: /Curso de cerámica/ }).waitFor()
    assert.equal(await overflowPixels(page), 0)
    await page.getByTitle(reference).waitFor()
    assert.equal(await page.getByRole('list', { name: 'Cobros' }).getByRole('listitem').count(), 2)
    await page.getByTitle(reference).click()
    await page.getByRole('heading', { level: 1, name: 'Cobro' }).waitFor()
    await page.getByRole('link', { name: link.reference, exact: true }).click()

    await page.getByRole('button', { name: 'Pausar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pausar' }).click()
    await page.getByText('En pausa', { exact: true }).waitFor()
    assert.equal(await share.count(), 0)
    assert.match((await openForm(link.url, 'es')).text, /Este enlace no recibe pagos ahora/)
    await page.getByRole('link', { name: 'Todos los enlaces de pago' }).click()
    const row = page.getByRole('list', { name: 'Enlaces de pago' }).getByRole('listitem')
    await row.getByText('En pausa').waitFor()
    assert.match(
      (await row.innerText()).replaceAll('\u00a0', ' '),
      /^Curso de cerámica\s+\$ 1\.250,50 ARS\s+\S+\s+En pausa/,
    )
    assert.ok(((await row.boundingBox())?.height ?? 0) < 100, 'two lines')
    await looksWell()
    // The refusal of the title with an address.
    assert.ok(
      faults().every((fault) => / status of 422 /.test(fault)),
      faults().join(),
    )
    await close()
  })

  it('is read by everybody of the merchant, and made and paused by those who may charge', async () => {
    const { auth_point_id: pointId } = world.demo
    const body = { reference: 'read-only', title: 'Rifa', amount_min: 1, amount_max: 20, currency: 'ARS' }
    const { payment_link_id: id } = (await world.call('POST', '/api/v1/payment-links', { body })).body.data
    const person = await world.person({ pointId, role: 'read_only' })
    const url = `${world.url}/dashboard/p/${pointId}/payment-links`
    const { page, faults, close } = await browser.openPage({
      url: `${url}?reference=read-only`,
      cookies: person.cookies(),
    })
    await page.getByRole('row', { name: /Rifa read-only/ }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Make a link' }).count(), 0)
    await page.getByRole('link', { name: 'Rifa' }).click()
    await page.waitForURL(`${url}/${id}`)
    await page.getByText('$ 1.00 ARS to $ 20.00 ARS').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0)
    await page.goto(`${url}/new`)
    await page.getByText('Your role may not make payment links here.').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })
})
