import type { Checks } from '../run/check.ts'
import { callbackChecks } from './callbacks.ts'
import { cardChecks } from './cards.ts'
import { endpointChecks } from './endpoints.ts'
import { errorChecks } from './errors.ts'
import { linkChecks } from './links.ts'
import { payinChecks } from './payins.ts'
import { payoutChecks } from './payouts.ts'
import { refundChecks } from './refunds.ts'
import { stateChecks } from './states.ts'
import { transactionChecks } from './transactions.ts'

export const allChecks: Checks = {
  ...endpointChecks,
  ...transactionChecks,
  ...stateChecks,
  ...cardChecks,
  ...payinChecks,
  ...payoutChecks,
  ...callbackChecks,
  ...errorChecks,
  ...refundChecks,
  ...linkChecks,
}
