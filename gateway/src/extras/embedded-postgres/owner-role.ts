import { Client } from 'pg'
import { SUPERUSER } from './cluster.ts'
import type { FolderPaths } from './folder-paths.ts'
import { keptPassword, readPassword } from './passwords.ts'

/** The gateway's ordinary role, and the name of its database. */
const OWNER = 'pasarela'

/** The server has just reported that it accepts connections. */
const CONNECT_TIMEOUT_MS = 10_000

/** The connection string of the ordinary role. */
export function ownerUrl(port: number, password: string): string {
  return `postgres://${OWNER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${OWNER}`
}

/**
 * Ensures that the ordinary role and its database exist and work. The gateway never connects as the superuser, which
 * would bypass row-level security and could read and write files of the machine.
 */
export async function ensureOwner(paths: FolderPaths, port: number): Promise<{ url: string; version: string }> {
  const url = ownerUrl(port, await keptPassword(paths.ownerPassword))
  if (!(await isUsable(url))) await createOwner(paths, port)
  const client = await connected(url)
  try {
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return { url, version: rows[0]?.version ?? '' }
  } finally {
    await client.end()
  }
}

async function isUsable(url: string): Promise<boolean> {
  const client = await connected(url).catch(() => undefined)
  if (client === undefined) return false
  try {
    const { rows } = await client.query<{ usable: boolean }>(
      'select rolcreaterole and rolcreatedb and not rolsuper and not rolbypassrls as usable from pg_roles where rolname = current_user',
    )
    return rows[0]?.usable === true
  } finally {
    await client.end()
  }
}

async function createOwner(paths: FolderPaths, port: number): Promise<void> {
  const client = await connectSuperuser(paths, port)
  try {
    // The statement contains the password. A failing statement must not be logged.
    await client.query('set log_min_error_statement = panic')
    if ((await client.query('select from pg_roles where rolname = $1', [OWNER])).rowCount === 0) {
      await client.query(`create role ${OWNER}`)
    }
    const password = client.escapeLiteral(await keptPassword(paths.ownerPassword))
    await client.query(
      `alter role ${OWNER} login createrole createdb nosuperuser nobypassrls noreplication password ${password}`,
    )
    // CREATE DATABASE cannot run in a transaction. Therefore every step can be repeated by the next start.
    if ((await client.query('select from pg_database where datname = $1', [OWNER])).rowCount === 0) {
      await client.query(`create database ${OWNER} owner ${OWNER}`)
    }
  } finally {
    await client.end()
  }
}

/** Connects as the superuser; close the connection at once after use. Throws a sentence that says what to do. */
async function connectSuperuser(paths: FolderPaths, port: number): Promise<Client> {
  const superuserPassword = await readPassword(paths.superuserPassword)
  return await connected(
    `postgres://${SUPERUSER}:${encodeURIComponent(superuserPassword ?? '')}@127.0.0.1:${port}/postgres`,
  ).catch((error: Error) => {
    throw new Error(
      `PostgreSQL refuses the password in ${paths.superuserPassword}: ${error.message}. ` +
        'Restore the file from the backup that holds the data folder.',
    )
  })
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}
