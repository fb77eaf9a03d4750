import assert from 'node:assert/strict'
import { it } from 'node:test'
import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import { axeViolations, describeInBrowser, envForPages, overflowPixels } from '../../support/browser.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('a customer who is charged', (browser) => {
  // Nobody pays by themselves.
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })

  it('is asked on a phone in Spanish, and the payment page goes out by link, WhatsApp, e-mail and picture', async () => {
    const { auth_point_id: pointId } = world.demo
    const url = `${world.url}/dashboard/p/${pointId}/create`
    const person = await world.person({ pointId, language: 'es' })
    const phone = { width: 390, height: 844, locale: 'es-AR', clipboard: true }
    const { page, faults, close } = await browser.openPage({ url, cookies: person.cookies(), ...phone })
    await page.getByRole('heading', { level: 1, name: 'Cobrar' }).waitFor()
    await page.getByLabel('Método').selectOption('BT_AR')
    await page.locator('#field-amount').fill('1.250,50')
    await page.locator('#field-payer_doc_id').fill('1')
    await page.locator('#field-concept').fill('Bicicleta azul')
    await page.locator('#field-expired_at').fill('2090-11-14')
    const reference = await page.locator('#field-reference').inputValue()
    assert.match(reference, /^COBRO-\d{8}-[0-9A-Z]{5}$/)
    assert.doesNotMatch(await page.locator('main').innerText(), /[a-z]+_[a-z]+|BT_AR|hth/)
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await page.getByRole('button', { name: 'Cobrar', exact: true }).click()
    await page.locator('#field-payer_doc_id[aria-invalid]:focus').waitFor()
    await page.locator('#field-payer_doc_id').fill('20-26756539-3')
    await page.getByText('Ver como API').click()
    const seen = JSON.parse((await page.locator('pre').filter({ hasText: 'service_code' }).textContent()) ?? '')
    await page.getByRole('button', { name: 'Cobrar', exact: true }).click()

    await page.getByRole('heading', { name: reference }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1)
    const { data } = (await world.call('GET', `/api/v1/payments/${id}`)).body
    assert.deepEqual(data.metadata, { concept: 'Bicicleta azul' })
    assert.deepEqual([seen.amount, seen.metadata], ['1250.50', data.metadata])
    assert.match(data.expired_at, /^2090-11-14T23:59:59/)
    const share = page.getByRole('region', { name: 'Envíelo al cliente' })
    for (const program of ['WhatsApp', 'Correo']) {
      const link = new URL((await share.getByRole('link', { name: program }).getAttribute('href')) ?? '')
      assert.equal(link.href.startsWith(program === 'WhatsApp' ? 'https://wa.me/?' : 'mailto:?'), true)
      const text = link.searchParams.get('text') ?? link.searchParams.get('body') ?? ''
      for (const said of ['Demo shop', '1.250,50', 'ARS', reference])
        assert.ok(text.includes(said), `${said} in ${text}`)
      assert.ok(text.endsWith(` ${data.payment_url}`), text)
    }
    await share.getByRole('button', { name: 'Copiar el enlace' }).click()
    await share.getByRole('button', { name: 'Copiado' }).waitFor()
    assert.equal(await page.evaluate<string>('navigator.clipboard.readText()'), data.payment_url)
    assert.equal(await scanned(page, 'Código QR de la página de pago'), data.payment_url)
    assert.equal(await overflowPixels(page), 0)
    assert.deepEqual(await axeViolations(page), [])
    await page.goto(url)
    await page.locator('#field-amount').waitFor()
    assert.equal(await page.getByLabel('Método').inputValue(), 'BT_AR', 'the method of the last charge')
    // The refusal of the document that was wrong.
    assert.ok(faults().every((fault) => / status of 422 /.test(fault)))
    await close()
  })
})

/** What a camera reads of a picture on the page, drawn once more with its quiet zone on white. */
async function scanned(page: Page, name: string): Promise<string | undefined> {
  const draw = `(() => {
    const svg = document.querySelector('svg[aria-label="${name}"]')
    const { x, y, width } = svg.viewBox.baseVal
    const canvas = Object.assign(document.createElement('canvas'), { width: width * 6, height: width * 6 })
    const context = canvas.getContext('2d')
    context.fillStyle = getComputedStyle(svg).backgroundColor
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.setTransform(6, 0, 0, 6, -x * 6, -y * 6)
    context.fillStyle = svg.firstElementChild.getAttribute('fill')
    context.fill(new Path2D(svg.firstElementChild.getAttribute('d')))
    return [...context.getImageData(0, 0, canvas.width, canvas.height).data]
  })()`
  const pixels = Uint8ClampedArray.from(await page.evaluate<number[]>(draw))
  const side = Math.sqrt(pixels.length / 4)
  // The package is CommonJS with its function under `default`.
  return jsqr.default(pixels, side, side)?.data
}
