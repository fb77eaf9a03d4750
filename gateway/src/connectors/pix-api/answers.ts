import { z } from 'zod'
import type { ProviderAnswer } from '../../net/provider-http.ts'
import { formatAmount } from '../../values/money.ts'
import type { NotFound, Outcome } from '../../values/outcome.ts'
import type { Order } from '../connector.ts'
import { charge, outcomeOfCharge } from './charge.ts'
import type { PixCredentials } from './credentials.ts'

/** An error of the standard (RFC 7807). Its `type` ends with the name of the error. */
const problem = z.object({
  type: z.string().max(300),
  detail: z.string().max(2_000).optional(),
  violacoes: z
    .array(z.object({ razao: z.string().max(1_000).optional(), propriedade: z.string().max(300).optional() }))
    .max(100)
    .optional(),
})

export type PixProblem = z.infer<typeof problem>

/** Undefined where the body is no error of the standard, for example the page of a proxy. */
export function problemOf(body: unknown): PixProblem | undefined {
  const read = problem.safeParse(body)
  return read.success ? read.data : undefined
}

export function isNamed(found: PixProblem | undefined, name: string): boolean {
  return found?.type.split('/').at(-1) === name
}

interface Asked {
  key: string
  credentials: PixCredentials
  /** Undefined where only the key is known. */
  order?: Order
}

/** An answer about one charge. Whatever is not surely about it is unknown, because it may be payable. */
export function outcomeOfAnswer(asked: Asked, answer: ProviderAnswer): Outcome | NotFound {
  if (answer.kind === 'failed') return answer.outcome
  const { status, body, retryAfterMs } = answer
  if (status === 200 || status === 201) return outcomeOfFound(asked, body)
  if (status === 429) {
    return { kind: 'not_sent', why: 'rate_limited', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) }
  }
  // The provider looks at token, rights and key before it keeps anything.
  if (status === 401 || status === 403) return { kind: 'not_sent', why: 'refused_by_us' }
  const found = problemOf(body)
  if (status === 404) return missing(asked, found)
  if (status === 400 && asked.order && found) return refusal(found)
  return { kind: 'unknown', why: status >= 500 ? 'server_error' : 'unmapped' }
}

function outcomeOfFound({ key, credentials, order }: Asked, body: unknown): Outcome {
  const read = charge.safeParse(body)
  if (!read.success || read.data.txid !== key) return { kind: 'unknown', why: 'unreadable' }
  const { valor, chave } = read.data
  const isOther = order !== undefined && valor.original !== formatAmount(order.amountMinor, 'BRL')
  const isOthers = chave !== undefined && chave !== credentials.pix_key
  if (isOther || isOthers) return { kind: 'unknown', why: 'unreadable' }
  return outcomeOfCharge(read.data, credentials) ?? { kind: 'unknown', why: 'unmapped' }
}

/** Only the standard's own word says that the charge does not exist: a wrong address answers 404 too. */
function missing({ order }: Asked, found: PixProblem | undefined): Outcome | NotFound {
  const isSure = isNamed(found, 'CobNaoEncontrado') || isNamed(found, 'NaoEncontrado')
  if (!isSure) return { kind: 'unknown', why: 'unmapped' }
  // A charge is not refused as missing but where its receiver's key is.
  return order ? { kind: 'not_sent', why: 'refused_by_us' } : { kind: 'not_found' }
}

/** Fields that a charge takes from the merchant's request. */
const merchantFields = ['calendario', 'valor', 'devedor']

/** A charge that was refused for its own content. One that exists and may not be changed is refused without a field. */
function refusal({ violacoes = [], detail, type }: PixProblem): Outcome {
  const fields = violacoes.map(({ propriedade = '' }) => propriedade.replace(/^cob\./, '').split('.')[0] ?? '')
  if (fields.length === 0) return { kind: 'unknown', why: 'unmapped' }
  if (fields.includes('chave')) return { kind: 'not_sent', why: 'refused_by_us' }
  if (!fields.every((field) => merchantFields.includes(field))) return { kind: 'unknown', why: 'unmapped' }
  const message = violacoes.map(({ razao }) => razao).find((text) => text !== undefined) ?? detail
  const code = type.split('/').at(-1) ?? type
  return {
    kind: 'rejected',
    reason: 'processing_error',
    detail: { code, ...(message === undefined ? {} : { message: message.slice(0, 300) }) },
  }
}
