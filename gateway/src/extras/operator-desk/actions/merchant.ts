import { z } from 'zod'
import { requireMerchant } from '../../../core/merchants/create-merchant.ts'
import { environmentOf, suspendMerchant } from '../../../core/merchants/suspend-merchant.ts'
import { uuidField } from '../../../core/web/operator-query.ts'
import { say } from '../messages/en.ts'
import { settingsPreview } from '../preview.ts'
import { aboutNoPoint, named, type OperatorAction, reading, setBy } from './action.ts'

const ofMerchant = reading(
  z.object({
    merchant_id: named(uuidField, 'UUID', 'the merchant'),
    suspended: named(z.boolean(), '', 'whether it is suspended'),
  }),
)

/** Stops a merchant as a whole: of its points nothing but refunds is created. */
const merchantSuspend = {
  ...ofMerchant,
  about: async (deps, { merchantId }) => {
    await requireMerchant(deps.database.engine, merchantId)
    return aboutNoPoint(await environmentOf(deps.database.engine, merchantId))
  },
  preview: async (deps, { merchantId, suspended }) => {
    const { name: merchant, suspended: isSuspended } = await requireMerchant(deps.database.engine, merchantId)
    const said = say(suspended ? 'merchant.suspends' : 'merchant.goes_on', { merchant })
    return {
      ...settingsPreview({ suspended: [isSuspended, suspended] }),
      warnings: suspended === isSuspended ? [] : [said],
    }
  },
  execute: async (deps, input, by) => await suspendMerchant(deps, input, setBy(by)),
} satisfies OperatorAction<ReturnType<typeof ofMerchant.read>>

export const merchantActions = { merchant_suspend: merchantSuspend }
