import { randomBytes } from 'node:crypto'
import type { Book, Json, Token } from './book.ts'
import { getCharge, patchCharge, putCharge, showPix } from './charges.ts'
import type { Client, Config } from './config.ts'
import type { Call, Reply } from './listen.ts'
import { askRefund, findPix, getRefund, listPix } from './money.ts'
import { problemBody, Refusal } from './refusal.ts'
import { toIso } from './values.ts'

const everyScope = ['cob', 'cobv', 'pix', 'webhook'].flatMap((name) => [`${name}.read`, `${name}.write`])

interface Context {
  book: Book
  client: Client
  call: Call
  /** Parts of the path that the pattern catches. */
  parts: string[]
}

type Handler = (context: Context) => { status: number; body?: Json }

/** Method, path below the base path, what of a token it needs, and what it does. */
const routes: [method: string, path: RegExp, resource: string, handler: Handler][] = [
  ['PUT', /^\/(cobv?)\/([^/]+)$/, '', (given) => ({ status: 201, body: putCharge(...chargeOf(given)) })],
  ['PATCH', /^\/(cobv?)\/([^/]+)$/, '', (given) => ({ status: 200, body: patchCharge(...chargeOf(given)) })],
  ['GET', /^\/(cobv?)\/([^/]+)$/, '', (given) => ({ status: 200, body: getCharge(...chargeOf(given)) })],
  ['GET', /^\/pix$/, 'pix', ({ book, client, call }) => ({ status: 200, body: listPix(book, client, call.query) })],
  [
    'GET',
    /^\/pix\/([^/]+)$/,
    'pix',
    ({ book, client, parts: [id = ''] }) => ({ status: 200, body: showPix(findPix(book, client, id)) }),
  ],
  [
    'PUT',
    /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/,
    'pix',
    ({ book, client, call, parts: [endToEndId = '', id = ''] }) => ({
      status: 201,
      body: askRefund(book, client, { endToEndId, id, body: bodyOf(call) }),
    }),
  ],
  [
    'GET',
    /^\/pix\/([^/]+)\/devolucao\/([^/]+)$/,
    'pix',
    ({ book, client, parts: [endToEndId = '', id = ''] }) => ({
      status: 200,
      body: getRefund(book, client, { endToEndId, id }),
    }),
  ],
  ['PUT', /^\/webhook\/([^/]+)$/, 'webhook', setWebhook],
  ['GET', /^\/webhook\/([^/]+)$/, 'webhook', showWebhook],
  ['DELETE', /^\/webhook\/([^/]+)$/, 'webhook', removeWebhook],
]

/** Answers a call of the Pix API, or of the token endpoint of the host. */
export function answerPixCall(book: Book, config: Config, call: Call): Reply {
  if (call.path === '/oauth/token') return giveToken(book, config, call)
  try {
    if (!call.path.startsWith(`${config.basePath}/`))
      throw new Refusal(404, 'NaoEncontrado', 'Entidade não encontrada.')
    const token = book.token.get(/^Bearer +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? '')
    const client = config.clients.find(({ client_id }) => client_id === token?.clientId)
    if (!token || !client || token.expiresMs <= book.now())
      return { status: 401, headers: { 'www-authenticate': 'Bearer' } }
    const path = call.path.slice(config.basePath.length)
    for (const [method, pattern, resource, handler] of routes) {
      const found = method === call.method ? pattern.exec(path) : null
      if (!found) continue
      const parts = found.slice(1).map(decodeURIComponent)
      holdScope(token, `${resource || parts[0]}.${method === 'GET' ? 'read' : 'write'}`)
      return json(handler({ book, client, call, parts }))
    }
    throw new Refusal(404, 'NaoEncontrado', 'Entidade não encontrada.')
  } catch (fault) {
    if (fault instanceof Refusal) return problem(fault)
    throw fault
  }
}

