import { z } from 'zod'
import { maskCardNumbers } from '../../../core/values/card-numbers.ts'
import { uuidField } from '../../../core/web/operator-query.ts'
import { blankEntry, textsToBlank } from '../../audit-log/blank-entry.ts'
import { say } from '../../audit-log/messages/en.ts'
import { emptyPreview } from '../preview.ts'
import { named, type OperatorAction, reading, setBy } from './action.ts'

const ofEntry = reading(z.object({ entry_id: named(uuidField, 'UUID', 'the entry of the audit log') }))
type Input = ReturnType<typeof ofEntry.read>

/**
 * Blanks the texts of an audit entry in which a card number was found. By two people in the test environment
 * too, unless by `--break-glass`: the log is the proof.
 */
export const auditBlank = {
  ...ofEntry,
  preview: async (deps, { entryId }) => {
    const found = await textsToBlank(deps.database.engine, entryId)
    if (found.length === 0) return { ...emptyPreview, blocked: say('audit.nothing_to_blank') }
    const settings = found.map(([name, text]) => ({ name, before: maskCardNumbers(text), after: null }))
    return { ...emptyPreview, settings }
  },
  execute: async (deps, { entryId }, by) => await blankEntry(deps, entryId, setBy(by)),
} satisfies OperatorAction<Input>
