import { z } from 'zod'
import type { IncomingMoney } from '../../core/connectors/connector.ts'
import { writeDynamicBrCode } from '../../core/identifiers/br/br-code.ts'
import type { ProviderAnswer } from '../../core/net/provider-http.ts'
import type { Instructions } from '../../core/values/instructions.ts'
import { readProviderAmount } from '../../core/values/money.ts'
import type { NotFound, Outcome, Reversed } from '../../core/values/outcome.ts'

/** Amounts are decimal text in BRL, such as `110.00`. Unknown fields and words are expected: the standard grows. */
const amount = z
  .string()
  .max(20)
  .transform((text, context) => {
    const minor = readProviderAmount(text, 'BRL')
    if (minor !== undefined) return minor
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })
const text = (max: number) => z.string().max(max)

const devolucao = z.object({
  ...{ id: text(35), valor: amount, status: text(40), natureza: text(60).optional() },
  horario: z.object({ solicitacao: text(60).optional(), liquidacao: text(60).optional() }).optional(),
})
const pix = z.object({
  endToEndId: text(64),
  txid: text(35).optional(),
  valor: amount,
  horario: text(60),
  chave: text(77).optional(),
  infoPagador: text(140).optional(),
  devolucoes: z.array(devolucao).max(200).default([]),
})
const charge = z.object({
  txid: text(64),
  status: text(60),
  valor: z.object({ original: amount }),
  pixCopiaECola: text(512).optional(),
  location: text(200).optional(),
  pix: z.array(pix).max(200).default([]),
})
const count = z.number().int().min(0)
/** A page of `GET /pix`. */
const pixPage = z.object({
  parametros: z.object({
    paginacao: z.object({ paginaAtual: count, quantidadeDePaginas: count, quantidadeTotalDeItens: count }),
  }),
  pix: z.array(pix).max(1_000).default([]),
})
const violation = z.object({ propriedade: text(200).optional() })
const problem = z.object({
  title: text(500).optional(),
  type: text(300).optional(),
  detail: text(1_000).optional(),
  violacoes: z.array(violation).optional(),
})

export type Pix = z.infer<typeof pix>
export type Devolucao = z.infer<typeof devolucao>
export type Charge = z.infer<typeof charge>
export type Answered = Extract<ProviderAnswer, { kind: 'answer' }>

const unreadable = { kind: 'unknown', why: 'unreadable' } as const

/** A charge of an answer; undefined where it is none, or is another one. */
export function readCharge({ body }: Answered, txid: string): Charge | undefined {
  const { data } = charge.safeParse(body)
  return data?.txid === txid ? data : undefined
}

/** A payment of an answer; undefined where it is none. */
export function readPix({ body }: Answered): Pix | undefined {
  return pix.safeParse(body).data
}

/** A page of received payments; undefined where it is none, or another page. */
export function readPixPage({ body, status }: Answered, page: number) {
  const { data } = pixPage.safeParse(body)
  return status === 200 && data?.parametros.paginacao.paginaAtual === page ? data : undefined
}

/** Money that came for none of our orders; undefined where the PSP says no time. */
export function incomingOf({ endToEndId, valor, horario, txid, infoPagador }: Pix): IncomingMoney | undefined {
  const at = new Date(horario)
  if (Number.isNaN(at.getTime())) return undefined
  const reference = infoPagador ?? txid
  const money = { providerId: endToEndId, amountMinor: valor, currency: 'BRL', at } as const
  return { ...money, ...(reference !== undefined && { reference }) }
}

/** What became of a charge. `ordered`: in minor units, where the order is at hand: a charge of another amount is not ours. */
export function outcomeOfCharge(
  charge: Charge,
  given: { instructions?: Instructions; orderedMinor?: bigint } = {},
): Outcome {
  if (given.orderedMinor !== undefined && charge.valor.original !== given.orderedMinor) return unreadable
  if (charge.pix.length > 0) return outcomeOfPayments(charge.pix)
  switch (charge.status) {
    case 'ATIVA':
      return { kind: 'pending', ...(given.instructions && { instructions: given.instructions }) }
    case 'REMOVIDA_PELO_USUARIO_RECEBEDOR':
      return { kind: 'rejected', reason: 'cancelled' }
    case 'REMOVIDA_PELO_PSP':
      return { kind: 'rejected', reason: 'other', detail: { code: charge.status } }
    // CONCLUIDA without its payments, and words of a later version.
    default:
      return { kind: 'unknown', why: 'unmapped' }
  }
}

