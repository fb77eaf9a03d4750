import type { Book, Charge, Json, Pix, Refund } from './book.ts'
import { chargeKey, notPayable, showPix, showRefund } from './charges.ts'
import type { Client } from './config.ts'
import { pushRows } from './pushes.ts'
import { Refusal } from './refusal.ts'
import { newPixId, readCents, toIso, writeCents } from './values.ts'

const refundWindowMs = 90 * 86_400_000
const perPageMax = 1000

/** A payment as the control API orders it: to a charge, or to a key alone. */
export interface PaymentOrder {
  payee: string
  charge?: Charge
  chave: string
  cents: number
  payer: Pix['payer']
  infoPagador?: string
  /** Reasons against the payment that are passed over: `expired`, `paid`, `removed`, `amount`. */
  evenIf: readonly string[]
}

/** Books a payment. Returns why the payer's bank was refused instead. */
export function pay(book: Book, order: PaymentOrder): Pix | { refused: string } {
  const { charge, payee, chave, cents, payer, infoPagador, evenIf } = order
  const nowMs = book.now()
  const reasons = charge ? [notPayable(charge, nowMs), wrongAmount(charge, cents)] : []
  const refused = reasons.find((reason) => reason !== undefined && !evenIf.includes(reason))
  if (refused !== undefined) return { refused }
  const pix: Pix = {
    endToEndId: newPixId('E', nowMs),
    payee,
    chave,
    ...(charge && { txid: charge.txid }),
    cents,
    atMs: nowMs,
    payer,
    ...(infoPagador !== undefined && { infoPagador }),
    refunds: [],
  }
  if (charge) {
    charge.endToEndIds.push(pix.endToEndId)
    if (charge.status === 'ATIVA') charge.status = 'CONCLUIDA'
    book.save(['charge', chargeKey(payee, charge.txid), charge], ['pix', pix.endToEndId, pix], ...pushRows(book, pix))
  } else book.save(['pix', pix.endToEndId, pix])
  return pix
}

/** The payer of a charge to be paid at once pays what it says, unless it lets him choose. */
function wrongAmount({ kind, revisions }: Charge, cents: number): 'amount' | undefined {
  const { original, modalidadeAlteracao } = (revisions.at(-1)?.['valor'] ?? {}) as Json
  return kind === 'cobv' || modalidadeAlteracao === 1 || readCents(original) === cents ? undefined : 'amount'
}

export function findPix(book: Book, { document }: Client, endToEndId: string): Pix {
  const pix = book.pix.get(endToEndId)
  if (pix?.payee === document) return pix
  throw new Refusal(404, 'PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.')
}

/** `PUT /pix/{e2eid}/devolucao/{id}`: an id is used once, and all refunds together never exceed the Pix. */
export function askRefund(book: Book, client: Client, given: { endToEndId: string; id: string; body: Json }): Json {
  const { endToEndId, id, body } = given
  const pix = findPix(book, client, endToEndId)
  const { valor, natureza = 'ORIGINAL', descricao } = body
  const cents = readCents(valor)
  const refuse = (propriedade: string, razao: string) =>
    new Refusal(400, 'PixDevolucaoInvalida', razao, [{ razao, propriedade: `devolucao.${propriedade}` }])
  if (!/^[a-zA-Z0-9]{1,35}$/.test(id)) throw refuse('id', 'O campo não respeita o schema.')
  if (cents === undefined || cents === 0) throw refuse('valor', 'O campo não respeita o schema.')
  if (natureza !== 'ORIGINAL') throw refuse('natureza', 'O pix não tem valor de retirada.')
  if (pix.refunds.some((refund) => refund.id === id)) throw refuse('id', 'O id já foi utilizado neste e2eid.')
  if (cents > leftToRefund(pix)) throw refuse('valor', 'As devoluções excederiam o valor do pix originário.')
  const nowMs = book.now()
  if (nowMs > pix.atMs + refundWindowMs) throw refuse('horario', 'O prazo de 90 dias passou.')
  const { after_ms, hold } = book.told().refunds
  const refund: Refund = {
    id,
    rtrId: newPixId('D', nowMs),
    cents,
    natureza,
    ...(typeof descricao === 'string' && { descricao }),
    status: 'EM_PROCESSAMENTO',
    requestedMs: nowMs,
    ...(!hold && { dueMs: nowMs + after_ms }),
  }
  pix.refunds.push(refund)
  book.save(['pix', endToEndId, pix])
  return showRefund(refund)
}