export function problem(refusal: Refusal): Reply {
  const headers = { 'content-type': 'application/problem+json' }
  return { status: refusal.status, headers, text: JSON.stringify(problemBody(refusal)) }
}

function json({ status, body }: { status: number; body?: Json }): Reply {
  if (body === undefined) return { status }
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
}

function holdScope({ scopes }: Token, wanted: string): void {
  if (!scopes.includes(wanted)) throw new Refusal(403, 'AcessoNegado', `O token não tem o escopo ${wanted}.`)
}

function bodyOf({ text }: Call): Json {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json
  } catch {
    // Refused below.
  }
  throw new Refusal(400, 'RequisicaoInvalida', 'O corpo não é um objeto JSON.')
}

function chargeOf({ book, client, call, parts: [kind, txid = ''] }: Context) {
  const revisao = call.query.get('revisao')
  const body = call.method === 'GET' ? {} : bodyOf(call)
  const given = { kind: kind as 'cob' | 'cobv', txid, body, ...(revisao !== null && { revisao }) }
  return [book, client, given] as const
}

function setWebhook({ book, client, call, parts: [chave = ''] }: Context): { status: number } {
  const { webhookUrl } = bodyOf(call)
  const refuse = (propriedade: string, razao: string) =>
    new Refusal(400, 'WebhookOperacaoInvalida', razao, [{ razao, propriedade }])
  if (!client.keys.includes(chave)) throw refuse('chave', 'A chave não pertence a este usuário recebedor.')
  if (typeof webhookUrl !== 'string' || !URL.canParse(webhookUrl) || !/^https?:/.test(webhookUrl)) {
    throw refuse('webhook.webhookUrl', 'O campo não respeita o schema.')
  }
  book.save(['webhook', chave, { chave, payee: client.document, webhookUrl, createdMs: book.now() }])
  return { status: 200 }
}

function webhookOf({ book, client, parts: [chave = ''] }: Context) {
  const webhook = book.webhook.get(chave)
  if (webhook?.payee === client.document) return webhook
  throw new Refusal(404, 'WebhookNaoEncontrado', 'O webhook não está estabelecido.')
}

function showWebhook(context: Context): { status: number; body: Json } {
  const { webhookUrl, chave, payee, createdMs } = webhookOf(context)
  return { status: 200, body: { webhookUrl, chave, cnpj: payee, criacao: toIso(createdMs) } }
}

function removeWebhook(context: Context): { status: number } {
  const { chave } = webhookOf(context)
  context.book.save(['webhook', chave, null])
  return { status: 204 }
}

/** OAuth 2, client credentials: the client by Basic, the grant as a form or as JSON. */
function giveToken(book: Book, config: Config, call: Call): Reply {
  const [user, secret] = Buffer.from(/^Basic +(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? '', 'base64')
    .toString('utf8')
    .split(':')
  const client = config.clients.find(({ client_id, client_secret }) => client_id === user && client_secret === secret)
  if (!client) return json({ status: 401, body: { error: 'invalid_client' } })
  const isJson = (call.headers['content-type'] ?? '').includes('json')
  const asked: Json = isJson ? bodyOf(call) : Object.fromEntries(new URLSearchParams(call.text))
  if (call.method !== 'POST' || asked['grant_type'] !== 'client_credentials') {
    return json({ status: 400, body: { error: 'unsupported_grant_type' } })
  }
  const own = client.scopes ?? everyScope
  const wanted = typeof asked['scope'] === 'string' ? asked['scope'].split(' ') : own
  const scopes = own.filter((scope) => wanted.includes(scope))
  const value = randomBytes(24).toString('hex')
  const expiresMs = book.now() + config.tokenSeconds * 1000
  book.save(['token', value, { clientId: client.client_id, scopes, expiresMs }])
  const body = { access_token: value, token_type: 'Bearer', expires_in: config.tokenSeconds, scope: scopes.join(' ') }
  return json({ status: 200, body })
}
