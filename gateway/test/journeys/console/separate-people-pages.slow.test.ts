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
import type { Operators } from '../../support/people.ts'
import { openWorld } from '../../support/world.ts'

describeInBrowser('the page of what waits for a second person', (browser) => {
  const world = openWorld({ env: envForPages })
  let people: Operators
  before(async () => {
    people = await world.operators()
    await world.facts('point', 'create', '--merchant', 'Shop', '--environment', 'live', '--name', 'Web')
    const body = { email: 'nadia@pasarela.example', role: 'operations' }
    await people.ana.call('POST', '/console/team/invitations', { body })
    for (const number of ['2850590940090418135201', '2850590940090418135201']) {
      const input = { service_code: 'BT_AR', beneficiary: 'Shop SA', number }
      const proposal = { action: 'deposit_account', input, evidence: 'the bank opened it' }
      await people.decide((await people.propose(proposal)).proposal_id, 'do')
    }
  })

  const open = async (options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({
      url: `${world.url}/dashboard/operator/proposals`,
      cookies: people.luis.cookies(),
      ...options,
    })

  it('shows invited people and changed accounts, wide and narrow, light and dark, in every language', async () => {
    for (const [width, scheme, language, title] of [
      [1440, 'light', 'en', 'Wait for a second person'],
      [1440, 'dark', 'es', 'Esperan a una segunda persona'],
      [390, 'light', 'pt', 'Esperam por uma segunda pessoa'],
      [390, 'dark', 'en', 'Wait for a second person'],
    ] as const) {
      assert.equal((await people.luis.call('PATCH', '/console/me', { body: { language } })).status, 200)
      const opened = await open({ width, scheme })
      await opened.page.getByRole('heading', { name: title }).waitFor()
      await opened.page.getByText('2850590940090418135201').first().waitFor()
      assert.deepEqual(await axeViolations(opened.page), [], `${width} ${scheme} ${language}`)
      assert.equal(await overflowPixels(opened.page), 0, `${width} ${scheme} ${language}`)
      await photograph(opened, `separate-people-${width}-${scheme}`)
      assert.deepEqual(opened.faults(), [])
      await opened.close()
    }
  })

  it('hands a link over once, and confirms whoever is invited', async () => {
    const opened = await open()
    const { page } = opened
    await page.getByRole('button', { name: 'Show the link for nadia@pasarela.example' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Show the link' }).click()
    const url = (await page.getByRole('dialog', { name: 'The link' }).locator('pre').textContent()) ?? ''
    assert.ok(url.startsWith(`${world.url}/dashboard/invitation#`), url)
    await photograph(opened, 'separate-people-link')
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: 'Confirm nadia@pasarela.example' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Confirmed.').waitFor()
    await page.getByRole('heading', { name: 'Wait for a second person' }).waitFor({ state: 'detached' })
    assert.deepEqual(opened.faults(), [])
    await opened.close()
  })
})
