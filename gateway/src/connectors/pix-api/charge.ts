import { z } from 'zod'
import { writeDynamicBrCode } from '../../identifiers/br/br-code.ts'
import { checkCnpj, checkCpf } from '../../identifiers/br/documents.ts'
import { isRefused } from '../../identifiers/checked.ts'
import { instantOfUuid } from '../../platform/ids.ts'
import type { Instructions } from '../../values/instructions.ts'
import { formatAmount } from '../../values/money.ts'
import type { Outcome } from '../../values/outcome.ts'
import type { Order } from '../connector.ts'
import type { PixCredentials } from './credentials.ts'

/** The body of `PUT /cob/{txid}`: the same for the same order, whenever it is sent. */
export function chargeBody(order: Order, { pix_key: chave }: PixCredentials): object {
  const madeAt = instantOfUuid(order.transactionId).getTime()
  const seconds = order.expiresAt ? Math.floor((order.expiresAt.getTime() - madeAt) / 1_000) : 86_400
  const payer = payerOf(order)
  return {
    calendario: { expiracao: Math.max(1, seconds) },
    valor: { original: formatAmount(order.amountMinor, 'BRL') },
    chave,
    ...(payer ? { devedor: payer } : {}),
  }
}

/** The standard takes a payer's document with a name only. */
function payerOf({ details }: Order): object | undefined {
  const { payer_name: nome, payer_doc_id: document } = details
  if (nome === undefined || document === undefined) return undefined
  const cpf = checkCpf(document)
  if (!isRefused(cpf)) return { cpf: cpf.normalised, nome: nome.slice(0, 200) }
  const cnpj = checkCnpj(document)
  return isRefused(cnpj) ? undefined : { cnpj: cnpj.normalised, nome: nome.slice(0, 200) }
}

const amount = z.string().regex(/^\d{1,10}\.\d{2}$/)
const devolution = z.object({
  id: z.string().max(64),
  valor: amount,
  status: z.string().max(40),
  natureza: z.string().max(40).optional(),
})
const received = z.object({
  endToEndId: z.string().min(1).max(64),
  txid: z.string().max(64).optional(),
  valor: amount,
  devolucoes: z.array(devolution).max(1_000).optional(),
})

/** A charge as the provider answers it. Providers may add fields and words. */
export const charge = z.object({
  txid: z.string().max(64),
  status: z.string().max(60),
  valor: z.object({ original: amount }),
  chave: z.string().max(77).optional(),
  location: z.string().max(300).optional(),
  loc: z.object({ location: z.string().max(300).optional() }).optional(),
  pixCopiaECola: z.string().max(512).optional(),
  pix: z.array(received).max(1_000).optional(),
})

export type Charge = z.infer<typeof charge>

/** What the provider's record of a charge means. Undefined for a state that nobody knows. */
export function outcomeOfCharge(found: Charge, credentials: PixCredentials): Outcome | undefined {
  const paid = (found.pix ?? []).filter(({ txid }) => txid === undefined || txid === found.txid)
  if (paid.length > 0) return movedMoney(paid)
  switch (found.status) {
    case 'ATIVA': {
      const instructions = instructionsOf(found, credentials)
      return { kind: 'pending', providerReference: found.txid, ...(instructions ? { instructions } : {}) }
    }
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
      return { kind: 'rejected', reason: 'cancelled', detail: { code: found.status } }
    case 'REMOVIDA_PELO_PSP':
      return { kind: 'rejected', reason: 'other', detail: { code: found.status } }
    default:
      // A charge that is paid names the payments that paid it. Without them nothing says how much came.
      return undefined
  }
}

function movedMoney(paid: readonly z.infer<typeof received>[]): Outcome {
  const creditedMinor = sum(paid.map(({ valor }) => valor))
  const returned = paid.flatMap(({ devolucoes = [] }) => devolucoes.filter(({ status }) => status === 'DEVOLVIDO'))
  const last = paid.at(-1)?.endToEndId ?? ''
  const money = { creditedMinor, currency: 'BRL', providerReference: last }
  if (returned.length === 0) return { kind: 'completed', ...money, endToEndId: last }
  const natures = [...new Set(returned.map(({ natureza = 'ORIGINAL' }) => natureza))].join(', ')
  return { kind: 'reversed', amountMinor: sum(returned.map(({ valor }) => valor)), ...money, detail: { code: natures } }
}

/** Centavos. */
export function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, text) => total + BigInt(text.replace('.', '')), 0n)
}

/** How the payer pays. Undefined where the provider gave neither a code nor the address of one. */
function instructionsOf(found: Charge, credentials: PixCredentials): Instructions | undefined {
  const { pix_key: key, receiver_name: name, receiver_document: document, bank } = credentials
  const url = found.location ?? found.loc?.location
  const code =
    found.pixCopiaECola ?? (url === undefined ? undefined : writeDynamicBrCode({ url, name, city: 'SAO PAULO' }))
  if (code === undefined) return undefined
  return {
    pixBrCode: code,
    targetAccount: { bank, number: key, type: 'PIX', beneficiary: name, docId: document, reference: found.txid },
  }
}
