import { createHmac, randomBytes } from 'node:crypto'

/** What the receivers of a test are set up with, and what they must never print. */
export const credentials = {
  pointId: '0198c5f2-6f0e-7cc1-9a55-3f2b8f6f1c11',
  apiToken: 'tok_ñandú 8f1d2c3b4a',
  secret: `whsec_${Buffer.from('a key of 32 bytes for callbacks!').toString('base64')}`,
}

/** The secret before it was changed: a receiver that knows only one of the two must be content. */
const otherSecret = `whsec_${Buffer.from('another key, also of 32 bytes!!!').toString('base64')}`

const bodyBytesMax = 64 * 1024

export interface Sent {
  method?: string
  body?: string | Buffer
  headers?: Record<string, string>
}

/** One request and its answer. A claim reads "answers … to <claim>". */
export interface CallbackCase {
  claim: string
  send: () => Sent
  status: number
  /** The answer of a receiver that has no WEBHOOK_SECRET, where it is another one. */
  withoutSecret?: number
}

/** Raw JSON texts by name; undefined leaves a member out. */
type Members = Record<string, string | undefined>

/** The body of a callback, byte for byte: `amount` is `10.00`, and `security_hash` fits `api_key` unless it is given. */
export function callbackText(changes: Members = {}): string {
  const apiKey = changes['api_key'] ?? '4095123456'
  const members: Members = {
    transaction_id: JSON.stringify(newTransactionId()),
    api_key: apiKey,
    security_hash: JSON.stringify(hashOf(apiKey)),
    status: '"COMPLETED"',
    amount: '10.00',
    message: '"Payment approved"',
    reference: '"order-1"',
    ...changes,
  }
  const written = Object.entries(members).filter(([, value]) => value !== undefined)
  return `{${written.map(([name, value]) => `"${name}":${value}`).join(',')}}`
}

export function newTransactionId(): string {
  return randomBytes(12).toString('hex')
}

export function hashOf(apiKey: string): string {
  return createHmac('sha256', credentials.apiToken).update(`${apiKey}${credentials.pointId}`).digest('hex')
}

