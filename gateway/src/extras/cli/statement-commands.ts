import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type Balance,
  type CsvProfile,
  encodingNamed,
  type ReadOptions,
  readCsvProfile,
  refuseSize,
  type Statement,
  type StatementLine,
  StatementRefusal,
} from '@pasarela/bank-statements'
import { present } from '../../core/values/assert.ts'
import { isTimeZone } from '../../core/values/days.ts'
import { environments } from '../../core/values/environment.ts'
import { type ImportedFile, receiveStatement } from '../bank-accounts/import-statement.ts'
import { readStatementFile } from '../bank-accounts/read-statement-file.ts'
import { type ShownStatement, showStatements } from '../bank-accounts/show-statements.ts'
import type { StoredStatement } from '../bank-accounts/store-statement.ts'
import { type Command, type CommandResult, type CommandValues, UsageError } from './command.ts'
import { machineActor } from './machine.ts'
import { act, creatorOptions, type Fields, reasonOption } from './people.ts'
import { choiceFrom } from './values.ts'

/** How many lines of each statement people see. */
const shownLinesMax = 50

/** What a person says about the text of a file. */
export const readOptions = {
  'time-zone': { value: 'ZONE', help: 'zone of the account, for days that the file gives as instants' },
  encoding: { value: 'NAME', help: 'of the text, for example cp850, before what the file says about itself' },
} as const

const readCommand: Command = {
  name: 'statement read',
  summary:
    "Show what the gateway reads in a bank's file: statements, balances, lines, and whether they add up. Stores nothing.",
  argument: { value: 'FILE', help: 'camt.052, camt.053, camt.054, MT940, MT942, OFX, or a table (CSV) with --profile' },
  options: {
    profile: { value: 'FILE', help: 'how the bank writes its tables, as JSON, to try it: see docs/connectors.md' },
    ...readOptions,
  },
  run: async (_surroundings, values) => {
    const profile = values['profile'] === undefined ? undefined : await profileIn(values['profile'])
    const options = { ...readOptionsIn(values), profile }
    const reading = await readStatementFile(await bytesOf(present(values['FILE'], 'FILE')), options)
    const facts: Record<string, string> = {
      format: reading.version,
      encoding: reading.encoding,
      statements: String(reading.statements.length),
      entries: `${reading.markers}, the same by a second count`,
    }
    for (const [index, statement] of reading.statements.entries()) {
      facts[`statement ${index + 1}`] = headOf(statement)
      for (const line of statement.lines.slice(0, shownLinesMax)) facts[`${index + 1}.${line.position}`] = lineOf(line)
    }
    const left = reading.statements.reduce((sum, { lines }) => sum + Math.max(0, lines.length - shownLinesMax), 0)
    return {
      facts,
      json: reading,
      notes: [
        ...reading.statements.flatMap(({ doubts }, index) =>
          doubts.map(
            ({ rule, said, found }) =>
              `Statement ${index + 1}, ${rule}: the bank says ${said}, the lines give ${found}.`,
          ),
        ),
        ...(left > 0 ? [`${left} more lines are read: --json prints all.`] : []),
        ...(reading.endIsProven
          ? []
          : ['The format does not say where the file ends: what follows the last statement or row may be missing.']),
      ],
    }
  },
}

