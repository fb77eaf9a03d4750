import type { CoreDeps } from '../deps.ts'
import { withBrCodeAmount } from '../identifiers/br/br-code.ts'
import { findPointSecrets, pointSecretPlace } from '../merchants/store/points.ts'
import { type Transaction, toTransaction } from '../processing/rules/transaction.ts'
import { present } from '../values/assert.ts'
import { returnSignature } from './rules/return-signature.ts'
import { type PayPageRow, readByPayToken } from './store/reads/transactions.ts'

/** The content of the payer's page. It holds no secret of the merchant. */
export interface PayPage {
  transaction: Transaction
  /** The shop's name as payers know it. */
  merchantName: string
  /** `#rrggbb`; null: the usual colours. */
  brandColour: string | null
  /** `path` is below the gateway's address. */
  logo: { path: string; width: number; height: number } | null
  /** The address of the shop, checked when it was saved. */
  shopUrl: string | null
  /** How payers reach the shop, as its merchant wrote it. */
  contact: string | null
  endToEndId: string | null
  card: boolean
  cardLast4: string | null
  /** The Pix code for the amount still due; null where no code asks for exactly that amount. */
  pixCode: string | null
  /** In minor units: everything received so far, also if reversed later. */
  receivedMinor: bigint
  /** What the merchant gave back, in minor units. */
  refundedMinor: bigint
  /** Everything was refunded, reversed, charged back, or sent back by an operator. */
  takenBack: boolean
  /** A part waits for an operator's decision. */
  waits: boolean
  /** The provider's 3-D Secure page while it waits for the payer. */
  challengeUrl: string | null
  /** The simulated bank's payer app; null on live points and until the bank knows the order. */
  simulatedPayerUrl: string | null
  /** The merchant's own address with the signed result, once the payment is decided. */
  returnTo: string | null
}

export async function readPayPage(deps: CoreDeps, token: string): Promise<PayPage | undefined> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(token)) return undefined
  const row = await readByPayToken(deps.database.engine, token)
  if (!row) return undefined
  const pending = row.status === 'PENDING'
  const card = row.card_bin !== null
  const transaction = toTransaction(row)
  return {
    transaction,
    merchantName: row.display_name ?? row.merchant_name,
    brandColour: row.brand_colour,
    logo: logoOf(row),
    shopUrl: row.shop_url,
    contact: row.contact,
    endToEndId: row.end_to_end_id,
    card,
    cardLast4: row.card_last4,
    pixCode: pixCodeOf(transaction),
    receivedMinor: row.received_minor,
    refundedMinor: row.refunded_minor,
    takenBack:
      row.received_minor > 0n && row.reversed_minor + row.sent_back_minor + row.refunded_minor >= row.received_minor,
    waits: row.suspense_minor > 0n,
    challengeUrl: pending && card ? row.provider_page_url : null,
    simulatedPayerUrl: pending && !card && row.environment === 'test' ? row.payer_app_url : null,
    returnTo: pending ? null : await returnTo(deps, row),
  }
}

function logoOf({ logo_hash: hash, logo_width: width, logo_height: height }: PayPageRow): PayPage['logo'] {
  return hash === null || width === null || height === null ? null : { path: logoPath(hash), width, height }
}

/** The path of a logo below the gateway's address, by the SHA-256 of its bytes in hexadecimal digits. */
export function logoPath(hash: string): string {
  return `/pay/logos/${hash}`
}

/** For a partly paid payment the code asks for the rest: the first code would ask for the whole amount again. */
function pixCodeOf({ instructions, reason, amountMinor, creditedMinor }: Transaction): string | null {
  const { pixBrCode } = instructions
  if (pixBrCode === undefined) return null
  const rest = reason === 'underpaid' ? amountMinor - (creditedMinor ?? 0n) : amountMinor
  if (rest === amountMinor || rest <= 0n) return pixBrCode
  return withBrCodeAmount(pixBrCode, rest) ?? null
}

/** `url_handler_redirect` with transaction_id, reference, status, ts and sig (contract section 8). Never proof of payment. */
async function returnTo(deps: CoreDeps, row: PayPageRow): Promise<string | null> {
  if (!row.redirect_url) return null
  const boxes = present(await findPointSecrets(deps.database.engine, row.point_id), 'the point of a transaction')
  const secret = deps.secretBox.open(boxes.webhook_secret_box, pointSecretPlace('webhook_secret', row.point_id))
  const ts = Math.floor(deps.clock.now().getTime() / 1_000).toString()
  const url = new URL(row.redirect_url)
  const values = { transaction_id: row.id, reference: row.reference, status: row.status, ts }
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  url.searchParams.set('sig', returnSignature(secret, values))
  return url.href
}
