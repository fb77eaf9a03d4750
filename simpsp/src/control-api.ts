import { createHash, timingSafeEqual } from 'node:crypto'
import type { Book, Json, Pix } from './book.ts'
import { showPix, showRefund } from './charges.ts'
import type { Config } from './config.ts'
import { type Fault, type Faults, faultKinds } from './faults.ts'
import type { Call, Reply } from './listen.ts'
import {
  falsify,
  leftToRefund,
  type PaymentOrder,
  pay,
  recordOf,
  settleDueRefunds,
  settleRefund,
  takeBack,
} from './money.ts'
import { post, releasePushes } from './pushes.ts'
import { readCents } from './values.ts'

export interface Controlled {
  book: Book
  config: Config
  faults: Faults
  reloadTls: () => void
}

/** What the caller of the control API did wrong. */
class Mistake extends Error {}

type Handler = (given: Controlled, body: Json, call: Call) => Json | Promise<Json>

const routes: Record<string, Handler> = {
  'POST /control/pay': orderPayment,
  'POST /control/remove': removeCharge,
  'POST /control/take-back': orderTakeBack,
  'POST /control/falsify': falsifyPix,
  'POST /control/settle': settle,
  'PUT /control/refunds': ({ book }, body) => tell(book, 'refunds', body),
  'PUT /control/pushes': ({ book }, body) => tell(book, 'pushes', body),
  'GET /control/pushes': ({ book }) => ({ pushes: [...book.push].map(([key, push]) => ({ key, ...push })) }),
  'POST /control/pushes/release': ({ book }, body) => ({
    calls: releasePushes(book, { group: false, reverse: false, copies: 1, lose: 0, ...body }),
  }),
  'POST /control/pushes/forge': forge,
  'POST /control/faults': addFault,
  'GET /control/faults': ({ faults }) => ({ faults: faults.left() }),
  'DELETE /control/faults': ({ faults }) => {
    faults.clear()
    return {}
  },
  'GET /control/records': records,
  'GET /control/health': ({ book }) => ({ pushes_waiting: book.waitingPushes.size, changes: book.changes }),
  'POST /control/clock': ({ book }, body) => {
    const settings = book.told()
    const clockOffsetMs = settings.clockOffsetMs + Number(body['advance_ms'])
    if (!Number.isFinite(clockOffsetMs)) throw new Mistake('advance_ms must be a number')
    book.save(['settings', 'all', { ...settings, clockOffsetMs }])
    settleDueRefunds(book)
    return { now: new Date(book.now()).toISOString() }
  },
  'POST /control/tokens/expire': ({ book }) => {
    book.save(...[...book.token.keys()].map((key): ['token', string, null] => ['token', key, null]))
    return {}
  },
  'POST /control/tls/reload': ({ reloadTls }) => {
    reloadTls()
    return {}
  },
}

/** Answers a call of the control API: 401 without its token, 400 with `{ error }` for a mistake, 409 for a payment refused. */
export async function answerControlCall(given: Controlled, call: Call): Promise<Reply> {
  if (!isToken(call, given.config.controlToken)) return reply(401, { error: 'unauthorized' })
  const handler = routes[`${call.method} ${call.path}`]
  if (!handler) return reply(404, { error: 'not_found' })
  try {
    const body = await handler(given, call.text === '' ? {} : (JSON.parse(call.text) as Json), call)
    return reply('refused' in body ? 409 : 200, body)
  } catch (fault) {
    if (fault instanceof Mistake || fault instanceof SyntaxError) return reply(400, { error: fault.message })
    throw fault
  }
}

function reply(status: number, body: Json): Reply {
  return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) }
}