/** The file in one piece of memory. */
async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    refuseSize((await stat(path)).size)
    return await readFile(path)
  } catch (error) {
    if (error instanceof StatementRefusal) throw error
    throw new UsageError(`${path} cannot be opened: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The same as fields of an action. */
function readingFieldsIn(values: CommandValues): Fields {
  const { timeZone, encoding } = readOptionsIn(values)
  return { time_zone: timeZone, encoding }
}

/** What a command that reads a file is told about it. */
function readOptionsIn(values: CommandValues): ReadOptions {
  const timeZone = values['time-zone']
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageError(`"${timeZone}" is no time zone. An example is America/Lima.`)
  const encoding = values['encoding']
  if (encoding !== undefined && encodingNamed(encoding) === undefined)
    throw new UsageError(
      `"${encoding}" is no encoding that is read. Examples are utf-8, windows-1252, cp850 and utf-16le.`,
    )
  return { timeZone, encoding }
}

/** What a JSON file holds. */
export async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${path} is no JSON file: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function profileIn(path: string): Promise<CsvProfile> {
  const result = readCsvProfile(await jsonIn(path))
  if ('faults' in result) throw new UsageError(`The profile is wrong. ${result.faults.join('; ')}.`)
  return result.profile
}

function headOf(statement: Statement): string {
  const { account, currency, kind, from, to, opening, closing, lines, credits, debits, addsUp } = statement
  const days = [from, to].filter((day) => day !== undefined)
  return [
    `${account} ${currency} ${kind}`,
    days.length > 0 ? [...new Set(days)].join(' to ') : undefined,
    opening && `opening ${balanceText(opening)}`,
    closing && `closing ${balanceText(closing)}`,
    `${lines.length} lines`,
    `in ${credits}`,
    `out ${debits}`,
    addsUp === undefined ? 'cannot be added up' : addsUp ? 'adds up' : 'DOES NOT ADD UP',
  ]
    .filter(Boolean)
    .join(', ')
}

function balanceText({ amount, currency, kind }: Balance): string {
  return `${amount} ${currency} (${kind})`
}

function lineOf(line: StatementLine): string {
  const { bookingDay, valueDay, sign, amount, currency, reversal, booked, isSingle, inDoubt, refs, text, party } = line
  const ofParty = (['name', 'document', 'account'] as const).flatMap((field) => {
    const value = party[field]
    return value === undefined ? [] : line.bankFields.includes(field) ? value : `the text says ${value}`
  })
  return [
    `${bookingDay ?? valueDay ?? 'no day'} ${sign === 'C' ? '+' : '-'}${amount} ${currency}`,
    booked ? undefined : 'not booked',
    reversal ? 'reversal' : undefined,
    isSingle ? undefined : 'several payments in one',
    inDoubt ? 'IN DOUBT: can be read in two ways' : undefined,
    ...Object.entries(refs).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])),
    ofParty.join(' '),
    text,
  ]
    .filter(Boolean)
    .join(', ')
}

const importCommand: Command = {
  name: 'statement import',
  summary:
    'Store booked statements of own bank accounts: the file as it came, and each line once, whatever other files hold it too.',
  argument: { value: 'FILE', help: 'camt.053, MT940, OFX, or a table (CSV) with an agreed profile' },
  options: {
    account: { value: 'ID', help: 'the account that a table is of, if several have its columns' },
    environment: { value: 'live|test', help: 'whose bank accounts the statements are of: live if left out' },
    ...readOptions,
    note: reasonOption,
    ...creatorOptions,
    by: { ...creatorOptions.by, help: 'of live accounts: your sign-in e-mail address', required: false },
  },
  run: async ({ withDeps }, values) => {
    const environment = choiceFrom('environment', values['environment'] ?? 'live', environments)
    const path = present(values['FILE'], 'FILE')
    const fields = { ...readingFieldsIn(values), bank_account_id: values['account'] }
    const content = await bytesOf(path)
    if (environment === 'live' && values['by'] === undefined)
      throw new UsageError('--by is needed: a file of live accounts is proposed by a person.')
    return await withDeps(async (deps) => {
      const file = { content, name: basename(path), environment, receivedBy: machineActor() }
      const { fileId, knownSince } = await receiveStatement(deps, file)
      if (knownSince) return importedResult({ fileId, statements: [], knownSince })
      const asked = [{ action: 'statement_file', fields: { file_id: fileId, ...fields } }] as const
      return await act(
        deps,
        { by: machineActor(), ...values },
        {
          asked,
          show: async ([done]) =>
            await Promise.resolve(importedResult((done as ImportedFile | undefined) ?? { fileId, statements: [] })),
        },
      )
    })
  },
}

function importedResult(imported: ImportedFile): CommandResult {
  const { fileId, knownSince, statements } = imported
  return {
    facts: {
      file_id: fileId,
      ...Object.fromEntries(statements.map((statement) => [statement.statementId, storedText(statement)])),
    },
    json: imported,
    notes: knownSince ? [`These bytes are known since ${knownSince.toISOString()}: nothing was stored again.`] : [],
  }
}

function storedText({ bankAccountId, fromDay, toDay, lines, newLines, addsUp }: StoredStatement): string {
  const sum = addsUp === undefined ? 'cannot be added up' : addsUp ? 'adds up' : 'DOES NOT ADD UP'
  return `account ${bankAccountId}, ${fromDay} to ${toDay}, ${lines} lines, ${newLines} new, ${sum}`
}

const listCommand: Command = {
  name: 'statement list',
  summary:
    'Show the stored statements of own bank accounts, newest first: whether each adds up and joins the one before.',
  options: { account: { value: 'ID', help: 'of this bank account alone: see pasarela bank list' } },
  run: async ({ withDeps }, values) => {
    const statements = await withDeps(async (deps) => await showStatements(deps, values['account']))
    return {
      facts: Object.fromEntries(statements.map((statement) => [statement.id, listedText(statement)])),
      json: statements,
      notes: statements.length === 0 ? ['There is none: pasarela statement import stores the first one.'] : [],
    }
  },
}

function listedText(statement: ShownStatement): string {
  const { bankAccountId, currency, fromDay, toDay, opening, closing, lines, addsUp, joins, gap } = statement
  return [
    `account ${bankAccountId} ${currency}`,
    `${fromDay} to ${toDay}`,
    opening === null ? undefined : `opening ${opening}`,
    closing === null ? undefined : `closing ${closing}`,
    `${lines} lines`,
    addsUp === null ? 'cannot be added up' : addsUp ? 'adds up' : 'DOES NOT ADD UP',
    joins === null ? 'nothing before it' : joins ? 'joins the one before' : `GAP of ${gap} to the one before`,
    statement.surplus === null ? undefined : `LINES OF ITS DAYS GIVE ${statement.surplus} MORE THAN ITS BALANCES`,
    statement.fileName,
  ]
    .filter(Boolean)
    .join(', ')
}

export const statementCommands: readonly Command[] = [readCommand, importCommand, listCommand]
