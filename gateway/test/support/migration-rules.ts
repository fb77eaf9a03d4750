import { outsideTransactionLine } from '../../src/core/platform/database/apply-migration.ts'

/** What a statement may not do to a table that a serving version knows, with what to do instead. */
const rules: readonly { pattern: RegExp; says: string }[] = [
  { pattern: /\bdrop\s+table\b/i, says: 'drops a table: one release later, when no version reads it' },
  { pattern: /\bdrop\s+column\b/i, says: 'drops a column: one release later, when no version reads it' },
  { pattern: /\brename\b/i, says: 'renames: the serving version knows the old name; add the new one beside it' },
  { pattern: /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i, says: 'changes a type: add a column beside it' },
  { pattern: /\bset\s+not\s+null\b/i, says: 'sets not null, which reads the whole table: check (…) not valid' },
  {
    pattern: /\badd\s+(column\s+)?(?!constraint\b)\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i,
    says: 'adds a column that the serving version does not fill: give it a default, or allow null',
  },
  {
    pattern: /\badd\s+(column\s+)?(?!constraint\b)\w+\s+[^,;]*\bgenerated\b[^;]*\bstored\b/i,
    says: 'adds a generated column, which rewrites the table: fill a plain one in batches',
  },
  {
    pattern: /\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key)\b(?![\s\S]*\bnot\s+valid\b)/i,
    says: 'adds a constraint that reads the whole table: not valid, then validate in a file of its own',
  },
  {
    pattern: /\badd\s+(constraint\s+\w+\s+)?(unique|primary\s+key)\b(?![\s\S]*\busing\s+index\b)/i,
    says: 'builds an index under a lock: create it concurrently, then add the constraint using index',
  },
]

/**
 * Where a migration would stop, or surprise, the version that serves while it runs. Tables that the file makes itself are
 * its own: nobody else knows them.
 */
export function migrationFaults(sql: string): string[] {
  const outside = sql.startsWith(outsideTransactionLine)
  const bare = sql.replace(/--.*$/gm, '')
  const own = new Set(
    [...bare.matchAll(/\bcreate\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/gi)].map(([, table]) => table),
  )
  return bare
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .flatMap((statement) => faultsOf(statement, { own, outside }).map((says) => `${firstLine(statement)}: ${says}`))
}

function faultsOf(
  statement: string,
  { own, outside }: { own: ReadonlySet<string | undefined>; outside: boolean },
): string[] {
  const faults: string[] = []
  if (outside && !/\bif\s+(not\s+)?exists\b|\bvalidate\s+constraint\b|^analyze\b/i.test(statement)) {
    faults.push('cannot be repeated, and nothing undoes it when the file is cut short: if not exists')
  }
  const index = /\bcreate\s+(?:unique\s+)?index\s+(concurrently\s+)?[\s\S]*?\bon\s+(?:only\s+)?(\w+)/i.exec(statement)
  if (index && !own.has(index[2]) && !index[1]) faults.push('stops writers while the index is built: concurrently')
  if (index?.[1] && !outside) faults.push(`needs the first line ${outsideTransactionLine}`)
  const table = /^alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/i.exec(statement)?.[1]
  if (table !== undefined && own.has(table)) return faults
  return [...faults, ...rules.filter(({ pattern }) => pattern.test(statement)).map(({ says }) => says)]
}

function firstLine(statement: string): string {
  return statement.replace(/\s+/g, ' ').slice(0, 80)
}
