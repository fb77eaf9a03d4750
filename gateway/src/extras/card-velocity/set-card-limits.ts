import type { SetBy } from '../../core/audit/dual-approval.ts'
import { changePoint, type SettingDeps } from '../point-settings/set-point-money.ts'
import type { VelocityKind, VelocityLimits } from './rules/card-velocity.ts'
import { saveCardFingerprints, saveCardLimits } from './store/card-velocity.ts'

/** Sets how often cards of one bank, one card, one address or one e-mail may be tried at a point. */
export async function setCardLimits(
  deps: SettingDeps,
  setting: { pointId: string; kind: VelocityKind; limits: VelocityLimits },
  by: SetBy,
): Promise<void> {
  const { pointId, kind, limits } = setting
  await changePoint(deps, { pointId, by, action: 'point.card_limits', detail: { kind, ...limits } }, async (tx) => {
    await saveCardLimits(tx, { pointId, kind, limits })
    // A limit for one card needs the card's fingerprint.
    if (kind === 'fingerprint') {
      await saveCardFingerprints(
        tx,
        pointId,
        Object.values(limits).some((limit) => limit !== null),
      )
    }
  })
}
