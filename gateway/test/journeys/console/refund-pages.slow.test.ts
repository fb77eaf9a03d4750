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
import { eventually, openWorld } from '../../support/world.ts'

describeInBrowser('the pages of refunds', (browser) => {
  const world = openWorld({ env: envForPages })
  let owner: ConsoleClient
  let point = ''
  before(async () => {
    point = world.demo.auth_point_id
    owner = await world.person({ steppedUp: true })
  })

  const paid = async (reference: string, amount: number): Promise<string> => {
    const body = { service_code: 'BT_AR', amount, reference, payer_doc_id: '20-26756539-3' }
    const made = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    const { transaction_id: id } = made.body.data
    await eventually(async () => {
      const { status } = (await world.call('GET', `/api/v1/payments/${id}`)).body.data
      return status === 'COMPLETED' || undefined
    }, 'the payment')
    return id
  }
  const open = async (path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({ url: `${world.url}/dashboard/p/${point}${path}`, cookies: owner.cookies(), ...options })

  it('refund a part that is typed the local way, then the rest, and never more', async () => {
    const id = await paid('refund-pages-1', 1_250.5)
    const opened = await open(`/payments/${id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund this payment' })
    await dialog.getByRole('button', { name: /^Refund \$.1,250\.50/ }).waitFor()
    await photograph(opened, 'refund-whole')
    await dialog.getByText('A part').click()
    await dialog.getByLabel('Amount').fill('1.250,51')
    await dialog.getByText(/^No more than \$.1,250\.50/).waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Refund' }).isDisabled())
    await dialog.getByLabel('Amount').fill('1.000,25')
    await dialog.getByText(/^You are giving back \$.1,000\.25/).waitFor()
    assert.match((await dialog.textContent()) ?? '', /afterwards\$.250\.25/)
    await dialog.getByLabel('Reason').fill('one of two')
    await photograph(opened, 'refund-part')
    await dialog.getByRole('button', { name: /^Refund \$.1,000\.25/ }).click()
    await page.getByRole('heading', { name: /^Refund RFND/ }).waitFor()
    await page.getByText('Completed').first().waitFor()
    await photograph(opened, 'refund-page')
    await page.getByRole('link', { name: 'refund-pages-1' }).first().click()
    await page.getByRole('heading', { name: 'Payment refund-pages-1' }).waitFor()
    await page.getByRole('heading', { name: 'Refunds' }).waitFor()
    await photograph(opened, 'refunded-payment')
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('button', { name: /^Refund \$.250\.25/ }).click()
    await page.getByRole('heading', { name: /^Refund RFND/ }).waitFor()
    await page.getByRole('link', { name: 'refund-pages-1' }).first().click()
    await page.getByRole('heading', { name: 'Payment refund-pages-1' }).waitFor()
    await page.getByRole('button', { name: 'Refund' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    await page.getByRole('heading', { name: 'Refunds' }).waitFor()
    await eventually(
      async () => (await page.getByRole('link', { name: /^RFND/ }).count()) === 2 || undefined,
      'two rows',
    )
    assert.deepEqual(opened.faults(), [])
    await opened.close()
  })

  it('say who waits for a second person, and for which payment', async () => {
    const limits = ['--point', point, '--currency', 'ARS', '--approval-above', '500', '--by', 'ana']
    await world.facts('point', 'limits', ...limits)
    const id = await paid('refund-pages-2', 900)
    const body = { reference: 'second', amount: 700, reason: 'broken' }
    const made = await world.call('POST', `/api/v1/payments/${id}/refunds`, { body })
    assert.equal(made.body.data.status_reason, 'awaiting_approval', JSON.stringify(made.body))
    const opened = await open('/approvals')
    const { page } = opened
    await page.getByRole('link', { name: 'Refund of refund-pages-2' }).waitFor()
    await photograph(opened, 'refund-approvals')
    await page.getByRole('button', { name: 'Decide about second' }).click()
    const dialog = page.getByRole('dialog', { name: 'Release this refund?' })
    await dialog.getByText('broken').waitFor()
    await photograph(opened, 'refund-decision')
    await dialog.getByRole('button', { name: 'Approve and send' }).click()
    await page.getByText('Approved: the money was sent.').waitFor()
    assert.deepEqual(opened.faults(), [])
    await opened.close()
  })

  it('hurt nobody: wide and narrow, light and dark, in every language', async () => {
    const id = await paid('refund-pages-3', 80)
    const body = { reference: 'looked-at', amount: 30 }
    const made = await world.call('POST', `/api/v1/payments/${id}/refunds`, { body })
    for (const [width, scheme, language, action] of [
      [1440, 'dark', 'en', 'Refund'],
      [390, 'light', 'es', 'Reembolsar'],
      [390, 'dark', 'pt', 'Reembolsar'],
    ] as const) {
      assert.equal((await owner.call('PATCH', '/console/me', { body: { language } })).status, 200)
      for (const path of ['/refunds', `/refunds/${made.body.data.refund_id}`, `/payments/${id}`]) {
        const opened = await open(path, { width, scheme })
        // A phone's list names the payer in place of the reference.
        const shown = path === '/refunds' ? /^\D{0,2}30[.,]00/ : 'looked-at'
        await opened.page.getByRole('main').getByText(shown).first().waitFor()
        if (path.startsWith('/payments')) {
          await opened.page.getByRole('button', { name: action }).click()
          await opened.page.getByRole('dialog').getByRole('textbox').waitFor()
        }
        const name = `${path.split('/')[1]}-${path.split('/').length}-${width}-${scheme}-${language}`
        await photograph(opened, name)
        assert.deepEqual(await axeViolations(opened.page), [], name)
        assert.equal(await overflowPixels(opened.page), 0, name)
        assert.deepEqual(opened.faults(), [], name)
        await opened.close()
      }
    }
  })
})
