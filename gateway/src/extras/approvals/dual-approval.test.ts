import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { aPoint, setUp } from '../../../test/support/set-up.ts'
import { createConnectors } from '../../core/connectors/index.ts'
import { Problem } from '../../core/values/problem.ts'
import { addDepositAccount } from '../bank-accounts/add-deposit-account.ts'
import { ownAccount } from '../bank-accounts/connector/connector.ts'
import { setCardLimits } from '../card-velocity/set-card-limits.ts'
import { setPayoutLimits, setPolicies, setTerms } from '../point-settings/set-point-money.ts'
import { setPointSettings } from '../point-settings/set-point-settings.ts'

const deps = {
  ...(await setUp({ after })),
  connectors: createConnectors({ simulatedBankUrl: undefined, further: [ownAccount()], onThrown: () => undefined }),
}

test('no use case lets one operator alone set what concerns the money of a live point', async () => {
  const { pointId } = await aPoint(deps, { environment: 'live' })
  const by = { actor: 'Ana', evidence: 'agreed' }
  const payoutLimits = {
    pointId,
    currency: 'BRL',
    singleMinor: null,
    dailyMinor: null,
    approvalAboveMinor: null,
  } as const
  const terms = { pointId, serviceCode: '*', payType: 'payin', feeMillionths: 0, feeFixedMinor: 0n } as const
  const account = { serviceCode: 'BT_AR', number: '28505909-40090418135201', beneficiary: 'Shop SA' }
  const limits = { attemptsHour: null, declinesHour: null, attemptsDay: null, declinesDay: null }
  const lowering = { pointId, note: undefined, actor: 'Ana', agreed: by }
  for (const set of [
    async () => await setPayoutLimits(deps, payoutLimits, by),
    async () => await setTerms(deps, { ...terms, releaseDelaySeconds: null }, by),
    async () => await setPolicies(deps, { pointId, policies: { late: 'hold' } }, by),
    async () => await setCardLimits(deps, { pointId, kind: 'email', limits }, by),
    async () => await addDepositAccount(deps, { ...account, ...by }),
    async () => await setPointSettings(deps, { ...lowering, changes: { identifierChecks: 'lenient' } }),
    async () => await setPointSettings(deps, { ...lowering, changes: { failedPayoutReply: 'success' } }),
  ]) {
    await assert.rejects(set, (error) => error instanceof Problem && error.code === 'second_person_required')
  }
  await setPolicies(deps, { pointId, policies: { late: 'hold' } }, { ...by, breakGlass: 'operator cli' })
})