/** Several payments of one charge are all ours. What went back is listed: our own refunds among it are no reversal. */
function outcomeOfPayments(payments: readonly Pix[]): Outcome {
  const creditedMinor = payments.reduce((sum, { valor }) => sum + valor, 0n)
  const [first] = payments
  const endToEndId = first?.endToEndId ?? ''
  const money = { creditedMinor, currency: 'BRL', providerReference: endToEndId }
  const back = payments.flatMap(({ devolucoes }) => devolucoes)
  const done = back.filter(isDone)
  if (done.length === 0) return { kind: 'completed', ...money, endToEndId }
  const reversals = reversalsOf(payments)
  const cause = done.find(({ natureza }) => natureza?.startsWith('MED'))?.natureza
  const amountMinor = done.reduce((sum, { valor }) => sum + valor, 0n)
  return { kind: 'reversed', amountMinor, reversals, ...money, ...(cause !== undefined && { detail: { code: cause } }) }
}

/** What went back of payments, one by one. */
export function reversalsOf(payments: readonly Pix[]): NonNullable<Reversed['reversals']> {
  return payments
    .flatMap(({ devolucoes }) => devolucoes)
    .map((each) => ({ id: each.id, amountMinor: each.valor, isDone: isDone(each) }))
}

function isDone({ status }: Devolucao): boolean {
  return status === 'DEVOLVIDO'
}

/** A return of an answer; undefined where it is none. */
export function readDevolucao({ body }: Answered): Devolucao | undefined {
  return devolucao.safeParse(body).data
}

/** What became of our refund. */
export function outcomeOfRefund(data: Devolucao | undefined, wanted: { key: string; amountMinor?: bigint }): Outcome {
  if (data?.id !== wanted.key) return unreadable
  if (wanted.amountMinor !== undefined && data.valor !== wanted.amountMinor) return unreadable
  if (data.status === 'DEVOLVIDO') return { kind: 'completed', creditedMinor: data.valor, currency: 'BRL' }
  if (data.status === 'EM_PROCESSAMENTO') return { kind: 'pending' }
  if (data.status === 'NAO_REALIZADO') return { kind: 'rejected', reason: 'other', detail: { code: data.status } }
  return { kind: 'unknown', why: 'unmapped' }
}

/** What a status without the wanted body means for an order (RFC 7807, and the HTTP statuses of the standard). */
export function outcomeOfStatus({ status, retryAfterMs }: Answered): Outcome | NotFound {
  if (status === 401 || status === 403) return { kind: 'not_sent', why: 'refused_by_us' }
  if (status === 404) return { kind: 'not_found' }
  if (status === 429)
    return { kind: 'not_sent', why: 'rate_limited', ...(retryAfterMs !== undefined && { retryAfterMs }) }
  if (status >= 500 || status === 408) return { kind: 'unknown', why: 'server_error' }
  return status < 300 ? unreadable : { kind: 'unknown', why: 'unmapped' }
}

/** The fields that a refusal names: only of those that we sent is a refusal final. */
export function violationsOf({ body }: Answered): readonly string[] {
  const { data } = problem.safeParse(body)
  return (data?.violacoes ?? []).flatMap(({ propriedade }) => propriedade ?? [])
}

/** A refusal in the provider's words, as evidence. */
export function detailOf({ body, status }: Answered): { code: string; message?: string } {
  const { data } = problem.safeParse(body)
  const message = [data?.title, data?.detail].filter(Boolean).join(': ').slice(0, 500)
  return { code: data?.type?.split('/').at(-1) ?? String(status), ...(message && { message }) }
}

/** How the payer pays: the provider's code, or one written from its address. */
export function instructionsOf(
  charge: Charge,
  payee: { key: string; holder: string; bank: string },
): Instructions | undefined {
  const { pixCopiaECola, location, txid } = charge
  const code =
    pixCopiaECola ?? (location === undefined ? undefined : writeDynamicBrCode({ url: location, name: payee.holder }))
  if (code === undefined) return undefined
  const { key: number, holder: beneficiary, bank } = payee
  return { targetAccount: { bank, number, type: 'PIX', beneficiary, docId: null, reference: txid }, pixBrCode: code }
}
