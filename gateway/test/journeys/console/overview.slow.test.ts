import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import {
  axeRulesFor,
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { eventually, openWorld } from '../../support/world.ts'

/** Where it is noon: nothing of the test lies before or behind a midnight. */
const zoneOfNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

const tables = ['volumes', 'methods', 'declines', 'pending']

describeInBrowser('the overview of a merchant who sells', (browser) => {
  const world = openWorld({ env: envForPages, bankEnv: { SIMBANK_PAY_DELAY_MS: '3600000' } })
  let person: ConsoleClient
  let base = ''
  const ids: string[] = []
  before(async () => {
    const { auth_point_id: pointId } = world.demo
    person = await world.person({ pointId })
    base = `${world.url}/dashboard/p/${pointId}`
    await world.db.query('update points set time_zone = $2 where id = $1', [pointId, zoneOfNoon()])
    for (const amount of [1250.5, 250, 89.9, 12]) ids.push(await create(amount))
    for (const id of ids.slice(0, 3)) {
      await world.call('POST', `/api/v1/test/payments/${id}/simulate`, { body: { event: 'paid' } })
    }
    await eventually(async () => {
      const { rows } = await world.db.query(`select count(*)::int as n from transactions where status = 'COMPLETED'`)
      return rows[0].n === 3 || undefined
    }, 'three are paid')
    // One of them was a week ago, earlier in the day; one failed.
    await world.db.query(`update transactions set created_at = created_at - interval '7 days 2 hours' where id = $1`, [
      ids[1],
    ])
    await world.db.query(`update transactions set status = 'ERROR', reason = 'insufficient_funds' where id = $1`, [
      ids[3],
    ])
    await world.db.query('insert into payout_limits (point_id, currency, approval_above_minor) values ($1, $2, 100)', [
      pointId,
      'ARS',
    ])
  })

  const create = async (amount: number): Promise<string> => {
    const body = { service_code: 'BT_AR', payer_doc_id: '20-26756539-3', reference: `sold-${amount}`, amount }
    const answer = await world.call('POST', '/api/v1/payments/payin_hth', { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data.transaction_id
  }
  const open = async (path = '', options: object = {}): Promise<OpenedPage> => {
    const opened = await browser.openPage({
      url: `${base}/overview${path}`,
      cookies: person.cookies(),
      ...options,
    })
    return opened
  }

  it('says what can be paid out, how today goes, why something failed, and nothing about what needs nobody', async () => {
    const { page, faults, close } = await open()
    const card = page.getByRole('region', { name: 'Balances' }).getByRole('listitem').first()
    await card.getByText('ARS', { exact: true }).first().waitFor()
    const shown = (await card.textContent()) ?? ''
    // 1250.50 and 89.90 of today beside the 250 of last week.
    for (const text of ['1,590.40', '1,340.40', '436.2% more than a week ago at this time']) {
      assert.ok(shown.includes(text), `${text}: ${shown}`)
    }
    const methods = page.getByRole('region', { name: 'Success by method' })
    assert.match((await methods.textContent()) ?? '', /Bank transfer.*66\.7%.*1 of 3 did not complete/)
    const why = page.getByRole('region', { name: 'Why payments fail' })
    await why.getByText('The payer had not enough money or credit').waitFor()
    assert.equal(await page.getByRole('region', { name: 'Needs you' }).count(), 0)
    await why.getByRole('link', { name: '1: The payer had not enough money or credit' }).click()
    await page.waitForURL(/\/payments\?status=ERROR&reason=insufficient_funds&from=/)
    await page.getByRole('link', { name: 'sold-12', exact: true }).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('compares with the period before, in the chart and in its table', async () => {
    const { page, faults, close } = await open('?days=7')
    const trend = page.getByRole('region', { name: 'Completed' }).first()
    await trend.getByText('436.2% more than in the 7 days before').waitFor()
    await trend.getByText('As a table').click()
    const rows = trend.getByRole('row')
    assert.equal(await rows.count(), 8)
    assert.match((await rows.last().textContent()) ?? '', /1,340\.40.*250\.00/)
    await trend.getByText('Count', { exact: true }).click()
    await page.waitForURL(/measure=count/)
    await trend.getByText('100% more than in the 7 days before').waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('names what needs somebody, each with its way, and nothing once it is done', async () => {
    const payout = { service_code: 'BT_AR', account_type: 'CBU', account: '2850590940090418135201', amount: 5 }
    const made = await world.call('POST', '/api/v1/payments/payout_hth', { body: { ...payout, reference: 'salary-1' } })
    assert.equal(made.body.data.status, 'PENDING', JSON.stringify(made.body))
    await world.db.query(`update transactions set needs_operator = 'a contradiction' where id = $1`, [ids[0]])
    await world.db.query(`update callback_endpoints set url = 'https://shop.example/hook' where point_id = $1`, [
      world.demo.auth_point_id,
    ])
    await world.db.query(
      `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, failing_since, opens, recovering)
        values ($1, now(), 1, 1, 1, now() - interval '1 hour', 0, false)
        on conflict (point_id) do update set failing_since = excluded.failing_since`,
      [world.demo.auth_point_id],
    )
    const { page, faults, close } = await open()
    const needs = page.getByRole('region', { name: 'Needs you' })
    await needs.getByText('1 payout or refund waits for approval').waitFor()
    assert.deepEqual(await needs.getByRole('link').allTextContents(), ['Webhook settings', 'Look at them', 'Open it'])
    await needs.getByRole('link', { name: 'Look at them' }).click()
    await page.waitForURL(/\/approvals$/)
    await page.goBack()
    await world.db.query('update transactions set needs_operator = null')
    await world.db.query('update callback_health set failing_since = null')
    await world.db.query(`update transactions set approval_until = null, status = 'ERROR', reason = 'rejected_by_approver'
      where reason = 'awaiting_approval'`)
    await needs.waitFor({ state: 'detached', timeout: 40_000 })
    assert.deepEqual(faults(), [])
    await close()
  })

  it('shows the form of what is on its way, and what went wrong', async () => {
    const { page, close } = await open('?table=methods')
    await page.getByRole('link', { name: 'Back to the overview' }).waitFor()
    await page.route('**/console/points/*/overview?*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.fulfill({ status: 500, body: '{}', contentType: 'application/json' })
    })
    await page.reload({ waitUntil: 'commit' })
    await page.getByRole('status', { name: 'Loading…' }).first().waitFor()
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await close()
  })

  for (const [locale, title] of [
    ['en', 'Overview'],
    ['es', 'Resumen'],
    ['pt', 'Visão geral'],
  ] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      it(`is readable with its data in ${locale}, ${scheme}, wide and on a phone, and so are its tables`, async () => {
        await world.db.query('update users set language = $1', [locale])
        const rules = axeRulesFor({ language: locale, scheme })
        for (const width of [1440, 390]) {
          const { page, faults, close } = await open('', { width, scheme, locale })
          await page.getByRole('heading', { level: 1, name: title }).waitFor()
          await page.getByText('ARS', { exact: true }).first().waitFor()
          assert.deepEqual(await axeViolations(page, rules), [], `${width}`)
          assert.equal(await overflowPixels(page), 0)
          for (const table of tables) {
            await page.goto(`${base}/overview?table=${table}`)
            await page.getByRole('row').or(page.getByRole('listitem')).nth(1).waitFor()
            assert.deepEqual(await axeViolations(page, rules), [], `${table} ${width}`)
            assert.equal(await overflowPixels(page), 0, table)
            assert.equal(await page.getByText(/undefined|\[object|NaN/).count(), 0, table)
          }
          assert.deepEqual(faults(), [])
          await close()
        }
      })
    }
  }
})