/** Headers and body as the gateway sends them. `ageSeconds` below zero is a time to come. */
export function signed(
  body: string | Buffer,
  { id = `evt_${newTransactionId()}`, ageSeconds = 0, secrets = [credentials.secret] } = {},
): { body: string | Buffer; headers: Record<string, string> } {
  const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`
  })
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
  return { body, headers }
}

/** What every receiver must answer, whatever it is written in. Each case sends a transaction of its own. */
export const callbackCases: readonly CallbackCase[] = [
  ...good(),
  ...forged(),
  ...outOfTime(),
  ...['transaction_id', 'api_key', 'security_hash', 'status', 'message'].map((name) =>
    given(`a callback without ${name}`, 400, () => callbackText({ [name]: undefined })),
  ),
  ...['transaction_id', 'security_hash', 'status', 'message'].flatMap((name) =>
    ['null', '7', '""', '{}'].map((value) => given(`${value} as ${name}`, 400, () => callbackText({ [name]: value }))),
  ),
  ...['null', 'true', '"4095123456"', '4095123456.0', '4.1e9', '-1', '0', '-0', '[1]', '99999999999999999999'].map(
    (value) => given(`${value} as api_key`, 400, () => callbackText({ api_key: value })),
  ),
  ...notJson(),
  ...otherRequests(),
]

function good(): CallbackCase[] {
  const padding = (bytes: number) => {
    const length = bytes - Buffer.byteLength(callbackText({ padding: '""' }))
    return callbackText({ padding: `"${'x'.repeat(length)}"` })
  }
  return [
    given('a good callback', 200, () => callbackText()),
    given('a callback of money that is not booked, without amount', 200, () =>
      callbackText({ status: '"ERROR"', amount: undefined }),
    ),
    ...['1', '2147483648', '4294967296', '9999999999', '9007199254740993'].map((apiKey) =>
      given(`api_key ${apiKey}`, 200, () => callbackText({ api_key: apiKey })),
    ),
    given('spaces and line feeds', 200, () => callbackText().replaceAll(/([,:{])(?=")/g, '$1 \r\n\t')),
    given('text beyond ASCII', 200, () => callbackText({ message: '"Año ñandú 支付 👍"', reference: '"pedido-ñ-👍"' })),
    given('escaped text', 200, () =>
      callbackText({ message: '"A\\u00f1o \\"x\\" \\\\ \\/ \\ud83d\\udc4d"', reference: '"a\\nb\\u2028\\u0000"' }),
    ),
    given('api_key elsewhere, in a text and deeper', 200, () =>
      callbackText({ message: '"{\\"api_key\\":7,"', extra: '[{"api_key":8},"api_key",{"x":["}"]}]' }),
    ),
    given('an escaped name', 200, () => callbackText().replace('"api_key"', '"api\\u005fkey"')),
    given('a name twice: the last counts', 200, () => callbackText().replace('{', '{"api_key":7,')),
    given(`${bodyBytesMax} bytes`, 200, () => padding(bodyBytesMax)),
    given(`${bodyBytesMax + 1} bytes`, 413, () => padding(bodyBytesMax + 1)),
    // More than the 8 MB at which PHP complains by itself, with a 200 in front when it displays its warnings.
    given('nine megabytes', 413, () => padding(9_000_000)),
    {
      claim: 'two signatures, the first by another secret',
      status: 200,
      send: () => signed(callbackText(), { secrets: [otherSecret, credentials.secret] }),
    },
    {
      claim: 'two signatures, the second by another secret',
      status: 200,
      send: () => signed(callbackText(), { secrets: [credentials.secret, otherSecret] }),
    },
  ]
}

function forged(): CallbackCase[] {
  const changed = (headers: Record<string, string>): Sent => {
    const sent = signed(callbackText())
    return { ...sent, headers: { ...sent.headers, ...headers } }
  }
  const bodyOf = (change: (text: string) => string): Sent => {
    const text = callbackText()
    return { ...signed(text), body: change(text) }
  }
  const withoutHeader = (name: string): Sent => {
    const { body, headers } = signed(callbackText())
    return { body, headers: Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name)) }
  }
  const byHeaders: readonly [string, () => Sent][] = [
    ['a changed amount', () => bodyOf((text) => text.replace('10.00', '90.00'))],
    ['a body that was written again', () => bodyOf((text) => JSON.stringify(JSON.parse(text)))],
    ['a body with a line feed behind it', () => bodyOf((text) => `${text}\n`)],
    ['a changed webhook-id', () => changed({ 'webhook-id': 'evt_other' })],
    ['a changed webhook-timestamp', () => changed({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 1) })],
    ['a signature of another version', () => changed({ 'webhook-signature': signature().replace('v1,', 'v2,') })],
    ['a signature without its end', () => changed({ 'webhook-signature': signature().slice(0, -2) })],
    ['a signature beyond ASCII', () => changed({ 'webhook-signature': 'v1,ñ' })],
    ['only a signature by another secret', () => signed(callbackText(), { secrets: [otherSecret] })],
    ...['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name): [string, () => Sent] => [
      `a callback without ${name}`,
      () => withoutHeader(name),
    ]),
  ]
  const byHash: readonly [string, () => string][] = [
    ['the hash of another api_key', () => callbackText({ security_hash: `"${hashOf('4095123457')}"` })],
    ['another api_key', () => callbackText({ api_key: '4095123457', security_hash: `"${hashOf('4095123456')}"` })],
    ['half a hash', () => callbackText({ security_hash: `"${hashOf('4095123456').slice(0, 32)}"` })],
    ['a hash beyond ASCII', () => callbackText({ security_hash: '"ñ"' })],
    ['a hash over a number with a leading sign', () => callbackText({ security_hash: `"${hashOf('+4095123456')}"` })],
  ]
  return [
    ...byHeaders.map(([claim, send]): CallbackCase => ({ claim, send, status: 401, withoutSecret: 200 })),
    ...byHash.map(([claim, text]) => given(claim, 401, text)),
  ]
}

function signature(): string {
  return signed(callbackText()).headers['webhook-signature'] ?? ''
}

function outOfTime(): CallbackCase[] {
  const at = (claim: string, ageSeconds: number): CallbackCase => ({
    claim,
    status: Math.abs(ageSeconds) > 300 ? 401 : 200,
    withoutSecret: 200,
    send: () => signed(callbackText(), { ageSeconds }),
  })
  return [
    at('a callback four minutes old', 240),
    at('an old timestamp', 330),
    at('a timestamp of four minutes ahead', -240),
    at('a timestamp far ahead', -330),
    {
      claim: 'a timestamp that is no number',
      status: 401,
      withoutSecret: 200,
      send: () => ({ body: callbackText(), headers: { ...signed('').headers, 'webhook-timestamp': 'now' } }),
    },
  ]
}

function notJson(): CallbackCase[] {
  const texts: readonly [string, () => string | Buffer][] = [
    ['half a body', () => callbackText().slice(0, -1)],
    ['two bodies', () => `${callbackText()}${callbackText()}`],
    ['a comma too many', () => callbackText().replace(/\}$/, ',}')],
    ['NaN as a number', () => callbackText({ amount: 'NaN' })],
    ['a leading zero', () => callbackText({ api_key: '04095123456' })],
    ['a plus sign', () => callbackText({ api_key: '+4095123456' })],
    ['a form', () => 'transaction_id=1&api_key=2'],
    ['an empty body', () => ''],
    ['a list', () => `[${callbackText()}]`],
    ['a text', () => '"COMPLETED"'],
    ['null', () => 'null'],
    ['a byte order mark', () => `\ufeff${callbackText()}`],
    ['UTF-16', () => Buffer.from(callbackText(), 'utf16le')],
    ['bytes that are no UTF-8', () => Buffer.from(callbackText({ message: '"ñ"' }), 'latin1')],
    ['ten thousand brackets', () => '['.repeat(10_000)],
  ]
  return texts.map(([claim, text]) => given(claim, 400, text))
}

function otherRequests(): CallbackCase[] {
  return [
    ...['GET', 'DELETE', 'OPTIONS'].map(
      (method): CallbackCase => ({ claim: method, status: 405, send: () => ({ method }) }),
    ),
    { claim: 'PUT of a good callback', status: 405, send: () => ({ method: 'PUT', ...signed(callbackText()) }) },
  ]
}

/** A case that is signed as it should be. */
function given(claim: string, status: number, text: () => string | Buffer): CallbackCase {
  return { claim, status, send: () => signed(text()) }
}
