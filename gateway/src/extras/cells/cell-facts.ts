import { createHmac } from 'node:crypto'
import { findCell } from '../../core/platform/cell.ts'
import { ConfigError } from '../../core/platform/config/config-error.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { connectorCredentialsPlace } from '../../core/processing/store/connector-accounts.ts'
import { type Held, readHeld, readOlderIds, readProviderAccounts } from './store/cell-ids.ts'

/** The first lines of a file of facts, in this order. `hashes` counts the lines that follow. */
export const headings = ['pasarela-cell-facts', 'cell', 'cells-key', 'hashes'] as const

export const factsVersion = '1'

/** 128 bits: two different ones do not meet by chance. */
const hashCharacters = 32

/**
 * What must stand in no other cell, as names and values of a file: `kind:hash` with the last characters. The hashes are
 * HMAC-SHA256 by the key that all cells have in common: without it nobody finds an account number by trying. Throws
 * ConfigError without a key, and where the database belongs to no cell.
 */
export async function cellFacts(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  key: string | undefined,
): Promise<Record<string, string>> {
  if (key === undefined) {
    throw new ConfigError(['CELLS_KEY is missing: set the same one for all cells, made by openssl rand -hex 32.'])
  }
  const cell = await requireCell(deps)
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('hex').slice(0, hashCharacters)
  const held = [...(await readHeld(deps.database.engine)), ...(await providerAccounts(deps))]
  const hashes = Object.fromEntries(held.map(({ kind, text, last }) => [`${kind}:${hash(`${kind} ${text}`)}`, last]))
  const values = [factsVersion, cell, hash('cells-key'), String(Object.keys(hashes).length)]
  return { ...Object.fromEntries(headings.map((name, index) => [name, values[index] ?? ''])), ...hashes }
}

/** The ids that do not tell their cell, each with the cell: a map file of HAProxy. Throws ConfigError outside of a cell. */
export async function routerMap(deps: Pick<PlatformDeps, 'database'>): Promise<Record<string, string>> {
  const cell = await requireCell(deps)
  return Object.fromEntries((await readOlderIds(deps.database.engine, cell)).map((id) => [id, cell]))
}

/**
 * Every text of an account's credentials identifies it, but for addresses: one that stands in two cells is one account, or a
 * copy of a database.
 */
async function providerAccounts({
  database,
  secretBox,
}: Pick<PlatformDeps, 'database' | 'secretBox'>): Promise<readonly Held[]> {
  return (await readProviderAccounts(database.engine)).flatMap(({ id, connector, credentials_box: box }) => {
    const credentials: unknown = JSON.parse(secretBox.open(box, connectorCredentialsPlace(id)))
    return Object.entries(credentials as Record<string, unknown>).flatMap(([name, value]) => {
      if (typeof value !== 'string' || value === '' || /^https?:/i.test(value)) return []
      return [{ kind: 'provider', text: `${connector} ${name} ${value}`, last: `${connector}/${name}` } as const]
    })
  })
}

async function requireCell({ database }: Pick<PlatformDeps, 'database'>): Promise<string> {
  const cell = await findCell(database.engine)
  if (cell !== undefined) return cell
  throw new ConfigError(['This database belongs to no cell: start its gateway once with CELL=1 or another number.'])
}
