import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Page } from 'playwright-core'
import {
  axeRulesFor,
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
  photograph,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld } from '../../support/world.ts'

const number = '2850590940090418135201'
const hostile = '<img src=x onerror=alert(1)> P 22K4-7XM'

/** Two lines of a day of June 2030. */
const statement = (of: number) => {
  const [day, before] = [`3006${of}`, `3006${of - 1}`]
  return [
    ...[':20:A', `:25:${number}`, ':28C:1', `:60F:C${before}ARS${10 + 3 * (of - 14)},00`],
    ...[`:61:${day}06${of}C5,00NTRF//B${of}`, `:86:${hostile}`, `:61:${day}06${of}D2,00NCHG//F${of}`, ':86:comision'],
    ...[`:62F:C${day}ARS${13 + 3 * (of - 14)},00`, '-', ''],
  ].join('\r\n')
}

describeInBrowser('the pages of own bank accounts', (browser) => {
  const world = openWorld({ env: envForPages })
  let people: Operators
  before(async () => {
    people = await world.operators()
    await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const deposits = ['--service', 'BT_AR', '--number', number, '--beneficiary', 'Shop SA', '--bank', 'Banco Macro']
    await world.facts('account', 'add', ...deposits, '--by', 'ana', '--note', 'opened', '--break-glass')
  })

  const open = async (person: ConsoleClient, path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/operator${path}`, cookies: person.cookies(), ...options })
  const settled = async (page: Page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const storedLines = async () => (await world.db.query('select 1 from bank_lines')).rowCount

  it('take a file by the button, show what is in it, and import it by a second person’s word', async () => {
    const { page, faults, close } = await open(people.ana, '/banks/files')
    await page.getByText('No file has come yet').waitFor()
    const choose = async (text: string) =>
      await page.locator('input[type=file]').setInputFiles({
        ...{ name: '<i>june</i>.sta', mimeType: 'application/octet-stream', buffer: Buffer.from(text) },
      })
    await choose(statement(14).slice(0, 120))
    const refusal = page.getByRole('alert').filter({ hasText: 'Nothing of this file would be imported' })
    await refusal.getByText(/Line \d+, column \d+, byte \d+/).waitFor()
    await choose(statement(14))
    await page.getByText(hostile).waitFor()
    await page.getByText('<i>june</i>.sta').waitFor()
    assert.equal(await storedLines(), 0)
    await page.getByRole('button', { name: 'Propose the import' }).click()
    await page.getByLabel('What was seen, and why').fill('from the bank’s portal')
    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.waitForURL(/\/operator\/proposals\//)
    assert.equal(await storedLines(), 0)

    const second = await open(people.luis, new URL(page.url()).pathname.replace('/dashboard/operator', ''))
    await second.page.getByText(hostile).waitFor()
    await second.page.getByRole('button', { name: 'Do it', exact: true }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: 'Do it', exact: true }).click()
    await second.page.getByText('Done', { exact: true }).first().waitFor()
    assert.equal(await storedLines(), 2)
    await page.goto(`${world.url}/dashboard/operator/banks/files`)
    const row = page.getByRole('row').filter({ hasText: 'june' })
    await row.getByText('Read', { exact: true }).waitFor()
    await row.getByText('Adds up').waitFor()
    await row.getByRole('link', { name: '2', exact: true }).click()
    await page.getByRole('row').filter({ hasText: hostile }).waitFor()
    assert.deepEqual([faults(), second.faults()], [[], []])
    await second.close()
    await close()
  })

  it('take a dropped file, and say what overlaps before it is proposed again', async () => {
    const { page, faults, close } = await open(people.ana, '/banks/files')
    const drop = page.getByText('Drop a file here, or choose one.')
    await drop.waitFor()
    const dropped = JSON.stringify(statement(14).replace(':20:A', ':20:B'))
    const data = await page.evaluateHandle(
      `(() => { const all = new DataTransfer(); all.items.add(new File([${dropped}], 'dropped.sta')); return all })()`,
    )
    await drop.dispatchEvent('drop', { dataTransfer: data })
    await page.getByText('Stored already').first().waitFor()
    await page.getByRole('button', { name: 'Propose the import' }).waitFor()
    assert.equal(await page.getByText('New', { exact: true }).count(), 0)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('add an account in Spanish, with the fields of its country and code alone', async () => {
    await world.db.query(`update users set language = 'es'`)
    const { page, faults, close } = await open(people.ana, '/banks')
    await page.getByRole('button', { name: 'Agregar una cuenta' }).click()
    await page.getByLabel('País').selectOption('BR')
    await page.getByLabel('Código de servicio').selectOption('PIX_BR')
    await page.getByLabel('Clave PIX').fill('pagos@shop.example')
    assert.equal(await page.getByLabel('Teléfono').count(), 0)
    await page.getByLabel('País').selectOption('MX')
    await page.getByLabel('Código de servicio').selectOption('SPEI_MX')
    assert.equal(await page.getByLabel('Clave PIX').count(), 0)
    await page.getByLabel('Número de cuenta').fill('032180000118359718')
    await page.getByLabel('Beneficiario').fill('Comercio SA')
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel('Número de cuenta').fill('032180000118359719')
    await page.getByLabel('Para quién').selectOption({ index: 1 })
    await page.getByLabel('Qué se vio').fill('contrato')
    await page.getByRole('dialog').getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Ejecutar ahora', exact: true }).click()
    await page.getByRole('link', { name: 'Comercio SA' }).click()
    await page.getByRole('heading', { level: 1, name: 'Comercio SA' }).waitFor()
    await page.getByText('032180000118359719').first().waitFor()
    // The number with a wrong check digit was refused.
    assert.deepEqual(
      faults().filter((each) => !each.includes('422')),
      [],
    )
    await close()
  })

  it('make the profile of a table from it: columns by hand, tried, proposed', async () => {
    await world.db.query(`update users set language = 'en'`)
    const account = (await world.db.query(`select id from bank_accounts where country = 'AR'`)).rows[0].id
    const rows = ['Fecha;Detalle;Ordenante;Importe;Saldo', `14/06/2030;${hostile};Ana;5,00;15,00`]
    const choose = async (to: Page) => {
      await to.locator('input[type=file]').setInputFiles({
        ...{ name: 't.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\r\n')}\r\n`) },
      })
      await to.getByText(hostile).first().waitFor()
    }
    const isReadable = async (shown: Page, name: string) => {
      await photograph({ page: shown } as OpenedPage, `banks-${name}`)
      assert.equal(await overflowPixels(shown), 0, name)
      assert.deepEqual(await axeViolations(shown, axeRulesFor({ language: 'en', scheme: 'light' })), [], name)
    }
    const phone = await open(people.luis, `/banks/${account}/profile`, { width: 390 })
    await choose(phone.page)
    await isReadable(phone.page, 'profile-390')
    await phone.close()
    const { page, faults, close } = await open(people.ana, `/banks/${account}`)
    await page.getByRole('link', { name: 'Make one from a table' }).click()
    await choose(page)
    const propose = page.getByRole('button', { name: 'Propose the profile' })
    assert.equal(await propose.isEnabled(), true)
    await page.getByLabel('Holds: Detalle').selectOption('')
    await page.getByLabel('Holds: Ordenante').selectOption('partyName')
    await page.getByLabel('Form of days').fill('MM/dd/yyyy')
    assert.equal(await propose.isEnabled(), false, 'what was not tried is not proposed')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page
      .getByRole('alert')
      .getByText(/is no day of the form/)
      .waitFor()
    await page.getByLabel('Form of days').fill('dd/MM/yyyy')
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('table', { name: 'First lines' }).getByText('Ana', { exact: true }).waitFor()
    await isReadable(page, 'profile-1440')
    await propose.click()
    await page.getByLabel('What was seen, and why').fill('its columns')
    await page.getByRole('button', { name: 'Propose', exact: true }).click()
    await page.waitForURL(/\/operator\/proposals\//)
    const { input } = (await world.db.query(`select input from proposals where action = 'bank_profile'`)).rows[0]
    assert.deepEqual(input.profile.header, {
      Fecha: 'bookingDay',
      Ordenante: 'partyName',
      Importe: 'amount',
      Saldo: 'balance',
    })
    assert.deepEqual(faults(), [])
    await close()
  })

  it('are read by everybody: languages, dark, a phone, no serious fault of accessibility', async () => {
    const account = await world.db.query(`select id from bank_accounts where country = 'AR'`)
    for (const path of ['/banks', `/banks/${account.rows[0].id}`, '/banks/files']) {
      for (const [locale, scheme, width] of [
        ['en', 'light', 1440],
        ['en', 'dark', 360],
        ['es', 'light', 360],
        ['pt', 'light', 390],
      ] as const) {
        await world.db.query('update users set language = $1', [locale])
        const { page, faults, close } = await open(people.ana, path, { scheme, width })
        await settled(page)
        const said = `${path} ${locale} ${scheme} ${width}`
        assert.equal(await overflowPixels(page), 0, said)
        assert.deepEqual(await axeViolations(page, axeRulesFor({ language: locale, scheme })), [], said)
        assert.deepEqual(faults(), [], said)
        await photograph(
          { page } as OpenedPage,
          `banks${path.replaceAll('/', '-').slice(6, 20)}-${locale}-${scheme}-${width}`,
        )
        await close()
      }
    }
  })
})
