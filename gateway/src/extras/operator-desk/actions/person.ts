import { z } from 'zod'
import { Problem } from '../../../core/values/problem.ts'
import { plainField } from '../../../core/web/operator-query.ts'
import { Shown } from '../../approvals/proposable.ts'
import { handOverRecovery } from '../../identity/hand-over-recovery.ts'
import { requireNamedPerson, requireUser, resetSecondFactor } from '../../identity/team.ts'
import { say } from '../messages/en.ts'
import { emptyPreview } from '../preview.ts'
import { aboutDeployment, named, type OperatorAction, type ReadDeps, reading } from './action.ts'

/** An address, and whose it was when this was proposed: it may get another owner before the decision. */
interface OfPerson {
  email: string
  userId?: string
  name?: string
  merchant?: string
  /** In the operator's team. */
  operatorRole?: string
}

/** Hours after which nobody decides about a link for a new password any more: what was seen is old then. */
const recoveryHoursMax = 72

const ofPerson = reading(z.object({ email: named(plainField(254), 'ADDRESS', 'sign-in e-mail address') }))

async function withPerson(deps: ReadDeps, input: OfPerson): Promise<OfPerson> {
  const { id: userId, name, merchant, role } = await requireNamedPerson(deps, input.email)
  return { ...input, userId, name, ...(merchant === null ? { operatorRole: role } : { merchant }) }
}

/** Removes a lost second factor. */
export const secondFactorReset = {
  ...ofPerson,
  about: aboutDeployment,
  beforeStored: withPerson,
  preview: async (deps, input) => {
    const { email, second_factor: isSetUp } = await requireUser(deps, input)
    const blocked = isSetUp ? undefined : say('second_factor.none_of_theirs')
    return { ...emptyPreview, blocked, settings: [{ name: 'second_factor', before: email, after: null }] }
  },
  execute: async (deps, { email, userId }, by) => await resetSecondFactor(deps, { ...by, email, userId }),
} satisfies OperatorAction<OfPerson>

/** A link for a new password, for a person who gets no mail. Who decides is shown it and hands it over. */
export const passwordRecovery: OperatorAction<OfPerson> = {
  ...ofPerson,
  beforeStored: withPerson,
  preview: async (deps, input) => {
    const { email, disabled } = await requireUser(deps, input)
    const blocked = disabled ? say('person.disabled') : undefined
    return { ...emptyPreview, blocked, settings: [{ name: 'password_link', before: null, after: email }] }
  },
  execute: async (deps, { email, userId }, by) => {
    if (deps.clock.now().getTime() - by.proposedAt.getTime() > recoveryHoursMax * 3_600_000) {
      throw new Problem('not_in_this_state', { message: say('proposal.lapsed', { hours: recoveryHoursMax }) })
    }
    return new Shown(await handOverRecovery(deps, { ...by, email, userId }))
  },
}
