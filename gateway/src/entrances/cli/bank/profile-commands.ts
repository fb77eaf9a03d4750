import { readFile, stat } from 'node:fs/promises'
import {
  approveProfile,
  type ShownProfiles,
  setDraft,
  showProfiles,
  tryProfile,
} from '../../../bank-accounts/profiles/csv-profiles.ts'
import { refuseSize } from '../../../bank-accounts/statements/content.ts'
import type { TrialFault, TriedRow } from '../../../bank-accounts/statements/try-csv.ts'
import { present } from '../../../values/assert.ts'
import { type Command, UsageError } from '../command.ts'
import { machineActor } from '../machine.ts'
import { creatorOptions } from '../people.ts'

const account = { value: 'ID', help: 'the bank account: see pasarela bank list', required: true } as const

const showCommand: Command = {
  name: 'bank profile show',
  summary: 'Show how tables (CSV) of an own bank account are read, and the draft of another way.',
  options: { account },
  run: async ({ withDeps }, values) => {
    const shown = await withDeps(async (deps) => await showProfiles(deps, present(values['account'], 'account')))
    return {
      facts: factsOf(shown),
      json: { draft: shown.draft ?? null, approved: shown.approved ?? null },
      notes: shown.draft || shown.approved ? [] : ['There is none: pasarela bank profile set saves a draft.'],
    }
  },
}

function factsOf({ draft, approved }: ShownProfiles): Record<string, string | undefined> {
  const text = (row: ShownProfiles['draft']) => row && `${row.id} by ${row.made_by}: ${JSON.stringify(row.profile)}`
  const tried = draft && (draft.tried_at === null ? 'on no file yet' : `read ${draft.tried_lines} lines of a file`)
  return { approved: text(approved), draft: text(draft), draft_tried: tried }
}

const setCommand: Command = {
  name: 'bank profile set',
  summary:
    'Save a draft of how tables (CSV) of an own bank account are read. Nothing is read by it until it is approved.',
  argument: { value: 'FILE', help: 'the profile as JSON: see docs/connectors.md' },
  options: { account },
  run: async ({ withDeps }, values) => {
    const bankAccountId = present(values['account'], 'account')
    const profile = jsonOf(Buffer.from(await bytesOf(present(values['FILE'], 'FILE'))).toString('utf8'))
    const draft = await withDeps(
      async (deps) => await setDraft(deps, { bankAccountId, profile, actor: machineActor() }),
    )
    return { facts: { profile_id: draft.id }, notes: ['Try it on a file of the bank: pasarela bank profile try.'] }
  },
}

const tryCommand: Command = {
  name: 'bank profile try',
  summary: "Read a bank's file by the draft: what each row becomes, and every fault. Stores nothing of the file.",
  argument: { value: 'FILE', help: 'a table that the bank exported' },
  options: { account },
  run: async ({ withDeps }, values) => {
    const bankAccountId = present(values['account'], 'account')
    const sample = new Uint8Array(await bytesOf(present(values['FILE'], 'FILE')))
    const trial = await withDeps(async (deps) => await tryProfile(deps, { bankAccountId, sample }))
    const { statement, records, columns, isReadable } = trial
    return {
      facts: {
        readable: isReadable ? 'yes' : 'no',
        columns: columns.join(' | '),
        rows: String(records),
        statement:
          statement &&
          `${statement.account}, ${statement.from ?? ''} to ${statement.to ?? ''}, ${statement.lines} lines, in ${statement.credits}, out ${statement.debits}`,
        ...Object.fromEntries(trial.rows.map((row) => [`row ${row.row}`, rowText(row)])),
      },
      json: trial,
      notes: [...trial.faults.map(faultText), ...(trial.hasMoreFaults ? ['There are more faults.'] : [])],
      exitCode: isReadable ? 0 : 1,
    }
  },
}

function rowText({ line, cells, becomes }: TriedRow): string {
  const result = becomes ? `${becomes.day} ${becomes.amount}` : 'nothing'
  return `line ${line}: ${cells.join(' | ')} → ${result}`
}

function faultText({ row, line, column, message }: TrialFault): string {
  const place = [row && `row ${row}`, line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(', ')
  return place === '' ? message : `${place}: ${message}`
}

const approveCommand: Command = {
  name: 'bank profile approve',
  summary: 'Read tables of an own bank account by its draft from now on. A live account needs a second operator.',
  options: { account, 'break-glass': creatorOptions['break-glass'] },
  run: async ({ withDeps }, values) => {
    const bankAccountId = present(values['account'], 'account')
    const actor = machineActor()
    const by = { actor, breakGlass: values['break-glass'] === undefined ? undefined : actor }
    return await withDeps(async (deps) => {
      const { draft } = await showProfiles(deps, bankAccountId)
      if (!draft) throw new UsageError('The account has no draft: pasarela bank profile set saves one.')
      await approveProfile(deps, { bankAccountId, profileId: draft.id }, by)
      return { facts: { profile_id: draft.id } }
    })
  },
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    refuseSize((await stat(path)).size)
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The profile is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export const profileCommands: readonly Command[] = [showCommand, setCommand, tryCommand, approveCommand]
