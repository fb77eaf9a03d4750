import { z } from 'zod'
import { methods } from '../../payment-methods/index.ts'
import type { PaymentMethod } from '../../payment-methods/payment-method.ts'
import { payinBodySchema, payoutBodySchema } from '../../payment-methods/request-schema.ts'
import type { PaymentKind } from '../../values/instructions.ts'
import { basics, instructions, microseconds, ownInstructions } from '../../web/payment-reply-schemas.ts'
import { currencySchema, statusSchema, successOf } from '../../web/reply-schemas.ts'

/** Schemas for the documentation only; `core/payment-methods/read-request.ts` reads the bodies. */
export const payinBody = payinBodySchema()
export const payoutBody = payoutBodySchema()

const payinFields = {
  ...basics,
  currency: currencySchema,
  status: statusSchema,
  created_at: microseconds,
  updated_at: microseconds,
  expired_at: microseconds,
  ...instructions,
}

/** An account, a wallet or a key: there is always one to pay to. */
const payableTo = { ...payinFields, target_account_num: z.string().describe('Account, wallet or key to deposit to') }

const transferPayin = z.strictObject(payableTo).meta({ id: 'TransferPayin', ...answerTo('deposit_account', 'wallet') })

const pixPayin = z
  .strictObject({ ...payableTo, currency: z.literal('BRL'), pix_br_code: ownInstructions.pix_br_code })
  .meta({ id: 'PixPayin', ...answerTo('qr') })

const speiPayin = z
  .strictObject({ ...payableTo, currency: z.literal('MXN'), clabe: ownInstructions.clabe })
  .meta({ id: 'SpeiPayin', ...answerTo('clabe') })

const nothing = z.null()

/** The gateway debits the payer's account, so the payer deposits nowhere. */
const debinPayin = z
  .strictObject({
    ...payinFields,
    currency: z.literal('ARS'),
    target_account_bank: nothing,
    target_account_num: nothing,
    target_account_type: nothing,
    target_account_beneficiary: nothing,
    target_account_doc_id: nothing,
    target_account_reference: nothing,
  })
  .meta({ id: 'DebinPayin', ...answerTo('pull') })

const cardPayin = z
  .strictObject({
    ...basics,
    status: statusSchema,
    message: z.string().meta({ example: 'Transaction in progress' }),
    redirect_url: z.url().describe('Redirect the payer to this URL'),
  })
  .meta({ id: 'CardPayin', ...answerTo('card') })

const localPayin = z.xor([transferPayin, pixPayin, speiPayin, debinPayin])

export type LocalPayin = z.output<typeof localPayin>

/** What a pay-in is answered with, by the kind of its service code. */
export const createdPayinReply = successOf(z.xor([...localPayin.options, cardPayin]).meta({ id: 'CreatedPayin' }))

/** Names the service codes, for people and for programs. */
function answerTo(...kinds: readonly PaymentKind[]) {
  const all: readonly PaymentMethod[] = methods
  const codes = all.filter(({ payin }) => payin && kinds.includes(payin.kind)).map(({ code }) => code)
  return { description: `Answer to ${codes.join(', ')}`, 'x-service-codes': codes }
}
