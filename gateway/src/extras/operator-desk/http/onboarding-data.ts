import type { OnboardingRow } from '../store/reads/onboarding.ts'
import type { OnboardingStep } from './contract/operator.ts'

/** The steps in the order in which they are usually taken. */
export function onboardingData(row: OnboardingRow, hasPoints: boolean): OnboardingStep[] {
  const step = (name: OnboardingStep['step'], isDone: boolean, pointId: string | null = null): OnboardingStep => ({
    step: name,
    state: isDone ? 'done' : 'open',
    point_id: isDone ? null : pointId,
  })
  const everywhere = (name: OnboardingStep['step'], without: string | null) =>
    step(name, hasPoints && without === null, without)
  const person = step('person', row.people > 0)
  return [
    row.people === 0 && row.is_invited ? { ...person, state: 'waiting' } : person,
    step('second_factor', row.people > 0 && row.people_without_second_factor === 0),
    step('test_payment', row.has_test_payment),
    step('live_point', row.has_live_point),
    everywhere('callback_address', row.without_address),
    step('callback_delivered', row.has_callback),
    step('live_route', row.has_live_route),
    everywhere('fees', row.without_fees),
    everywhere('limits', row.without_limits),
    everywhere('brand', row.without_brand),
  ]
}
