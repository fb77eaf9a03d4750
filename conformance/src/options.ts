import { parseArgs } from 'node:util'
import type { DemoFile } from './demo-file.ts'

/** What the command line said. */
export interface Options {
  url: string
  headers: Readonly<Record<string, string>>
  key: string | undefined
  pointId: string | undefined
  apiToken: string | undefined
  settingsKey: string | undefined
  setup: string | undefined
  receiverPort: number
  receiverUrl: string | undefined
  receiverCert: string | undefined
  receiverKey: string | undefined
  callbackWaitMs: number
  paysItself: boolean
  decisions: boolean
  only: readonly string[]
  junit: string | undefined
  json: string | undefined
}

export const usage = `Usage: pasarela-conformance URL --key KEY [options]
       pasarela-conformance --setup pasarela [options]   the gateway of demo.json in PASARELA_DATA_DIR or ./data

Checks from outside whether the gateway at URL keeps the rules of the payment gateway specification (docs/specification.md).
Use a test environment: the checks create payments and payouts.

  --key KEY             sent as "Authorization: Bearer KEY"
  --header 'NAME: VALUE'  sent with every request, may be repeated; instead of --key where the gateway wants something else
  --point-id ID         auth_point_id and auth_api_token of the point: without them no callback is checked
  --api-token TOKEN
  --receiver-port N     the receiver of callbacks listens on 127.0.0.1 at this port (default: a free one)
  --receiver-cert FILE  PEM: the receiver speaks HTTPS (without: HTTP, for a proxy or tunnel that ends TLS before it)
  --receiver-key FILE
  --receiver-url URL    the address under which the gateway reaches the receiver (default: the address of the receiver)
  --callback-wait S     how long a callback may take (default 30)
  --pays-itself         the gateway pays every pay-in by itself, as a sandbox may: a missing callback is a failure
  --setup NAME          an adapter that sets the callback address and makes payments happen: pasarela
  --settings-key KEY    the adapter's key for settings (Pasarela: scope webhook)
  --decisions           check Pasarela's decisions too, where the specification is silent, and its refunds, which are beyond
                        the specification (on with --setup pasarela)
  --only ID,…           only these rules; PAYIN stands for all of PAYIN-…
  --junit FILE          write the results as JUnit XML
  --json FILE           write the results as JSON
  --help

Exit code: 0 no rule failed, 1 a rule failed (also one beyond the specification), 2 the tool could not run.`

const options = {
  key: { type: 'string' },
  header: { type: 'string', multiple: true },
  'point-id': { type: 'string' },
  'api-token': { type: 'string' },
  'settings-key': { type: 'string' },
  setup: { type: 'string' },
  'receiver-port': { type: 'string', default: '0' },
  'receiver-url': { type: 'string' },
  'receiver-cert': { type: 'string' },
  'receiver-key': { type: 'string' },
  'callback-wait': { type: 'string', default: '30' },
  'pays-itself': { type: 'boolean', default: false },
  decisions: { type: 'boolean', default: false },
  only: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

/** Throws an Error whose message is for the person at the terminal. */
export function readOptions(args: readonly string[], demoFile: DemoFile): Options | 'help' {
  const { values, positionals } = parseArgs({ args: joined(args), options, allowPositionals: true, strict: true })
  if (values.help) return 'help'
  const [named, ...more] = positionals
  const isDemo = values.setup === 'pasarela' && [undefined, demoFile['base_url']].includes(named)
  const demo = isDemo ? demoFile : {}
  const url = named ?? demo['base_url']
  if (url === undefined || more.length > 0) {
    const where = isDemo ? ' (there is no demo.json in PASARELA_DATA_DIR or ./data)' : ''
    throw new Error(`Exactly one URL is needed: the base address of the gateway${where}.`)
  }
  if (!/^https?:\/\/.+/.test(url)) throw new Error(`"${url}" is no http or https address.`)
  if ((values['receiver-cert'] === undefined) !== (values['receiver-key'] === undefined)) {
    throw new Error('--receiver-cert and --receiver-key belong together.')
  }
  const key = values.key ?? (values.header === undefined ? demo['api_key'] : undefined)
  const settingsKey = values['settings-key'] ?? demo['settings_key']
  const headers = headersOf(key, values.header ?? [])
  if ([...Object.values(headers), settingsKey ?? ''].flatMap(readable).some(isLive)) {
    throw new Error(
      'This is a key of a live environment: the checks would pay out real money. Use one of a test environment.',
    )
  }
  return {
    url: url.replace(/\/+$/, ''),
    headers,
    key,
    pointId: values['point-id'] ?? demo['auth_point_id'],
    apiToken: values['api-token'] ?? demo['auth_api_token'],
    settingsKey,
    setup: values.setup,
    receiverPort: numberOf('--receiver-port', values['receiver-port']),
    receiverUrl: values['receiver-url'],
    receiverCert: values['receiver-cert'],
    receiverKey: values['receiver-key'],
    callbackWaitMs: numberOf('--callback-wait', values['callback-wait']) * 1_000,
    paysItself: values['pays-itself'],
    decisions: values.decisions || values.setup === 'pasarela',
    only: values.only?.split(',').map((id) => id.trim()) ?? [],
    junit: values.junit,
    json: values.json,
  }
}

/** A credential as it is sent, and what HTTP Basic encodes in it. */
function readable(value: string): string[] {
  const encoded = /^basic\s+(\S+)/i.exec(value)?.[1]
  return encoded === undefined ? [value] : [value, Buffer.from(encoded, 'base64').toString('utf8')]
}

function isLive(credential: string): boolean {
  return /(^|[_ ])live_/.test(credential)
}

/** `--name value` as `--name=value`: a token may begin with a dash. */
function joined(args: readonly string[]): string[] {
  const names = Object.entries(options).flatMap(([name, { type }]) => (type === 'string' ? [`--${name}`] : []))
  const rest = [...args]
  const found: string[] = []
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const value = names.includes(arg) ? rest.shift() : undefined
    found.push(value === undefined ? arg : `${arg}=${value}`)
  }
  return found
}

function headersOf(key: string | undefined, given: readonly string[]): Record<string, string> {
  const pairs = given.map((text) => {
    const colon = text.indexOf(':')
    if (colon < 1) throw new Error(`"${text}" is no header: write --header 'Name: value'.`)
    return [text.slice(0, colon).trim().toLowerCase(), text.slice(colon + 1).trim()] as const
  })
  return { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...Object.fromEntries(pairs) }
}

function numberOf(name: string, text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value) || value < 0) throw new Error(`${name} needs a number, not "${text}".`)
  return value
}
