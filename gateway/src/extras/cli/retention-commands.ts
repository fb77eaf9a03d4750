import { countLeft, type Left, readRetention } from '../retention/count-left.ts'
import { runRetention } from '../retention/run-retention.ts'
import type { RetentionRun } from '../retention/store/retention-runs.ts'
import { type Command, type CommandResult, UsageError } from './command.ts'

/** Most runs in one report. */
const shownMax = 20

const runCommand: Command = {
  name: 'retention run',
  summary:
    'Remove personal data of transactions that ended more than RETENTION_PERSONAL_DAYS ago, and prove that none is left.',
  options: { 'dry-run': { help: 'only show what would be removed' } },
  run: async ({ config, withDeps }, values) => {
    const days = config.retentionPersonalDays
    if (days === 0) throw new UsageError('RETENTION_PERSONAL_DAYS is 0: personal data are kept permanently.')
    return await withDeps(async (deps) => {
      if (values['dry-run'] !== undefined) return leftResult(await countLeft(deps, days), 'Would be removed')
      const run = await runRetention({ ...deps, retentionDays: days })
      const left = await countLeft(deps, days)
      const result = leftResult(left, 'Left')
      const held = Object.entries(left.counts).map(([name, n]) => `Left in ${name}: ${n}. The next run removes them.`)
      return {
        facts: { ...factsOf(run.report), left: String(sumOf(left.counts)) },
        notes: [...(result.notes ?? []), ...held],
        exitCode: sumOf(left.counts) > 0 ? 1 : 0,
      }
    })
  },
}

const reportCommand: Command = {
  name: 'retention report',
  summary: 'Show what the last runs removed, by table and column, and prove that nothing older is left.',
  options: {},
  run: async ({ config, withDeps }) => {
    const days = config.retentionPersonalDays
    return await withDeps(async (deps) => {
      const { runs, waiting } = await readRetention(deps, { limit: shownMax, before: null })
      const left = days === 0 ? undefined : await countLeft(deps, days)
      const facts = Object.fromEntries(runs.map((run) => [run.startedAt.toISOString(), lineOf(run)]))
      const notes = [
        ...(runs.length === 0 ? ['There was no run yet.'] : []),
        `${waiting} old transactions are not finished and keep their data.`,
        ...(left
          ? (leftResult(left, 'Left').notes ?? [])
          : ['RETENTION_PERSONAL_DAYS is 0: personal data are kept permanently.']),
      ]
      return { facts, notes }
    })
  },
}

function leftResult(left: Left, word: string): CommandResult {
  const { counts, looked, unfinished } = left
  return {
    facts: factsOf(counts),
    notes: [
      `${word}: ${sumOf(counts)} rows; looked at ${looked} old transactions, of which ${unfinished} are not finished.`,
    ],
  }
}

function lineOf({ report, finishedAt, retentionDays }: RetentionRun): string {
  const parts = Object.entries(report).map(([name, n]) => `${name} ${n}`)
  const what = parts.length === 0 ? 'nothing' : parts.join(', ')
  return `${what} (older than ${retentionDays} days${finishedAt ? '' : ', not finished'})`
}

function factsOf(counts: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(counts).map(([name, n]) => [name, String(n)]))
}

function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, n) => sum + n, 0)
}

export const retentionCommands: readonly Command[] = [runCommand, reportCommand]
