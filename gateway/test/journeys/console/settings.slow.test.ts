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
} from '../../support/browser.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { type Answer, eventually, openWorld, type Wire } from '../../support/world.ts'

const narrow = 360

/** More steps of Tab than any page of ours needs to its last control. */
const tabsMax = 120

/** A refusal that a test provokes; Chromium writes its status on the console, and nothing else may stand there. */
const refusal = (status: number) => new RegExp(`^console: Failed to load resource: .* status of ${status} `)

/** Whose page asks. */
interface Caller {
  call(method: string, path: string, options?: { body?: unknown }): Promise<Answer>
}

const tabs = ['', '?tab=deliveries', '?tab=verify', '?tab=secrets']

describeInBrowser('settings in the dashboard', (browser) => {
  const world = openWorld({ env: envForPages, receives: true })
  let person: ConsoleClient
  let point = ''
  let references = 0
  before(async () => {
    point = world.demo.auth_point_id
    await world.facts('point', 'limits', '--point', point, '--currency', 'ARS', '--by', 'a', '--approval-above', '1000')
    person = await world.person({ pointId: point, steppedUp: true })
  })

  const open = async (path: string, options: object = {}): Promise<OpenedPage> =>
    await browser.openPage({
      url: `${world.url}/dashboard/p/${point}${path}`,
      cookies: person.cookies(),
      ...options,
    })
  const ok = async (by: Caller, method: string, path: string, body?: unknown): Promise<Wire> => {
    const answer = await by.call(method, `/console/points/${point}/${path}`, body === undefined ? {} : { body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.data
  }
  const payout = async (by: Caller, reference: string): Promise<string> => {
    const account = { account_type: 'CBU', account: '2850590940090418135201', account_beneficiary: 'Ana Paz' }
    const body = { service_code: 'BT_AR', amount: 1250.5, reference, ...account }
    return (await ok(by, 'POST', 'payments/payout_hth', body)).transaction_id
  }
  const payin = async (more: object = {}) => {
    const body = { service_code: 'BT_AR', amount: 10, reference: `s-${++references}`, payer_doc_id: '20267565393' }
    return await world.call('POST', '/api/v1/payments/payin_hth', { body: { ...body, ...more } })
  }
  /** Tab until the control with this name has the focus. */
  const tabTo = async (page: Page, name: string) => {
    const named =
      'document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent?.trim() ?? ""'
    for (let pressed = 0; pressed < tabsMax; pressed++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate<string>(named)) === name) return
    }
    assert.fail(`Tab does not reach "${name}"`)
  }

  it('take a callback address and send a live test to it, which says what the server answered', async () => {
    const { page, faults, close } = await open('/webhooks')
    const url = `${world.receiver.url}/from-the-page`
    await page.getByLabel('Callback address').fill(url)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByRole('button', { name: 'Send a live test' }).click()
    await page.getByText('Your server took it.').waitFor()
    await page.getByText('HTTP 200').waitFor()
    const [request] = world.receiver.requests.filter(({ path }) => path === '/from-the-page')
    assert.match(request?.body ?? '', /"transaction_id":"test_/)
    world.receiver.answerWith(401)
    await page.waitForTimeout(1_000)
    await page.getByRole('button', { name: 'Send a live test' }).click()
    await page.getByText('Your server did not take it.').waitFor()
    await page.getByText(/refused the hash: check auth_api_token/).waitFor()
    world.receiver.answerWith(200)
    await page.getByText('What is sent, and how fast').click()
    await page.getByLabel('Any 2xx counts as received').check()
    await page.getByLabel('Callbacks per second').fill('5000')
    await page.getByText('Not saved yet').waitFor()
    await page.getByRole('tab', { name: 'Deliveries' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Cancel' }).click()
    assert.equal(await page.getByLabel('Callbacks per second').inputValue(), '1000', 'at most, and still there')
    assert.equal((await ok(person, 'GET', 'webhook')).accept_2xx, false, 'nothing changes before it is saved')
    await page.getByRole('button', { name: 'Discard changes' }).click()
    await page.getByText('Not saved yet').waitFor({ state: 'detached' })
    await page.getByLabel('Any 2xx counts as received').check()
    await page.getByLabel('Callbacks per second').fill('70')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(async () => (await ok(person, 'GET', 'webhook')).accept_2xx || undefined, 'the switch')
    assert.equal((await ok(person, 'GET', 'webhook')).rate_per_second, 70)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('say at the field why an address is refused', async () => {
    const { page, faults, close } = await open('/webhooks')
    await page.getByLabel('Callback address').fill('http://shop.example/callbacks')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(
      async () => (await page.getByLabel('Callback address').getAttribute('aria-invalid')) === 'true' || undefined,
      'the fault at its field',
    )
    assert.ok(faults().every((fault) => refusal(422).test(fault)))
    await close()
  })

  it('say in words why callbacks fail, since when and what waits, and try the address at once', async () => {
    world.receiver.answerWith(503)
    const id = (await payin()).body.data.transaction_id
    await eventually(async () => {
      const { health } = await ok(person, 'GET', 'webhook')
      return health.state === 'well' || health.last_failure === null ? undefined : health
    }, 'an address that fails')
    const { page, faults, close } = await open('/webhooks')
    const alert = page.getByRole('alert').filter({ hasText: 'Your server does not take our callbacks' })
    await alert.getByText('Your server answered 503: it failed while it handled the callback.').waitFor()
    await alert.getByText(/Since .* waits?\. None is lost\./).waitFor()
    const payment = await alert.getByRole('link', { name: 'Open its payment' }).getAttribute('href')
    assert.ok(payment?.endsWith(`/payments/${id}`), payment ?? '')
    await alert.getByRole('button', { name: 'Try now with a live test' }).click()
    await alert
      .getByText(/503|failed|error/i)
      .nth(1)
      .waitFor()
    world.receiver.answerWith(200)
    await page.waitForTimeout(1_000)
    await alert.getByRole('button', { name: 'Try now with a live test' }).click()
    await alert.waitFor({ state: 'detached', timeout: 60_000 })
    await page.getByText('Attempts of the last 24 hours').first().waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('tell an address without our path from one that refuses the connection, until the right one is set', async () => {
    const { url } = await ok(person, 'GET', 'webhook')
    const failsWith = async (wanted: { http_status: number | null; error?: string }) =>
      await eventually(
        async () => {
          const { health } = await ok(person, 'GET', 'webhook')
          const { last_failure: last, state } = health
          const isMeant = last?.http_status === wanted.http_status && (wanted.error ?? last.error) === last.error
          return (state !== 'well' && isMeant) || undefined
        },
        `a failure with ${JSON.stringify(wanted)}`,
      )
    world.receiver.answerWith(404)
    await payin()
    await failsWith({ http_status: 404 })
    const { page, faults, close } = await open('/webhooks')
    const alert = page.getByRole('alert').filter({ hasText: 'Your server does not take our callbacks' })
    await alert.getByText('Your server answered 404: nothing is at this path.').waitFor()
    await ok(person, 'PUT', 'webhook', { url: 'https://127.0.0.1:9/callbacks' })
    await failsWith({ http_status: null, error: 'connect' })
    await page.reload()
    await alert.getByText('Nothing accepts connections at this address.').waitFor()
    world.receiver.answerWith(200)
    await ok(person, 'PUT', 'webhook', { url })
    await alert.waitFor({ state: 'detached', timeout: 60_000 })
    assert.deepEqual(faults(), [])
    await close()
  })

  it('show a delivery with its exact bytes and answers, send it again, and explain what does not match', async () => {
    const id = (await payin()).body.data.transaction_id
    await eventually(async () => world.receiver.requests.find(({ body }) => body.includes(id)), 'its callback')
    const { page, faults, close } = await open(`/webhooks?tab=deliveries&transaction_id=${id}`)
    await page.getByRole('region', { name: 'Deliveries, newest first' }).getByText('Received').waitFor()
    await page.getByRole('link', { name: /Attempts and bytes/ }).click()
    await page.getByRole('heading', { name: 'Attempt 1' }).waitFor()
    const sent = page.getByRole('region', { name: 'Exact bytes that were sent' })
    const exact = (await sent.locator('pre').first().textContent()) ?? ''
    await page.getByText('Your server took it.').waitFor()
    const payment = await page.getByRole('link', { name: 'Open the payment' }).getAttribute('href')
    assert.ok(payment?.endsWith(`/payments/${id}`), payment ?? '')
    assert.equal(exact, world.receiver.requests.find(({ body }) => body.includes(id))?.body)
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('On its way again.').waitFor()
    await eventually(
      async () => world.receiver.requests.filter(({ body }) => body.includes(id)).length > 1 || undefined,
      'the callback once more',
    )
    await page.goto(`${world.url}/dashboard/p/${point}/webhooks?tab=verify`)
    const otherKey = exact.replace(/"api_key":(\d)/, (_, digit) => `"api_key":${digit === '9' ? 8 : 9}`)
    await page.getByLabel('Raw body').fill(otherKey.replace('COMPLETED', 'ERROR'))
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('security_hash: does not match').waitFor()
    await page.getByLabel('Programming language').selectOption('Python')
    const sample = (await page.locator('pre').last().textContent()) ?? ''
    assert.ok(sample.includes(`POINT = "${point}"`) && !sample.includes(world.demo.auth_api_token))
    assert.deepEqual(faults(), [])
    await close()
  })

  it('exchange a key by the keyboard alone, with the password asked for on the way', async () => {
    const made = await world.facts('key', 'create', '--point', point, '--scopes', 'read', '--name', 'Till')
    const { owner } = world.demo.people
    const client = world.visitor()
    await client.signIn(owner)
    const cookie = { name: 'sid', value: client.cookie() ?? '' }
    const { page, faults, close } = await open('/credentials', { cookies: [cookie] })
    await page.getByRole('button', { name: 'Rotate Till' }).waitFor()
    await page.locator('body').press('Tab')
    await tabTo(page, 'Rotate Till')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Rotate Till' }).waitFor()
    await tabTo(page, 'Rotate')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
    await page.keyboard.type(owner.password)
    await page.keyboard.press('Enter')
    const secret = page.getByRole('dialog', { name: 'Your new key' }).locator('code')
    const key = (await secret.textContent()) ?? ''
    assert.match(key, /^pas_test_/)
    for (const each of [key, made['api_key'] ?? ''])
      assert.equal((await world.call('GET', '/api/v1/payments', { key: each })).status, 200)
    await tabTo(page, 'I have stored it')
    await page.keyboard.press('Enter')
    await page.getByText('Replaced', { exact: true }).waitFor()
    assert.ok(!(await page.content()).includes(key), 'a key is shown once')
    assert.ok(faults().every((fault) => refusal(403).test(fault)))
    await close()
  })

  it('make a key with what it may do, and refuse what excludes itself before anything is sent', async () => {
    const { page, faults, close } = await open('/credentials')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Books')
    await page.getByLabel(/^Payouts: create/).check()
    assert.ok(await page.getByLabel(/^Settings/).isDisabled())
    await page.getByLabel(/^Payouts: create/).uncheck()
    await page.getByLabel(/^Read payments/).check()
    await page.getByLabel('Networks').fill('127.0.0.0/8')
    await page.getByRole('button', { name: 'Create key' }).last().click()
    const key = (await page.getByRole('dialog', { name: 'Your new key' }).locator('code').textContent()) ?? ''
    assert.equal((await world.call('GET', '/api/v1/payments', { key })).status, 200)
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByRole('button', { name: 'Revoke Books' }).click()
    await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
    await page.getByText('The key is revoked.').waitFor()
    await page.getByRole('button', { name: 'Show API token' }).click()
    await page.getByText(world.demo.auth_api_token).waitFor()
    assert.deepEqual(faults(), [])
    await close()
  })

  it('lead from a refused request to what was wrong, and from a good one to its payment', async () => {
    await payin({ amount: -1 })
    const made = await payin()
    const requestId = made.headers.get('x-request-id') ?? ''
    await eventually(
      async () => (await ok(person, 'GET', `requests?request_id=${requestId}`)).items[0],
      'the request in the log',
    )
    const { page, faults, close } = await open('/requests')
    await page.getByLabel('Result').selectOption('4xx')
    await page.getByText('Wrong fields: amount').waitFor()
    await page.getByRole('table', { name: 'Errors by kind' }).getByText('amount_too_small').waitFor()
    assert.match(page.url(), /\?status=4xx$/)
    await page.goto(`${world.url}/dashboard/p/${point}/requests?request_id=${requestId}`)
    await page.getByRole('link', { name: 'Open its story' }).click()
    await page.waitForURL(`**/payments/${made.body.data.transaction_id}`)
    assert.deepEqual(faults(), [])
    await close()
  })

  it('show what the inbox of a test point received, with its checks', async () => {
    await ok(person, 'PUT', 'webhook', { url: null })
    const id = (await payin()).body.data.transaction_id
    const { page, faults, close } = await open('/inbox')
    await page.getByRole('button', { name: `s-${references}` }).click()
    await page.getByText('security_hash: matches').waitFor()
    await page.getByText('Signature: matches').waitFor()
    assert.equal(await page.getByText('does not match').count(), 0)
    await page.getByText(/^\d+ messages?$/).waitFor()
    const payment = await page.getByRole('link', { name: 'Open the payment' }).getAttribute('href')
    assert.ok(payment?.endsWith(`/payments/${id}`), payment ?? '')
    await ok(person, 'PUT', 'webhook', { url: `${world.receiver.url}/from-the-page` })
    assert.deepEqual(faults(), [])
    await close()
  })

  for (const language of ['en', 'es', 'pt'] as const) {
    it(`are accessible in light and dark, wide and narrow, and make no fault on the way: ${language}`, async () => {
      const speaker = await world.person({ pointId: point, language })
      if (language === 'en') await payout(speaker, 'to-look-at')
      const [delivery] = (await ok(person, 'GET', 'webhook/deliveries')).deliveries
      const paths = [
        ...tabs.map((tab) => `/webhooks${tab}`),
        `/webhooks/deliveries/${delivery.delivery_id}`,
        '/credentials',
        '/approvals',
        '/requests',
        '/inbox',
      ]
      for (const [index, path] of paths.entries()) {
        for (const scheme of ['light', 'dark'] as const) {
          // Each page in both widths, over the two schemes.
          const width = (index + (scheme === 'dark' ? 1 : 0)) % 2 === 0 ? 1440 : narrow
          const { page, faults, close } = await open(path, {
            cookies: speaker.cookies(),
            locale: language,
            scheme,
            width,
          })
          await page.getByRole('heading', { level: 1 }).waitFor()
          await page.waitForLoadState('networkidle')
          const said = `${path} ${scheme} ${width}`
          assert.deepEqual(await axeViolations(page, axeRulesFor({ language, scheme })), [], said)
          assert.equal(await overflowPixels(page), 0, said)
          assert.equal(await page.locator('html').getAttribute('lang'), language)
          assert.deepEqual(faults(), [], said)
          await close()
        }
      }
    })
  }
})
