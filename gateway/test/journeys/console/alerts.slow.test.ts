import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type pg from 'pg'
import {
  axeViolations,
  describeInBrowser,
  envForPages,
  type OpenedPage,
  overflowPixels,
  type TestBrowser,
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { plainTextOf, type SmtpServer, startSmtpServer } from '../../support/smtp-server.ts'
import { type Answer, eventually, openWorld, type World } from '../../support/world.ts'

/** The gateway looks for alerts every 15 s. */
const alertPatienceMs = 180_000

const refused = (answer: Answer, status: number, code: string) =>
  assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body))

describe('alerts', () => {
  let smtp: SmtpServer
  const world = openWorld(async (t) => {
    smtp = await startSmtpServer(t)
    return {
      env: {
        ...envForPages,
        SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
        MAIL_FROM: 'Pasarela <pay@example.com>',
        RETENTION_PERSONAL_DAYS: '100',
        PUBLIC_URL: 'https://pay.example.com',
      },
    }
  })
  let owner: ConsoleClient
  let admin: ConsoleClient
  before(async () => {
    owner = await world.signIn('owner')
    admin = await world.signIn('admin')
    await failing(world.db, world.demo.auth_point_id)
    await world.round('alerts')
  })
  const get = async (client: ConsoleClient, path: string) => {
    const answer = await client.call('GET', path)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }

  it('of failing callbacks stand in the list, reach the owner by mail, and are nobody else’s', async () => {
    const alert = await eventually(
      async () =>
        (await get(owner, '/console/alerts')).items.find((each: { kind: string }) => each.kind === 'callbacks_failing'),
      'the alert',
      alertPatienceMs,
    )
    assert.match(alert.title, /have failed for 15 minutes/)
    assert.deepEqual([alert.resolved_at, alert.point_id], [null, world.demo.auth_point_id])
    const spanish = await owner.call('GET', '/console/alerts', { headers: { 'accept-language': 'es' } })
    assert.match(JSON.stringify(spanish.body), /fallan desde hace 15 minutos/)
    const mail = await eventually(
      async () => await Promise.resolve(smtp.mails.find(({ to }) => to === world.demo.people.owner.email)),
      'the mail',
      alertPatienceMs,
    )
    assert.match(plainTextOf(mail), /https:\/\/pay\.example\.com\/dashboard\/alerts/)
    const operators = await get(admin, '/console/alerts')
    assert.ok(operators.items.every((each: { kind: string }) => each.kind !== 'callbacks_failing'))
    assert.equal((await fetch(`${world.url}/console/alerts`)).status, 401)
  })

  it('come by mail as their person chooses, and never a kind that the role does not see', async () => {
    const mailed = (data: { choices: { kind: string; mailed: boolean }[] }) =>
      data.choices.filter((each) => each.mailed).map(({ kind }) => kind)
    const usual = await get(owner, '/console/alerts/choices')
    assert.ok(usual.mail_configured && usual.mail_state === null && mailed(usual).includes('callbacks_failing'))
    assert.ok(!usual.choices.some(({ kind }: { kind: string }) => kind === 'needs_operator'))
    const put = async (mails: unknown) => await owner.call('PUT', '/console/alerts/choices', { body: { mails } })
    const chosen = await put(['key_expiring'])
    assert.deepEqual(mailed(chosen.body.data), ['key_expiring'])
    refused(await put(['needs_operator']), 422, 'not_allowed')
    refused(await put('all'), 422, 'invalid_type')
    assert.deepEqual(mailed((await put(null)).body.data), mailed(usual))
    refused(
      await owner.call('PUT', '/console/alerts/choices', {
        body: { mails: [] },
        headers: { 'x-csrf-token': undefined },
      }),
      403,
      'csrf_refused',
    )
  })

  it('can be tried: a test mail is sent at once, says why it was not, and not without end', async () => {
    const test = async () => await admin.call('POST', '/console/alerts/test-mail')
    assert.deepEqual((await test()).body.data, { sent: true, error: null })
    assert.ok(
      smtp.mails.some(
        ({ to, headers }) =>
          to === world.demo.people.admin.email && /Test mail/.test(headers.get('subject')?.[0] ?? ''),
      ),
    )
    smtp.answers.push({ command: 'MAIL', line: '451 not now' })
    assert.deepEqual((await test()).body.data, { sent: false, error: 'EENVELOPE 451' })
    for (let i = 0; i < 3; i++) await test()
    refused(await test(), 429, 'rate_limited')
    assert.equal((await get(admin, '/console/alerts/choices')).mail_state.last_error, 'EENVELOPE 451')
  })

  it('go page by page, the open ones first', async () => {
    await world.db.query(
      `insert into alerts (id, merchant_id, kind, object, subject, facts, created_at, resolved_at)
        select gen_random_uuid(), p.merchant_id, 'team_changed', 'page ' || n, 'page ' || n, '{"by":"x","action":"y"}',
          gateway_now() - n * interval '1 hour', case when n % 2 = 0 then gateway_now() end
        from points p, generate_series(1, 7) n where p.id = $1`,
      [world.demo.auth_point_id],
    )
    const seen: { id: string; resolved_at: string | null; created_at: string }[] = []
    let cursor = ''
    do {
      const page = await get(owner, `/console/alerts?limit=2${cursor}`)
      seen.push(...page.items)
      assert.ok(seen.length < 1_000, 'the pages end')
      cursor = page.next_cursor === null ? '' : `&cursor=${page.next_cursor}`
    } while (cursor !== '')
    const all = (await get(owner, '/console/alerts?limit=100')).items
    assert.deepEqual(
      seen.map(({ id }) => id),
      all.map(({ id }: { id: string }) => id),
    )
    const states = seen.map(({ resolved_at }) => (resolved_at === null ? 0 : 1))
    assert.deepEqual(states, [...states].sort())
    refused(await owner.call('GET', '/console/alerts?cursor=nonsense'), 422, 'invalid_format')
    assert.ok((await get(owner, '/console/alerts')).open > 0)
    assert.equal((await owner.call('POST', '/console/alerts/seen')).body.data.open, 0)
    const after = await get(owner, '/console/alerts')
    assert.deepEqual([after.open, after.items[0].seen, after.items[0].resolved_at], [0, true, null])
    await world.db.query('update users set alerts_seen_at = null')
  })

  it('have the reports of what the end of personal data removed beside them, for operators', async () => {
    const data = await eventually(async () => {
      const found = await get(admin, '/console/retention')
      return found.runs[0]?.finished_at ? found : undefined
    }, 'the first run')
    assert.equal(data.retention_days, 100)
    refused(await owner.call('GET', '/console/retention'), 403, 'role_missing')
    const facts = await world.facts('retention', 'run')
    assert.equal(facts['left'], '0')
    const { code, output } = await world.command('retention', 'report')
    assert.equal(code, 0)
    assert.match(output, /older than 100 days/)
  })

  describeInBrowser('on their page', (browser) => {
    it('are shown with a count at the bell, in every language, light and dark, wide and narrow', async () => {
      for (const [locale, scheme, width, title] of [
        ['en', 'light', 1440, 'Alerts'],
        ['es', 'dark', 360, 'Alertas'],
        ['pt', 'light', 768, 'Alertas'],
      ] as const) {
        await owner.call('PATCH', '/console/me', { body: { language: locale } })
        const opened = await openAs(browser, world, owner, { locale, scheme, width })
        const { page } = opened
        await page.getByRole('heading', { level: 1, name: title }).waitFor()
        await page.getByText('Demo').first().waitFor()
        await page.getByRole('checkbox').first().waitFor()
        assert.match(
          (await page.getByRole('link', { name: new RegExp(`^${title}, \\d+`) }).getAttribute('href')) ?? '',
          /alerts$/,
        )
        assert.deepEqual(await axeViolations(page), [])
        assert.equal(await overflowPixels(page), 0)
        await photograph(opened, `alerts-${locale}-${scheme}-${width}`)
        assert.deepEqual(opened.faults(), [])
        await opened.close()
      }
      await owner.call('PATCH', '/console/me', { body: { language: 'en' } })
    })

    it('are chosen and tried by the keyboard alone', async () => {
      const opened = await openAs(browser, world, owner, {})
      const { page } = opened
      const box = page.getByRole('checkbox', { name: /^API keys expire/ })
      await box.focus()
      assert.equal(await box.isChecked(), true)
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Save' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('Your choice is saved.').waitFor()
      await page.reload()
      await box.waitFor()
      assert.equal(await box.isChecked(), false)
      await page.getByRole('button', { name: 'Send me a test mail' }).focus()
      await page.keyboard.press('Enter')
      await page.getByText('The mail server took the test mail.').waitFor()
      assert.deepEqual(opened.faults(), [])
      await opened.close()
    })

    it('of operators come with the retention reports', async () => {
      const opened = await openAs(browser, world, admin, {})
      const { page } = opened
      await page.getByRole('heading', { level: 2, name: 'Removal of personal data' }).waitFor()
      await page.getByRole('columnheader', { name: 'Older than' }).waitFor()
      assert.deepEqual(await axeViolations(page), [])
      await photograph(opened, 'alerts-operator')
      assert.deepEqual(opened.faults(), [])
      await opened.close()
    })
  })
})

