import { z } from 'zod'
import { hasOnlyTestMoney } from '../../../core/merchants/has-only-test-money.ts'
import { say } from '../../../core/texts/messages/say.ts'
import { plainField } from '../../../core/web/operator-query.ts'
import { handOverRecovery } from '../../identity/hand-over-recovery.ts'
import { requireUser, resetSecondFactor } from '../../identity/team.ts'
import { emptyPreview } from '../preview.ts'
import { type OperatorAction, readerOf } from './action.ts'

const ofPerson = readerOf(z.object({ email: plainField(254) }))

/** Removes a lost second factor. */
export const secondFactorReset: OperatorAction<{ email: string }> = {
  read: ofPerson,
  preview: async (deps, input) => {
    const { email, second_factor: isSetUp } = await requireUser(deps, input.email)
    const blocked = isSetUp ? undefined : say('second_factor.none_of_theirs')
    return { ...emptyPreview, blocked, settings: [{ name: 'second_factor', before: email, after: null }] }
  },
  execute: async (deps, { email }, by) => await resetSecondFactor(deps, { ...by, email }),
  isOfTestMoney: hasOnlyTestMoney,
}

/** A link for a new password, for a person who gets no mail. Who decides is shown it and hands it over. */
export const passwordRecovery: OperatorAction<{ email: string }> = {
  read: ofPerson,
  preview: async (deps, input) => {
    const { email, disabled } = await requireUser(deps, input.email)
    const blocked = disabled ? say('person.disabled') : undefined
    return { ...emptyPreview, blocked, settings: [{ name: 'password_link', before: null, after: email }] }
  },
  executeAndShow: async (deps, { email }, by) => await handOverRecovery(deps, { ...by, email }),
}
