import type { Order } from '../../core/connectors/connector.ts'
import { formatAmount } from '../../core/values/money.ts'

/** The longest name of a debtor (Pix API, `nome`). */
const nameLengthMax = 200

/** The longest time of an immediate charge, in seconds: a year. */
const expirySecondsMax = 366 * 86_400

/** A charge of the Pix API: immediate (`cob`), or due on a day (`cobv`). */
export interface ChargeRequest {
  resource: 'cob' | 'cobv'
  body: Readonly<Record<string, unknown>>
}

/** The charge of an order, for the payee's Pix key. An order that ends with a day and names its payer becomes a due charge. */
export function chargeOf(order: Order, key: string): ChargeRequest {
  const debtor = debtorOf(order)
  const common = {
    ...(debtor && { devedor: debtor }),
    valor: { original: formatAmount(order.amountMinor, 'BRL') },
    chave: key,
  }
  const day = dayOf(order)
  if (debtor && day !== undefined) {
    const calendario = { dataDeVencimento: day, validadeAposVencimento: 0 }
    return { resource: 'cobv', body: { calendario, ...common } }
  }
  return { resource: 'cob', body: { calendario: { expiracao: secondsOf(order) }, ...common } }
}

/** A refund's body. */
export function refundBody(amountMinor: bigint): { valor: string } {
  return { valor: formatAmount(amountMinor, 'BRL') }
}

/** Alone in a PATCH: with anything else it is a violation. */
export const removal = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } as const

/** A time of a query, to the second: not every PSP takes parts of one. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
}

/** The payer, where the merchant named it with its document: the API takes no document without a name. */
function debtorOf({ details }: Order): Readonly<Record<string, string>> | undefined {
  const { payer_doc_id: document = '', payer_name: name = '' } = details
  if (name.trim() === '') return undefined
  const nome = name.trim().slice(0, nameLengthMax)
  if (/^\d{11}$/.test(document)) return { cpf: document, nome }
  return /^[0-9A-Z]{14}$/.test(document) ? { cnpj: document, nome } : undefined
}

/** The day with which an order ends, `YYYY-MM-DD`; undefined where it ends within one. */
function dayOf({ expiresAt }: Order): string | undefined {
  const text = expiresAt?.toISOString()
  return text?.endsWith('T23:59:59.999Z') ? text.slice(0, 10) : undefined
}

/** From the order's creation, which its id holds: the same at every sending. The gateway ends the charge in time. */
function secondsOf({ transactionId, expiresAt }: Order): number {
  const createdMs = Number.parseInt(transactionId.replaceAll('-', '').slice(0, 12), 16)
  const seconds = expiresAt ? Math.ceil((expiresAt.getTime() - createdMs) / 1_000) : expirySecondsMax
  return Math.min(Math.max(seconds, 1), expirySecondsMax)
}
