import type { CallContext, ProviderRecord, ProviderRecords, RecordPage } from '../../core/connectors/connector.ts'
import type { NotFound, Outcome } from '../../core/values/outcome.ts'
import { type Charge, type Pix, readPixPage, reversalsOf } from './answers.ts'
import { instantText } from './bodies.ts'
import { type PixCalls, within } from './calls.ts'
import { valuesOf } from './credentials.ts'

const secondMs = 1_000
const dayMs = 86_400_000

/** A payment can be returned for 90 days. The rest is time for the return to settle. */
const reachMs = 92 * dayMs
/** The standard's usual size: a larger page could exceed what an answer may have. */
const pageItems = 100
/** Pages of one window of received payments. One with more is read in parts, and a list that grows beyond twice as many is not believed. */
const pagesMax = 5
const windowMaxMs = dayMs
const narrowingsMax = 20
/** A PSP may list a payment late: the position stays this far behind. */
const movingMs = 10 * 60_000

/** Asks for the charge of a key. */
type FindCharge = (
  call: PixCalls,
  key: string,
  context: CallContext,
) => Promise<{ kind: 'charge'; charge: Charge } | Outcome | NotFound>

/** The payments that a PSP received (`GET /pix`), window by window of their receipt. */
export function pixRecords(call: PixCalls, findCharge: FindCharge): ProviderRecords {
  return {
    read: async (after, context) => await readWindow(call, { after, nowMs: context.now.getTime() }, context),
    end: async ({ now }) => await Promise.resolve(now.getTime() - movingMs),
    byReceipt: {
      reachMs,
      find: async (key, context) => {
        const found = await findCharge(within(call, context), key, context)
        if (found.kind === 'not_found') return found.kind
        if (found.kind !== 'charge') return undefined
        return { ...recordOf(key, found.charge.pix), orderedMinor: found.charge.valor.original }
      },
    },
  }
}

async function readWindow(
  call: PixCalls,
  { after, nowMs }: { after: number; nowMs: number },
  context: CallContext,
): Promise<RecordPage | undefined> {
  const from = Math.floor(after / secondMs) * secondMs
  let to = Math.ceil(Math.min(from + windowMaxMs, Math.max(nowMs, from)) / secondMs) * secondMs
  let calls = 0
  for (let narrowed = 0; narrowed <= narrowingsMax; narrowed++) {
    const listed = await readPages(call, { from, to }, context)
    calls += listed.calls
    if (listed.kind === 'unread') return undefined
    if (listed.kind === 'all') {
      const nextAfter = Math.max(after, Math.min(to, nowMs - movingMs))
      return { records: recordsOf(listed.payments, context), nextAfter, calls }
    }
    const span = Math.floor((to - from) / Math.max(2, listed.pages / pagesMax) / secondMs) * secondMs
    if (span < secondMs) return undefined
    to = from + span
  }
  return undefined
}

type Listed = { calls: number } & (
  | { kind: 'all'; payments: readonly Pix[] }
  | { kind: 'too_many'; pages: number }
  | { kind: 'unread' }
)

/** Every page of a window. A page that comes twice leaves payments out, and is noticed by their number. */
async function readPages(
  call: PixCalls,
  { from, to }: { from: number; to: number },
  context: CallContext,
): Promise<Listed> {
  const found = new Map<string, Pix>()
  let total = 0
  for (let page = 0; page < 2 * pagesMax; page++) {
    const query = {
      inicio: instantText(from),
      fim: instantText(to),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(pageItems),
    }
    const answer = await call(context, { method: 'GET', path: '/pix', query })
    const told = answer.kind === 'answer' ? readPixPage(answer, page) : undefined
    const calls = page + 1
    if (!told) return { kind: 'unread', calls }
    const { quantidadeDePaginas: pages, quantidadeTotalDeItens: items } = told.parametros.paginacao
    if (page === 0 && pages > pagesMax) return { kind: 'too_many', pages, calls }
    if (page === 0) total = items
    for (const pix of told.pix) found.set(pix.endToEndId, pix)
    if (calls >= pages)
      return found.size < total ? { kind: 'unread', calls } : { kind: 'all', payments: [...found.values()], calls }
  }
  return { kind: 'unread', calls: 2 * pagesMax }
}

/** By charge, or by payment where it has none. Another key of the same customer is another account's money. */
function recordsOf(payments: readonly Pix[], { account }: CallContext): ProviderRecord[] {
  const { pix_key: own } = valuesOf(account)
  const byKey = new Map<string, Pix[]>()
  for (const pix of payments) {
    if (pix.chave !== undefined && pix.chave !== own) continue
    const key = pix.txid ?? pix.endToEndId
    byKey.set(key, [...(byKey.get(key) ?? []), pix])
  }
  return [...byKey].map(([key, each]) => recordOf(key, each))
}

function recordOf(key: string, payments: readonly Pix[]): ProviderRecord {
  return {
    ...{ key, direction: 'in', currency: 'BRL', orderedMinor: undefined },
    executions: payments.length,
    executedMinor: payments.reduce((sum, { valor }) => sum + valor, 0n),
    reversedMinor: 0n,
    reversals: reversalsOf(payments),
    payments: payments.map(({ endToEndId: providerId, valor: amountMinor }) => ({ providerId, amountMinor })),
    movedAt: movedAt(payments),
  }
}

function movedAt(payments: readonly Pix[]): Date | undefined {
  const times = payments
    .flatMap(({ horario, devolucoes }) => [
      horario,
      ...devolucoes.map((each) => each.horario?.liquidacao ?? each.horario?.solicitacao ?? ''),
    ])
    .map((text) => Date.parse(text))
    .filter((ms) => !Number.isNaN(ms))
  return times.length === 0 ? undefined : new Date(Math.max(...times))
}
