import assert from 'node:assert/strict'
import { accessSync, constants } from 'node:fs'
import { after, describe, it } from 'node:test'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { notTested } from './not-tested.ts'

/**
 * Where Debian's packages put it; `CHROMIUM_PATH` names another. The shell without a window takes half of the other's time on
 * the processor.
 */
const usualPaths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const

/** A page that does not come, or an element that never shows, fails the test after this. */
const patienceMs = 60_000

/** Settings of a world whose pages a browser opens: they ask for many things at once, and none may be sent away. */
export const envForPages = { DATABASE_CONNECTIONS: '20' }

export interface OpenOptions {
  url: string
  /** Origins that the page may talk to; a request to any other is a fault. Default: the origin of `url`. */
  origins?: readonly string[]
  /** HTTP status of the page itself; with another one the test fails. Default 200. */
  status?: number
  /** CSS pixels. Default 1440 x 900. */
  width?: number
  height?: number
  scheme?: 'light' | 'dark'
  /** What `Accept-Language` and `navigator.language` say. Default `en`. */
  locale?: string
  /** IANA name of the browser's time zone. Default `UTC`. */
  timeZone?: string
  script?: boolean
  /** Lets the page write to the clipboard, and the test read it. */
  clipboard?: boolean
  /** Cookies that the browser holds from the start, such as a session's. */
  cookies?: readonly { name: string; value: string }[]
}

export interface OpenedPage {
  page: Page
  /** What no page may do: errors on its console, reports of its own policy, requests to other origins. Empty = good. */
  faults(): string[]
  close(): Promise<void>
}

export interface TestBrowser {
  /** Opens the address in a fresh profile: no cookies, storage or cache of the pages before. */
  openPage(options: OpenOptions): Promise<OpenedPage>
}

/**
 * A `describe` whose tests drive the real Chromium of this machine. Where there is none, one test fails in CI and is
 * skipped with a loud reason elsewhere. The browser is started by the first page and ends with the suite.
 */
export function describeInBrowser(name: string, tests: (browser: TestBrowser) => void): void {
  describe(name, () => {
    const path = process.env['CHROMIUM_PATH'] ?? usualPaths.find(isProgram) ?? usualPaths[1]
    if (isProgram(path)) return tests(lazyBrowser(path))
    it('can be looked at here', (t) => {
      const sentence = `"${name}" was NOT TESTED: there is no Chromium at ${path} (CHROMIUM_PATH names another).`
      notTested(t, sentence)
    })
  })
}

/**
 * Which rules a page is scanned by: `all`; `colours`, which are what another colour scheme changes; `words`, all but
 * those of colours, because another language changes no colour; `none`.
 */
export type AxeRules = 'all' | 'colours' | 'words' | 'none'

const colourRules = ['color-contrast', 'link-in-text-block']

/** Only violations are read. What needs more than the page itself (style sheets and media, loaded again) is never serious. */
const leanly = { resultTypes: ['violations'], preload: false }

const axeOptions: Record<Exclude<AxeRules, 'none'>, object> = {
  all: leanly,
  colours: { ...leanly, runOnly: { type: 'rule', values: colourRules } },
  words: { ...leanly, rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) },
}

/** What a scan in this look can find that the light English one does not. A scan takes most of the time of a look. */
export function axeRulesFor({ language, scheme }: { language: string; scheme: 'light' | 'dark' }): AxeRules {
  if (language === 'en') return scheme === 'light' ? 'all' : 'colours'
  return scheme === 'light' ? 'words' : 'none'
}

/** Serious and critical violations of the accessibility rules (axe-core), one line each; empty = good. */
export async function axeViolations(page: Page, rules: AxeRules = 'all'): Promise<string[]> {
  if (rules === 'none') return []
  // Evaluated by the debugger's protocol: no script element, so that the page's own policy stays in force.
  await page.evaluate(axe.source)
  const found = await page.evaluate<AxeViolation[]>(
    `axe.run(${JSON.stringify(axeOptions[rules])}).then((result) => result.violations)`,
  )
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

interface AxeViolation {
  id: string
  impact: string | null
  help: string
  nodes: { html: string }[]
}

/** How many CSS pixels the page is wider than the window: 0 = no horizontal scrolling. */
export async function overflowPixels(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
}

function lazyBrowser(path: string): TestBrowser {
  let started: Promise<Browser> | undefined
  // A hook of the suite that is being described.
  after(async () => await (await started)?.close())
  return {
    openPage: async (options) => {
      started ??= launch(path)
      return await openPage(await started, options)
    },
  }
}

/** Chromium's sandbox needs a login that is not root; elsewhere it stays on. */
async function launch(path: string): Promise<Browser> {
  return await chromium.launch({ executablePath: path, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] })
}

async function openPage(browser: Browser, options: OpenOptions): Promise<OpenedPage> {
  const context = await browser.newContext(contextOptions(options))
  context.setDefaultTimeout(patienceMs)
  if (options.clipboard) await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addCookies(
    (options.cookies ?? []).map((cookie) => ({ ...cookie, url: new URL('/', options.url).href })),
  )
  const page = await context.newPage()
  const faults = watch(page, options)
  const answer = await page.goto(options.url)
  assert.equal(answer?.status(), options.status ?? 200, options.url)
  return { page, faults: () => [...faults], close: async () => await context.close() }
}

function contextOptions(options: OpenOptions): BrowserContextOptions {
  return {
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    colorScheme: options.scheme ?? 'light',
    locale: options.locale ?? 'en',
    timezoneId: options.timeZone ?? 'UTC',
    javaScriptEnabled: options.script ?? true,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  }
}

/** Chromium writes each refusal of a content security policy on the console, with or without scripts. */
function watch(page: Page, options: OpenOptions): string[] {
  const origins = options.origins ?? [new URL(options.url).origin]
  const faults: string[] = []
  page.on('console', (message) => {
    // Chromium calls the page's own status an error; this one was asked for.
    if (options.status !== undefined && message.location().url === options.url) return
    const isPolicy = /content security policy/i.test(message.text())
    if (message.type() === 'error' || isPolicy) faults.push(`${isPolicy ? 'policy' : 'console'}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol !== 'data:' && !origins.includes(url.origin)) faults.push(`another host: ${url.origin}`)
  })
  return faults
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** `SCREENSHOTS` names a folder for whoever wants to look. */
export async function photograph({ page }: OpenedPage, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}
