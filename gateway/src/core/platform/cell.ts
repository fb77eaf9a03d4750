import { ConfigError } from './config/config-error.ts'
import { type Database, type Db, inTransaction } from './database/database.ts'
import { findFact, insertFactOnce } from './database/deployment-facts.ts'

/**
 * Order numbers of one cell, beginning at its number times this. Accounts and references that are made of the last 11 digits
 * differ between cells until a cell has made so many orders.
 */
const ordersPerCell = 1_000_000_000

/** The two digits of the cell to which this database belongs, such as `07`. Undefined: none. */
export async function findCell(db: Db): Promise<string | undefined> {
  return (await findFact(db, 'cell'))?.toString('utf8')
}

/**
 * Gives the database its cell at the first start with CELL, for ever, so that every process and command makes ids of one
 * cell. Throws ConfigError where CELL is another number, or is missing.
 */
export async function keepCell({ owner }: Pick<Database, 'owner'>, cell: number | undefined): Promise<void> {
  const tag = cell === undefined ? undefined : String(cell).padStart(2, '0')
  if (cell !== undefined && tag !== undefined) {
    await inTransaction(owner, async (tx) => {
      if (await insertFactOnce(tx, 'cell', Buffer.from(tag, 'utf8'))) await beginOrdersAt(tx, cell * ordersPerCell)
    })
  }
  const stored = await findCell(owner)
  if (stored === tag) return
  const found = tag === undefined ? 'CELL is not set' : `CELL is ${cell}`
  throw new ConfigError([
    `This database belongs to cell ${stored}, and ${found}: set CELL=${Number(stored)}, or name the database of another cell.`,
  ])
}

/** Never goes back: numbers may have been issued before the deployment became a cell. */
async function beginOrdersAt(tx: Db, first: number): Promise<void> {
  await tx.query({
    name: 'begin-orders-at',
    text: `select setval('order_sequence', $1) from order_sequence where last_value < $1`,
    values: [first],
  })
}
