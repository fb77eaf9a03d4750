import assert from 'node:assert/strict'
import { join, resolve } from 'node:path'
import { it } from 'node:test'
import type { Page } from 'playwright-core'
import { describeInBrowser } from '../../support/browser.ts'
import { gatewayRoot } from '../../support/processes.ts'
import { runProgram } from '../../support/run-program.ts'
import { openWorld } from '../../support/world.ts'

const snippets = resolve(gatewayRoot, '..', 'site', 'snippets')
const password = 'a good long password'

describeInBrowser('a merchant with nothing but the link of an invitation', (browser) => {
  const world = openWorld()

  const revealed = async (page: Page, name: string) => {
    await page.getByRole('button', { name: `Show ${name}` }).click()
    const proof = page.getByRole('dialog', { name: 'Is it you?' })
    const value = page.getByRole('region', { name }).locator('code').first()
    await proof.or(value).first().waitFor()
    if (await proof.isVisible()) {
      await proof.getByLabel('Password').fill(password)
      await proof.getByRole('button', { name: 'Confirm' }).click()
    }
    return (await value.textContent()) ?? ''
  }

  it('reaches a verified callback by the dashboard and the programs of the guides', async (t) => {
    const shop = ['--merchant', 'Shop of Nadia']
    const { auth_point_id: point = '' } = await world.facts(
      'point',
      'create',
      ...shop,
      '--environment',
      'test',
      '--name',
      'Shop',
    )
    const { rows } = await world.db.query('select merchant_id from points where id = $1', [point])
    const to = ['--merchant', rows[0].merchant_id, '--email', 'nadia@shop.example', '--role', 'owner']
    // The command knows the gateway's port by demo.json: nobody set PORT for it.
    const { url = '' } = await world.facts('user', 'invite', ...to)

    const began = Date.now()
    const { page, faults, close } = await browser.openPage({ url })
    await page.getByText('You are invited to Shop of Nadia.').waitFor()
    await page.getByLabel('Your name').fill('Nadia Sol')
    await page.getByLabel('Choose a password').fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('link', { name: 'Credentials' }).click()
    await page.getByRole('heading', { level: 1, name: 'Credentials' }).waitFor()
    await page.getByText(point).first().waitFor()
    const PASARELA_API_TOKEN = await revealed(page, 'API token')
    const PASARELA_WEBHOOK_SECRET = await revealed(page, 'Webhook secret')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('My shop')
    await page.getByLabel(/^Pay-ins: create/).check()
    await page.getByLabel(/^Read payments/).check()
    await page.getByRole('button', { name: 'Create key' }).last().click()
    const PASARELA_KEY = (await page.getByRole('dialog', { name: 'Your new key' }).locator('code').textContent()) ?? ''
    assert.ok(
      faults().every((fault) => /status of 40[13]/.test(fault)),
      faults().join('\n'),
    )
    await close()

    const { origin } = new URL(url)
    const secrets = { PASARELA_KEY, PASARELA_POINT_ID: point, PASARELA_API_TOKEN, PASARELA_WEBHOOK_SECRET }
    const env = { PATH: process.env['PATH'], PASARELA_URL: origin, ...secrets }
    const run = async (file: string) => await runProgram('mjs', { args: [join(snippets, file)], env })
    assert.match(await run('first-payment.mjs'), /order-\S+ is COMPLETED/)
    assert.match(await run('verify-callback.mjs'), /^as it came: genuine$/m)
    t.diagnostic(`from the link to the verified callback: ${((Date.now() - began) / 1000).toFixed(1)} s`)
  })
})