export function getRefund(book: Book, client: Client, { endToEndId, id }: { endToEndId: string; id: string }): Json {
  const refund = book.pix.get(endToEndId)?.refunds.find((each) => each.id === id)
  if (refund && findPix(book, client, endToEndId)) return showRefund(refund)
  throw new Refusal(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada.')
}

export function leftToRefund({ cents, refunds }: Pix): number {
  return refunds.reduce((left, refund) => left - (refund.status === 'NAO_REALIZADO' ? 0 : refund.cents), cents)
}

/** Ends a refund that is under way, and tells the webhook. */
export function settleRefund(
  book: Book,
  pix: Pix,
  refund: Refund,
  end: { status: Refund['status']; motivo?: string },
): void {
  refund.status = end.status
  refund.settledMs = book.now()
  delete refund.dueMs
  if (end.status === 'NAO_REALIZADO') refund.motivo = end.motivo ?? 'Saldo insuficiente'
  book.save(['pix', pix.endToEndId, pix], ...pushRows(book, pix))
}

/** Money that the payer's bank takes back without being asked (MED). */
export function takeBack(book: Book, pix: Pix, { cents, natureza }: { cents: number; natureza: string }): Refund {
  const nowMs = book.now()
  const refund: Refund = {
    id: `MED${pix.refunds.length + 1}`,
    rtrId: newPixId('D', nowMs),
    cents,
    natureza,
    status: 'EM_PROCESSAMENTO',
    requestedMs: nowMs,
  }
  pix.refunds.push(refund)
  settleRefund(book, pix, refund, { status: 'DEVOLVIDO' })
  return refund
}

/** Refunds whose time has come end as the control API told. */
export function settleDueRefunds(book: Book): void {
  const { outcome, motivo } = book.told().refunds
  for (const key of [...book.openRefunds]) {
    const pix = book.pix.get(key)
    for (const refund of pix?.refunds ?? []) {
      if (!pix || refund.status !== 'EM_PROCESSAMENTO' || !(Number(refund.dueMs) <= book.now())) continue
      settleRefund(book, pix, refund, { status: outcome, ...(motivo !== undefined && { motivo }) })
    }
  }
}

/** Rewrites what the book says of a Pix: another amount, or nothing at all. Nobody is told. */
export function falsify(book: Book, pix: Pix, cents: number | undefined): void {
  if (cents !== undefined) {
    book.save(['pix', pix.endToEndId, { ...pix, cents }])
    return
  }
  const charge = pix.txid === undefined ? undefined : book.charge.get(chargeKey(pix.payee, pix.txid))
  const left = charge && { ...charge, endToEndIds: charge.endToEndIds.filter((id) => id !== pix.endToEndId) }
  book.save(...(left ? [['charge', chargeKey(left.payee, left.txid), left] as ['charge', string, Charge]] : []), [
    'pix',
    pix.endToEndId,
    null,
  ])
}

/** `GET /pix`: what came in from `inicio` to `fim`, page by page. */
export function listPix(book: Book, { document }: Client, query: URLSearchParams): Json {
  const [from, to] = [Date.parse(query.get('inicio') ?? ''), Date.parse(query.get('fim') ?? '')]
  const [cpf, cnpj, txid] = [query.get('cpf'), query.get('cnpj'), query.get('txid')]
  const [page, perPage] = [
    Number(query.get('paginacao.paginaAtual') ?? 0),
    Number(query.get('paginacao.itensPorPagina') ?? 100),
  ]
  const isPage =
    Number.isInteger(page) && page >= 0 && Number.isInteger(perPage) && perPage > 0 && perPage <= perPageMax
  if (!(from <= to) || (cpf !== null && cnpj !== null) || !isPage) {
    throw new Refusal(400, 'PixConsultaInvalida', 'Os parâmetros da consulta não fazem sentido.')
  }
  const isWanted = (name: string, is: boolean) => query.get(name) === null || query.get(name) === String(is)
  const found = [...book.pix.values()].filter(
    (pix) =>
      pix.payee === document &&
      pix.atMs >= from &&
      pix.atMs <= to &&
      (txid === null || pix.txid === txid) &&
      (cpf === null || pix.payer.cpf === cpf) &&
      (cnpj === null || pix.payer.cnpj === cnpj) &&
      isWanted('txIdPresente', pix.txid !== undefined) &&
      isWanted('devolucaoPresente', pix.refunds.length > 0),
  )
  const paginacao = {
    paginaAtual: page,
    itensPorPagina: perPage,
    quantidadeDePaginas: Math.max(1, Math.ceil(found.length / perPage)),
    quantidadeTotalDeItens: found.length,
  }
  return {
    parametros: { inicio: toIso(from), fim: toIso(to), paginacao },
    pix: found.slice(page * perPage, (page + 1) * perPage).map(showPix),
  }
}

/** What the book says of a charge: money in and out, and how often it moved. */
export function recordOf(book: Book, charge: Charge): Json {
  const pix = charge.endToEndIds.map((id) => book.pix.get(id)).filter((each) => each !== undefined)
  const returned = pix.flatMap(({ refunds }) => refunds).filter(({ status }) => status === 'DEVOLVIDO')
  const sum = (moves: readonly { cents: number }[]) => writeCents(moves.reduce((total, { cents }) => total + cents, 0))
  return {
    txid: charge.txid,
    payee: charge.payee,
    kind: charge.kind,
    status: charge.status,
    not_payable: notPayable(charge, book.now()) ?? null,
    revisao: charge.revisions.length - 1,
    original: (charge.revisions.at(-1)?.['valor'] as Json | undefined)?.['original'],
    received: sum(pix),
    payments: pix.length,
    returned: sum(returned),
    returns: returned.length,
    pix: pix.map((each) => ({ ...showPix(each), payer: each.payer })),
  }
}
