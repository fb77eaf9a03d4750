import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { isCardNumber } from './cards.ts'

/** Longest free text: a name, an account, a document. */
const TEXT_MAX = 255
/** Longest QR text (a static or dynamic BR Code stays below 600). */
const QR_MAX = 1_024
const URL_MAX = 2_048

const text = z.string().min(1).max(TEXT_MAX)
const webAddress = z
  .string()
  .max(URL_MAX)
  .refine(isWebAddress, 'must be an http or https address without user and password')
const monthOrYear = z.union([z.int().min(1).max(2_999), z.string().regex(/^\d{1,4}$/)], {
  error: 'must be a number of 1 to 4 digits',
})

const card = z.object({
  number: z.string().refine(isCardNumber, 'must be a card number of 12 to 19 digits with a right check digit'),
  security_code: z.string().regex(/^\d{3,4}$/, 'must be 3 or 4 digits'),
  holder: text,
  exp_month: monthOrYear,
  exp_year: monthOrYear,
  brand: z.string().min(1).max(32),
})

const keyForm = /^[A-Za-z0-9_-]{1,64}$/

const orderBody = z.object({
  direction: z.enum(['in', 'out']),
  kind: z.enum(['deposit_account', 'qr', 'clabe', 'pull', 'wallet', 'card', 'transfer', 'refund']),
  country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be three capital letters'),
  amount_minor: z.string().regex(/^[1-9]\d{0,14}$/, 'must be a positive integer as text, at most 15 digits'),
  decimals: z.number().int().min(0).max(4),
  expires_at: z.iso.datetime({ offset: true }).optional(),
  /** An order that arrives at this time or later is refused. */
  execute_before: z.iso.datetime({ offset: true }).optional(),
  instructions: z
    .object({
      account: text,
      bank: text,
      holder: text,
      reference: text,
      clabe: text,
      qr: z.string().min(1).max(QR_MAX),
    })
    .partial()
    .optional(),
  payer: z.object({ name: text, document: text }).partial().optional(),
  beneficiary: z.object({ name: text, document: text, account: text, bank: text, phone: text }).partial().optional(),
  /** The key of the pay-in whose money goes back. */
  refund_of: z.string().regex(keyForm).optional(),
  card: card.optional(),
  return_url: webAddress.optional(),
  shop_name: text.optional(),
  notify_url: webAddress.optional(),
})

/** An order as a caller sends it; holds the card number and security code, so it must not outlive the call. */
export type OrderBody = z.output<typeof orderBody>

export interface FieldError {
  /** `card.number` */
  path: string
  message: string
}

export type ParsedOrder = { ok: true; body: OrderBody } | { ok: false; errors: FieldError[] }

const orderKey = z.string().regex(keyForm)

/** Whether a text may be an order's key: 1 to 64 letters, digits, `_`, `-`. */
export function isOrderKey(key: unknown): key is string {
  return orderKey.safeParse(key).success
}

/** Checks an order's body and names every wrong field at once; no message repeats a value. */
export function parseOrderBody(input: unknown): ParsedOrder {
  const parsed = orderBody.safeParse(input)
  const errors = parsed.success ? [] : fieldErrors(parsed.error)
  // Checked on the raw input too, because a rule across fields would otherwise be silent while another field is wrong.
  if (typeof input === 'object' && input !== null) errors.push(...crossFieldErrors(input as Record<string, unknown>))
  return parsed.success && errors.length === 0 ? { ok: true, body: parsed.data } : { ok: false, errors }
}

/** The issues of a failed check as paths and messages. */
export function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
}

function crossFieldErrors(input: Record<string, unknown>): FieldError[] {
  const errors: FieldError[] = []
  const isCard = input['kind'] === 'card'
  if (isCard && input['card'] === undefined) errors.push({ path: 'card', message: 'is required for the kind card' })
  if (!isCard && input['card'] !== undefined)
    errors.push({ path: 'card', message: 'is allowed for the kind card only' })
  const isRefund = input['kind'] === 'refund'
  if (isRefund !== (input['refund_of'] !== undefined))
    errors.push({ path: 'refund_of', message: 'stands with the kind refund, and only with it' })
  if (isRefund && input['direction'] !== 'out') errors.push({ path: 'direction', message: 'is out for a refund' })
  if (isCard && input['direction'] === 'out') errors.push({ path: 'kind', message: 'card is for pay-ins only' })
  return errors
}

function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/**
 * Keyed hash (HMAC-SHA256, base64url) of what an order asks for; equal hashes mean the same order. Left out are the
 * security code (a hash of three digits would give it away) and `notify_url` (the address of notifications is not what is ordered,
 * and a caller may come back on another port), and `shop_name` (a shop may change its name before an order is repeated).
 */
export function contentHash(body: OrderBody, contentKey: Buffer): string {
  const { notify_url: _left, shop_name: _name, ...content } = body
  const { security_code: _out, ...card } = body.card ?? { security_code: '' }
  return createHmac('sha256', contentKey)
    .update(canonicalJson({ ...content, card }))
    .digest('base64url')
}

/** JSON with the names of every object in order, so that two equal bodies give equal bytes. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`
}
