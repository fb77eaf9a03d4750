import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import type { Db } from './database/database.ts'
import { anythingSealed, findFact, insertFactOnce } from './database/deployment-facts.ts'
import { secretBox } from './secret-box.ts'

const keyBytes = 32

/** Longer files are not keys and are not read completely. */
const fileBytesMax = 1_024

/**
 * The master key of 32 bytes, from which all other keys derive. It comes from `MASTER_KEY_FILE`. With the embedded
 * database only, the default is `master.key` in the data folder, created on the first start. A check value in the
 * database makes a start with any other key fail. Throws ConfigError with a sentence that says what to do.
 */
export async function loadMasterKey(options: {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'masterKeyFile'>
  /** A migrated database, connected as its owner. */
  db: Db
}): Promise<Buffer> {
  const { config, db } = options
  const stored = await findFact(db, 'master_key_check')
  const sealed = stored !== undefined || (await anythingSealed(db))
  const path = config.masterKeyFile ?? join(config.dataDir, 'master.key')
  if (config.masterKeyFile === undefined && config.databaseUrl === undefined && !exists(path)) {
    if (sealed)
      throw refusal(`The master key ${path} is missing, but the database holds secrets that only it opens: restore it.`)
    makeKeyFile(path)
  }
  if (config.databaseUrl !== undefined) refuseInside(path, config.dataDir)
  const key = readKeyFile(path)
  await compareCheck(db, { key, path, stored, sealed })
  return key
}

async function compareCheck(
  db: Db,
  found: { key: Buffer; path: string; stored: Buffer | undefined; sealed: boolean },
): Promise<void> {
  const { key, path, sealed } = found
  const check = secretBox(key).keyedHash('master-key-check', 'pasarela')
  if (found.stored === undefined) {
    if (sealed)
      throw refusal('The database holds secrets but no check value of their master key: restore it from a backup.')
    await insertFactOnce(db, 'master_key_check', check)
  }
  const stored = found.stored ?? (await findFact(db, 'master_key_check'))
  if (stored?.length === check.length && timingSafeEqual(stored, check)) return
  throw refusal(
    `The master key in ${path} is not the one of this database: its secrets could not be opened. ` +
      'Name the right file in MASTER_KEY_FILE, or restore it from your backup.',
  )
}

/** Parses 32 bytes as 64 hex digits or as base64 (also base64url), with white space around them. */
function readKeyFile(path: string): Buffer {
  if (!exists(path)) throw refusal(`The master key file ${path} does not exist.`)
  const { mode, size } = statSync(path)
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw refusal(`The master key file ${path} can be read by other users of this machine: chmod 400 ${path}`)
  }
  const text = size <= fileBytesMax ? readFileSync(path, 'utf8').trim() : ''
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  const bytes = /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)
  if (bytes.length === keyBytes) return bytes
  throw refusal(
    `The master key file ${path} must hold ${keyBytes} random bytes as base64 or hex. ` +
      `Make one with: openssl rand -base64 ${keyBytes} > FILE && chmod 400 FILE`,
  )
}

/** The file gets its name only when it is completely on disk, so that a power failure cannot leave a partial key. */
function makeKeyFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  rmSync(draft, { force: true })
  const descriptor = openSync(draft, 'wx', 0o600)
  writeSync(descriptor, `${randomBytes(keyBytes).toString('base64')}\n`)
  fsyncSync(descriptor)
  closeSync(descriptor)
  chmodSync(draft, 0o400)
  renameSync(draft, path)
}

/** A copy of the data folder must not include the key (PCI DSS 4.0.1, requirement 3.6.1.2). */
function refuseInside(path: string, dataDir: string): void {
  const way = relative(real(dataDir), real(path))
  if (way.startsWith('..') || way.startsWith('/') || /^[A-Za-z]:/.test(way)) return
  throw refusal(
    `The master key file ${path} lies inside the data folder ${dataDir}: keep it elsewhere, apart from the data.`,
  )
}

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function refusal(sentence: string): ConfigError {
  return new ConfigError([sentence])
}