function isToken({ headers }: Call, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`))
}

/** `{ txid | chave, payee?, amount, payer: { cpf | cnpj, nome }, info?, even_if?: ['expired', 'paid', 'removed', 'amount'] }`. */
function orderPayment({ book, config }: Controlled, body: Json): Json {
  const { txid, payee, chave, amount, payer, info, even_if = [] } = body
  const charge = txid === undefined ? undefined : chargeOf(book, { txid, payee })
  const key = charge ? charge.revisions.at(-1)?.['chave'] : chave
  const owner = charge?.payee ?? config.clients.find(({ keys }) => keys.includes(String(key)))?.document
  if (owner === undefined) throw new Mistake('nobody has this chave')
  const asked = (charge?.revisions.at(-1)?.['valor'] as Json | undefined)?.['original']
  const cents = readCents(amount ?? asked)
  if (cents === undefined) throw new Mistake('amount must be a text such as 12.30')
  const order: PaymentOrder = {
    payee: owner,
    ...(charge && { charge }),
    chave: String(key),
    cents,
    payer: (payer ?? { cpf: '12345678909', nome: 'Pagador de Teste' }) as Pix['payer'],
    ...(typeof info === 'string' && { infoPagador: info }),
    evenIf: even_if as string[],
  }
  const paid = pay(book, order)
  return 'refused' in paid ? paid : showPix(paid)
}

function chargeOf(book: Book, { txid, payee }: Json) {
  const found = [...book.charge.values()].filter((each) => each.txid === txid && (!payee || each.payee === payee))
  if (found.length === 1 && found[0]) return found[0]
  throw new Mistake(found.length === 0 ? 'there is no such charge' : 'several payees have this txid: say payee')
}

function pixOf(book: Book, endToEndId: unknown): Pix {
  const pix = book.pix.get(String(endToEndId))
  if (!pix) throw new Mistake('there is no such Pix')
  return pix
}

/** `{ txid, payee? }`: the provider removes the charge. */
function removeCharge({ book }: Controlled, body: Json): Json {
  const charge = chargeOf(book, body)
  charge.status = 'REMOVIDA_PELO_PSP'
  book.save(['charge', `${charge.payee}/${charge.txid}`, charge])
  return recordOf(book, charge)
}

/** `{ end_to_end_id, amount?, natureza?: 'MED_FRAUDE' | 'MED_OPERACIONAL' }`. */
function orderTakeBack({ book }: Controlled, { end_to_end_id, amount, natureza = 'MED_FRAUDE' }: Json): Json {
  const pix = pixOf(book, end_to_end_id)
  const cents = amount === undefined ? leftToRefund(pix) : readCents(amount)
  if (cents === undefined || cents === 0 || cents > leftToRefund(pix)) throw new Mistake('so much is not left')
  return showRefund(takeBack(book, pix, { cents, natureza: String(natureza) }))
}

/** `{ end_to_end_id, amount? }`: its book then says another amount, or nothing of the Pix. */
function falsifyPix({ book }: Controlled, { end_to_end_id, amount }: Json): Json {
  const pix = pixOf(book, end_to_end_id)
  const cents = amount === undefined ? undefined : readCents(amount)
  if (amount !== undefined && cents === undefined) throw new Mistake('amount must be a text such as 12.30')
  falsify(book, pix, cents)
  return showPix({ ...pix, ...(cents !== undefined && { cents }) })
}

/** `{ end_to_end_id, id, status: 'DEVOLVIDO' | 'NAO_REALIZADO', motivo? }`: ends a refund that is under way. */
function settle({ book }: Controlled, { end_to_end_id, id, status, motivo }: Json): Json {
  const pix = pixOf(book, end_to_end_id)
  const refund = pix.refunds.find((each) => each.id === id && each.status === 'EM_PROCESSAMENTO')
  if (!refund || (status !== 'DEVOLVIDO' && status !== 'NAO_REALIZADO'))
    throw new Mistake('no such refund is under way')
  settleRefund(book, pix, refund, { status, ...(typeof motivo === 'string' && { motivo }) })
  return showRefund(refund)
}

function tell(book: Book, what: 'refunds' | 'pushes', body: Json): Json {
  const settings = book.told()
  const unknown = Object.keys(body).filter((key) => key !== 'motivo' && !(key in settings[what]))
  if (unknown.length > 0) throw new Mistake(`unknown: ${unknown.join(', ')}`)
  book.save(['settings', 'all', { ...settings, [what]: { ...settings[what], ...body } }])
  return { ...book.told()[what] }
}

/** `{ chave, pix: […] }` goes to the webhook of the key as it stands, true or not. */
async function forge({ book, config }: Controlled, { chave, pix }: Json): Promise<Json> {
  const webhook = book.webhook.get(String(chave))
  if (!webhook) throw new Mistake('this chave has no webhook')
  return { delivered: await post(`${webhook.webhookUrl}/pix`, { pix }, config.pushTls) }
}

function addFault({ faults }: Controlled, body: Json): Json {
  const fault = { count: 1, delay_ms: 0, status: 503, booked: false, ...body } as Fault
  if (!faultKinds.includes(fault.kind)) throw new Mistake(`kind must be one of ${faultKinds.join(', ')}`)
  faults.add(fault)
  return { ...fault }
}

/** All charges, or one by `?txid=`, and money that came to keys alone. */
function records({ book }: Controlled, _body: Json, { query }: Call): Json {
  const txid = query.get('txid')
  const charges = [...book.charge.values()].filter((charge) => txid === null || charge.txid === txid)
  const alone = txid === null ? [...book.pix.values()].filter((pix) => pix.txid === undefined) : []
  return { charges: charges.map((charge) => recordOf(book, charge)), without_txid: alone.map(showPix) }
}
