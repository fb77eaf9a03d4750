import type { Database } from '../../src/platform/database/database.ts'
import { overridden } from './pausing-database.ts'

/** In which order a transaction may lock: each of these after those before it. */
const ranks: readonly (readonly string[])[] = [
  ['keep-transactions-of-bank-lines', 'lock-transactions'],
  ['lock-attempts'],
  ['lock-applying-bank-lines'],
  [
    ...['lock-adopted-bank-lines', 'lock-bank-line-states', 'lock-proving-bank-lines', 'lock-refused-bank-line'],
    ...['close-and-reopen-bank-lines', 'claim-line-for-payment-batch'],
  ],
  ['open-ledger-accounts'],
  ['move-ledger-balances'],
]
const lines = 3
/** They lock many lines whose ids stand in no parameter: no other line is locked before them. */
const whole = ['lock-proving-bank-lines', 'close-and-reopen-bank-lines']
/** They change lines that the transaction has locked. */
const changes = ['save-bank-line-standings', 'adopt-bank-line-by-transfer', 'save-bank-line-states']

interface Statement {
  name: string
  values: readonly unknown[]
}

/** A database that remembers what its transactions locked, and says what they locked out of order. */
export function recording(database: Database) {
  const transactions: Statement[][] = []
  const connect = async () => {
    const client = await database.engine.connect()
    const query = async (...given: Parameters<typeof client.query>) => {
      const [statement] = given as unknown[]
      if (statement === 'begin') transactions.push([])
      if (isNamed(statement)) transactions.at(-1)?.push(statement)
      return await client.query(...given)
    }
    return overridden(client, { query })
  }
  return {
    database: { ...database, engine: overridden(database.engine, { connect }) },
    statements: (): ReadonlySet<string> => new Set(transactions.flat().map(({ name }) => name)),
    faults: (): string[] => transactions.flatMap(faultsOf),
  }
}

function faultsOf(transaction: readonly Statement[]): string[] {
  let [rank, last, isLocked] = [0, '', false]
  const held = new Set<string>()
  return transaction.flatMap(({ name, values }): string[] => {
    if (changes.includes(name)) return isLocked ? [] : [`${name} changes lines that are not locked`]
    const own = ranks.findIndex((names) => names.includes(name))
    if (own === -1) return []
    const found = own < rank ? [`${name} after ${ranks[rank]?.join(' or ')}`] : []
    rank = Math.max(rank, own)
    if (own !== lines) return found
    if (whole.includes(name) && isLocked) found.push(`${name} after other lines`)
    isLocked = true
    if (whole.includes(name)) last = '\uffff'
    const fresh = idsOf(values[0]).filter((id) => !held.has(id) && last !== '\uffff')
    for (const id of fresh.sort()) {
      if (id < last) found.push(`${name} locks ${id} after ${last}`)
      held.add(id)
      last = id
    }
    return found
  })
}

function idsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')
}

function isNamed(statement: unknown): statement is Statement {
  return typeof statement === 'object' && statement !== null && 'name' in statement && 'values' in statement
}
