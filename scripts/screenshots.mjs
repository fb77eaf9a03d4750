// @ts-check
// Makes the pictures of the documentation anew: starts everything in an empty folder, plays 30 days of a shop by the test
// clock, and photographs the pages. `node scripts/screenshots.mjs` needs Chromium (CHROMIUM_PATH, else /usr/bin/chromium).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { freePort } from './free-port.mjs'

const DAYS = 30
const START_TIMEOUT_MS = 120_000
const HALF_DAY_SECONDS = 43_200
/** Simulated payers pay after 3 seconds, payouts complete at once. */
const SETTLE_MS = 4_500
const SIZE = { width: 1280, height: 800 }

const root = fileURLToPath(new URL('..', import.meta.url))
const images = join(root, 'docs', 'images')
const data = mkdtempSync(join(tmpdir(), 'pasarela-screenshots-'))
const port = await freePort(1)
const everything = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
  env: { ...process.env, PASARELA_DATA_DIR: data, PORT: String(port), LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const demo = await readDemo()
  const shown = await playDays(demo)
  await photograph(demo, shown)
} finally {
  everything.kill('SIGTERM')
  if (everything.exitCode === null) await once(everything, 'exit')
  rmSync(data, { recursive: true, force: true })
}

/**
 * @typedef {{ base_url: string, api_key: string, settings_key: string, auth_point_id: string,
 *   people: { owner: SignIn, admin: SignIn } }} Demo
 * @typedef {{ email: string, password: string }} SignIn
 */

/** @returns {Promise<Demo>} */
async function readDemo() {
  const file = join(data, 'demo.json')
  const end = performance.now() + START_TIMEOUT_MS
  while (!existsSync(file)) {
    if (performance.now() > end || everything.exitCode !== null) throw new Error('the gateway did not start')
    await sleep(200)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

/**
 * @param {Demo} demo
 * @param {string} path
 * @param {object} body
 */
async function post({ base_url, api_key }, path, body) {
  const response = await fetch(`${base_url}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok && answer.error?.code !== 'insufficient_funds') throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer.data
}

/**
 * Half days of payments, more on Fridays and Saturdays, a few declined, expired, returned or underpaid.
 * @param {Demo} demo
 */
async function playDays(demo) {
  const services = await readServices(demo)
  let order = 4_100
  let shown = ''
  for (let half = 0; half < DAYS * 2; half++) {
    const weekday = Math.floor(half / 2) % 7
    const count = (weekday > 3 ? 9 : 5) + (half % 2) * 4 + Math.floor(half / 12)
    for (let turn = 0; turn < count; turn++) {
      const service = services[(order * 7 + turn) % services.length]
      if (service === undefined) continue
      order++
      const kind = order % 4 === 0 ? 'payout' : 'payin'
      const example = service[kind]
      const amount = amountOf(example.amount, order)
      const created = await post(demo, `/payments/${kind}_hth`, { ...example, amount, reference: `order-${order}` })
      if (kind === 'payin' && service.code === 'PIX_BR' && created) shown = created.transaction_id
    }
    await sleep(half % 4 === 0 || half >= DAYS * 2 - 2 ? SETTLE_MS : 800)
    if (half < DAYS * 2 - 1) await post(demo, '/test/clock', { advance_seconds: HALF_DAY_SECONDS })
  }
  return { paid: shown }
}

/** @param {Demo} demo */
async function readServices({ base_url, api_key }) {
  const response = await fetch(`${base_url}/api/v1/services`, { headers: { authorization: `Bearer ${api_key}` } })
  /** @type {{ data: { services: { service_code: string, operations: Record<string, { example: Record<string, unknown> }> }[] } }} */
  const { data: found } = await response.json()
  return found.services
    .filter(({ operations }) => operations['payin'] && operations['payout'])
    .map(({ service_code: code, operations }) => ({
      code,
      payin: operations['payin']?.example ?? {},
      payout: operations['payout']?.example ?? {},
    }))
}

/**
 * Near the example's, never the same, and now and then an amount that the simulated bank declines.
 * @param {unknown} example
 * @param {number} order
 */
function amountOf(example, order) {
  const base = Number(example)
  const isWhole = Number.isInteger(base) && base > 1_000
  const varied = base * (0.4 + ((order * 37) % 100) / 60)
  if (order % 17 === 0) return isWhole ? 77_702 : 777.02
  return isWhole ? Math.round(varied / 100) * 100 : Math.round(varied * 100) / 100
}

/**
 * @param {Demo} demo
 * @param {{ paid: string }} shown
 */
async function photograph(demo, { paid }) {
  mkdirSync(images, { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const point = `/dashboard/p/${demo.auth_point_id}`
  try {
    const owner = await signedIn(browser, demo, demo.people.owner)
    await picture(owner, `${demo.base_url}${point}/overview?days=30`, 'dashboard-overview.png')
    await picture(owner, `${demo.base_url}${point}/payments/${paid}`, 'dashboard-timeline.png')
    await picture(owner, `${demo.base_url}${point}/webhooks`, 'dashboard-webhooks.png')
    const operator = await signedIn(browser, demo, demo.people.admin)
    await picture(operator, `${demo.base_url}/dashboard/operator`, 'dashboard-operator.png')
    const { payment_url: url } = await post(demo, '/payments/payin_hth', {
      ...{ service_code: 'PIX_BR', payer_doc_id: '390.533.447-05', amount: 777.01, reference: 'pedido-5021' },
    })
    const payer = await browser.newContext({ viewport: { width: 420, height: 900 }, locale: 'pt-BR' })
    await picture(await payer.newPage(), url, 'payer-page.png')
  } finally {
    await browser.close()
  }
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {Demo} demo
 * @param {SignIn} person
 */
async function signedIn(browser, demo, person) {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-GB', colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(`${demo.base_url}/dashboard`)
  await page.getByLabel('E-mail address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  await page.waitForLoadState('networkidle')
  return page
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} url
 * @param {string} name
 */
async function picture(page, url, name) {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await sleep(1_500)
  await page.screenshot({ path: join(images, name) })
}