/** The page of alerts as somebody who is signed in already. */
async function openAs(
  browser: TestBrowser,
  world: World,
  client: ConsoleClient,
  wishes: { locale?: string; scheme?: 'light' | 'dark'; width?: number },
): Promise<OpenedPage> {
  const opened = await browser.openPage({ url: `${world.url}/dashboard/sign-in`, ...wishes })
  const { hostname } = new URL(world.url)
  await opened.page.context().addCookies([{ name: 'sid', value: client.cookie() ?? '', domain: hostname, path: '/' }])
  await opened.page.goto(`${world.url}/dashboard/alerts`)
  return opened
}

/** `SCREENSHOTS` names a folder for whoever wants to look. */
async function photograph({ page }: OpenedPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

async function failing(db: pg.Client, pointId: string): Promise<void> {
  // Only an address can fail: the inbox has no health.
  await db.query(`update callback_endpoints set url = 'https://shop.example/hook' where point_id = $1`, [pointId])
  await db.query(
    `insert into callback_health (point_id, window_started_at, attempts, failures, silent_in_a_row, failing_since, opens,
      next_probe_at, recovering)
      values ($1, gateway_now(), 0, 0, 9, gateway_now() - interval '16 minutes', 1, gateway_now() + interval '1 day', false)
      on conflict do nothing`,
    [pointId],
  )
}
