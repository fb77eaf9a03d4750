import { randomBytes } from 'node:crypto'
import type { Book, Charge, Json, Pix } from './book.ts'
import { chargeViolations } from './charge-violations.ts'
import type { Client } from './config.ts'
import { Refusal } from './refusal.ts'
import { dayInBrasilia, pixCode, toIso, writeCents } from './values.ts'

type Kind = Charge['kind']

const dayMs = 86_400_000
const expiryDefaultS = 86_400
const afterDueDefaultDays = 30
const names = { cob: 'Cob', cobv: 'CobV' } as const

export const chargeKey = (payee: string, txid: string) => `${payee}/${txid}`

/** `PUT /cob/{txid}` and `/cobv/{txid}`: creates the charge, or revises it while it is ATIVA. */
export function putCharge(book: Book, client: Client, given: { kind: Kind; txid: string; body: Json }): Json {
  const { kind, txid, body } = given
  const there = book.charge.get(chargeKey(client.document, txid))
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid)) throw invalid(kind, 'txid', 'O campo não respeita o schema.')
  if (there && there.kind !== kind) throw invalid(kind, 'txid', 'O txid encontra-se em uso.')
  if (there && there.status !== 'ATIVA') throw invalid(kind, 'status', `A cobrança está ${there.status}.`)
  holdBody(book, client, { kind, body })
  const charge = there ?? newCharge(book, client, { kind, txid })
  charge.revisions.push(body)
  book.save(['charge', chargeKey(client.document, txid), charge])
  return showCharge(client, charge)
}

/** `PATCH`: changes some fields of a charge that is ATIVA, or removes it. */
export function patchCharge(book: Book, client: Client, given: { kind: Kind; txid: string; body: Json }): Json {
  const { kind, txid, body } = given
  const charge = findCharge(book, client, { kind, txid })
  const { status, ...changes } = body
  if (charge.status !== 'ATIVA') throw invalid(kind, 'status', `A cobrança está ${charge.status}.`)
  if (status !== undefined && status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR') {
    throw invalid(kind, 'status', 'O campo não respeita o schema.')
  }
  if (status !== undefined && Object.keys(changes).length > 0) {
    throw invalid(kind, 'status', 'A remoção não pode vir com outras alterações.')
  }
  const revised = { ...charge.revisions.at(-1), ...changes }
  if (status === undefined) holdBody(book, client, { kind, body: revised })
  else charge.status = status
  charge.revisions.push(revised)
  book.save(['charge', chargeKey(client.document, txid), charge])
  return showCharge(client, charge)
}

/** `GET`, of the last revision or of an older one, with the Pix that paid it. */
export function getCharge(book: Book, client: Client, given: { kind: Kind; txid: string; revisao?: string }): Json {
  const charge = findCharge(book, client, given)
  const index = given.revisao === undefined ? charge.revisions.length - 1 : Number(given.revisao)
  if (charge.revisions[index] === undefined) {
    throw new Refusal(400, `${names[given.kind]}ConsultaInvalida`, 'A revisão não existe.')
  }
  const pix = charge.endToEndIds.map((id) => book.pix.get(id)).filter((each) => each !== undefined)
  return { ...showCharge(client, charge, index), ...(pix.length > 0 && { pix: pix.map(showPix) }) }
}

/** Why a payer's bank may not pay it at this moment; undefined when it may. */
export function notPayable(charge: Charge, nowMs: number): 'expired' | 'paid' | 'removed' | undefined {
  if (charge.status === 'CONCLUIDA') return 'paid'
  if (charge.status !== 'ATIVA') return 'removed'
  const calendario = (charge.revisions.at(-1)?.['calendario'] ?? {}) as Json
  if (charge.kind === 'cob') {
    return nowMs >= charge.createdMs + Number(calendario['expiracao'] ?? expiryDefaultS) * 1000 ? 'expired' : undefined
  }
  const days = Number(calendario['validadeAposVencimento'] ?? afterDueDefaultDays)
  const last = toIso(Date.parse(String(calendario['dataDeVencimento'])) + days * dayMs).slice(0, 10)
  return dayInBrasilia(nowMs) > last ? 'expired' : undefined
}

/** A Pix as answers and pushes have it. */
export function showPix(pix: Pix): Json {
  const { endToEndId, txid, cents, chave, atMs, infoPagador, refunds } = pix
  return {
    endToEndId,
    ...(txid !== undefined && { txid }),
    valor: writeCents(cents),
    chave,
    horario: toIso(atMs),
    ...(infoPagador !== undefined && { infoPagador }),
    ...(refunds.length > 0 && { devolucoes: refunds.map(showRefund) }),
  }
}

export function showRefund({
  id,
  rtrId,
  cents,
  natureza,
  descricao,
  status,
  motivo,
  ...times
}: Pix['refunds'][0]): Json {
  const { requestedMs, settledMs } = times
  return {
    id,
    rtrId,
    valor: writeCents(cents),
    natureza,
    ...(descricao !== undefined && { descricao }),
    horario: { solicitacao: toIso(requestedMs), ...(settledMs !== undefined && { liquidacao: toIso(settledMs) }) },
    status,
    ...(motivo !== undefined && { motivo }),
  }
}

function findCharge(book: Book, client: Client, { kind, txid }: { kind: Kind; txid: string }): Charge {
  const charge = book.charge.get(chargeKey(client.document, txid))
  if (charge?.kind === kind) return charge
  throw new Refusal(404, kind === 'cob' ? 'CobNaoEncontrado' : 'CobVNaoEncontrada', 'Cobrança não encontrada.')
}

function holdBody(book: Book, client: Client, { kind, body }: { kind: Kind; body: Json }): void {
  const violations = chargeViolations(body, { kind, keys: client.keys, nowMs: book.now() })
  if (violations.length === 0) return
  throw new Refusal(400, `${names[kind]}OperacaoInvalida`, 'A requisição não respeita o schema.', violations)
}

function invalid(kind: Kind, propriedade: string, razao: string): Refusal {
  return new Refusal(400, `${names[kind]}OperacaoInvalida`, razao, [{ razao, propriedade: `${kind}.${propriedade}` }])
}

function newCharge(book: Book, client: Client, { kind, txid }: { kind: Kind; txid: string }): Charge {
  const path = kind === 'cob' ? 'qr/v2' : 'qr/v2/cobv'
  return {
    kind,
    txid,
    payee: client.document,
    status: 'ATIVA',
    revisions: [],
    createdMs: book.now(),
    loc: book.charge.size + 1,
    location: `pix.simpsp.example/${path}/${randomBytes(16).toString('hex')}`,
    endToEndIds: [],
  }
}

function showCharge(client: Client, charge: Charge, index = charge.revisions.length - 1): Json {
  const { kind, txid, status, loc, location } = charge
  const { calendario, ...body } = charge.revisions[index] as Json
  const criacao = toIso(charge.createdMs)
  const { document, name, city } = client
  const defaults = kind === 'cob' ? { expiracao: expiryDefaultS } : { validadeAposVencimento: afterDueDefaultDays }
  const recebedor = {
    cnpj: document,
    nome: name,
    logradouro: 'Rua do Recebedor, 1',
    cidade: city,
    uf: 'SP',
    cep: '01001000',
  }
  return {
    calendario: { criacao, ...defaults, ...(calendario as Json) },
    txid,
    revisao: index,
    ...body,
    ...(kind === 'cobv' && { recebedor }),
    loc: { id: loc, location, tipoCob: kind, criacao },
    location,
    status,
    pixCopiaECola: pixCode(location, client),
  }
}
