import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, it } from 'node:test'
import { secretBox } from '../../../src/core/platform/secret-box.ts'
import { connectorCredentialsPlace } from '../../../src/core/processing/store/connector-accounts.ts'
import { fingerprintOf } from '../../../src/extras/providers/rules/read-set-up.ts'
import { axeViolations, describeInBrowser, envForPages, overflowPixels } from '../../support/browser.ts'
import type { Operators } from '../../support/people.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('the page of providers', (browser) => {
  const world = openWorld({ env: envForPages })
  let people: Operators
  const account = randomUUID()
  const credentials = '{"psp":"other"}'

  before(async () => {
    people = await world.operators()
    const box = secretBox(Buffer.from(readFileSync(join(world.folder, 'master.key'), 'utf8').trim(), 'base64'))
    await world.db.query(
      `insert into connector_accounts (id, connector, environment, name, credentials_box, sandbox)
        values ($1, 'pix-api', 'test', 'Pix sandbox', $2, true)`,
      [account, box.seal(credentials, connectorCredentialsPlace(account))],
    )
    const step = { state: 'passed', is_optional: false, took_ms: 312 }
    const steps = [
      { ...step, name: 'code_in_time', expected: 'a code', came: 'pending with a code', request_ids: ['req-81'] },
      {
        ...step,
        name: 'clock',
        expected: 'a date',
        came: 'none',
        state: 'skipped',
        is_optional: true,
        request_ids: [],
      },
    ]
    await world.db.query(
      `insert into certification_runs (id, connector_account_id, release, credentials_fingerprint, run_by, started_at,
          ended_at, outcome, steps)
        values ($1, $2, '0.1.0', $3, 'Ana Paz', gateway_now(), gateway_now(), 'passed', $4)`,
      [randomUUID(), account, fingerprintOf(credentials), JSON.stringify(steps)],
    )
  })

  const open = async (language: string, width?: number) => {
    await world.db.query('update users set language = $1', [language])
    return await browser.openPage({
      url: `${world.url}/dashboard/operator/connectors`,
      cookies: people.ana.cookies(),
      ...(width !== undefined && { width }),
    })
  }

  it('says who certified an account and what each step brought, in three languages', async () => {
    const said = {
      en: [/Certified on .* by Ana Paz \(1 of 2 steps\)/, 'A charge has its code within 6 seconds'],
      es: [/Certificada el .* por Ana Paz \(1 de 2 pasos\)/, 'Un cobro tiene su código en 6 segundos'],
      pt: [/Certificada em .* por Ana Paz \(1 de 2 passos\)/, 'Uma cobrança tem o seu código em 6 segundos'],
    }
    for (const [language, [sentence = '', label = '']] of Object.entries(said)) {
      const { page, faults, close } = await open(language, language === 'pt' ? 360 : undefined)
      const panel = page.getByRole('region', { name: 'Pix sandbox' }).first()
      // On a phone the panel is folded.
      if (language === 'pt') await panel.locator('summary').first().click()
      await panel.getByText(sentence).waitFor()
      await panel.locator('summary').filter({ hasText: '0.1.0' }).click()
      await panel.getByText(label).waitFor()
      for (const text of ['pending with a code', 'req-81', '312 ms']) await panel.getByText(text).first().waitFor()
      if (language === 'en') assert.deepEqual(await axeViolations(page), [])
      assert.equal(await overflowPixels(page), 0)
      assert.deepEqual(faults(), [])
      await close()
    }
  })

  it('routes the orders of one point', async () => {
    const { page, faults, close } = await open('en')
    await page.getByRole('region', { name: 'Pix sandbox' }).getByRole('button', { name: 'Send orders here' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service code').selectOption('PIX_BR')
    await dialog.getByLabel('Direction').selectOption('payin')
    await dialog.getByLabel('For whom').selectOption(world.demo.auth_point_id)
    await dialog.getByText('Pix sandbox').first().waitFor()
    await dialog.getByLabel(/What was seen/).fill('a first point')
    await dialog.getByRole('button', { name: 'Do it now' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const routes = await world.db.query('select point_id from routes where connector_account_id = $1', [account])
    assert.deepEqual(routes.rows, [{ point_id: world.demo.auth_point_id }])
    assert.deepEqual(faults(), [])
    await close()
  })
})
