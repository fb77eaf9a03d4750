import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate, readMigrations } from '../../src/core/platform/database/migrate.ts'

/** A test's own context, or the root's `after`: where the clean-up is registered. */
export interface Cleanup {
  after(work: () => Promise<void>): void
}

/** Serialises the making of the template among test processes on one server. */
const templateLockKey = 7_210_442_919

/**
 * A fresh, migrated database of its own for one test (or one file, with the file's root context), cloned from a
 * template and dropped afterwards. `TEST_DATABASE_URL` names a server whose login may create databases and roles; the
 * test command sets it. Without it the test fails: nothing is skipped.
 */
export async function testDatabase(t: Cleanup): Promise<{ url: string; name: string }> {
  const serverUrl = process.env['TEST_DATABASE_URL']
  assert.ok(serverUrl, 'TEST_DATABASE_URL is not set: run the tests by `npm test`')
  const template = await ensureTemplate(serverUrl)
  const name = `pasarela_test_${randomBytes(6).toString('hex')}`
  // Nobody is ever connected to the template, so that any number of files may clone it at the same time. Copying its files
  // takes a third of what writing each of its pages to the log does.
  const clone = `create database ${name} template ${template} strategy file_copy`
  await onServer(serverUrl, async (client) => void (await client.query(clone)))
  t.after(async () => {
    await onServer(serverUrl, async (client) => await dropDatabase(client, name))
  })
  return { url: withDatabase(serverUrl, name), name }
}

/** How often a drop is tried: the server's own housekeeping may stand in the way for a moment. */
const dropTriesMax = 240

/** A login that is no superuser cannot end the server's vacuum in its database: it waits until that has gone. */
async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query(`drop database if exists ${name} with (force)`)
      return
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries >= dropTriesMax || (code !== '42501' && code !== '55006')) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

/** The template of this server, by the hash of its migrations; once it was found nobody asks again. */
let ready: { serverUrl: string; name: Promise<string> } | undefined

async function ensureTemplate(serverUrl: string): Promise<string> {
  if (ready?.serverUrl !== serverUrl) ready = { serverUrl, name: findOrMakeTemplate(serverUrl) }
  return await ready.name
}

async function findOrMakeTemplate(serverUrl: string): Promise<string> {
  const hash = createHash('sha256')
  for (const migration of readMigrations()) hash.update(migration.sql)
  const name = `pasarela_template_${hash.digest('hex').slice(0, 12)}`
  await onServer(serverUrl, async (client) => {
    if (await exists(client, name)) return
    await client.query('select pg_advisory_lock($1)', [templateLockKey])
    if (!(await exists(client, name))) await makeTemplate(serverUrl, client, name)
  })
  return name
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const found = await client.query('select from pg_database where datname = $1', [name])
  return found.rowCount === 1
}

/** Under another name until it is whole. */
async function makeTemplate(serverUrl: string, client: pg.Client, name: string): Promise<void> {
  const draft = `${name}_draft`
  await client.query(`drop database if exists ${draft} with (force)`)
  await client.query(`create database ${draft}`)
  const pool = new pg.Pool({ connectionString: withDatabase(serverUrl, draft), max: 2 })
  pool.on('error', () => undefined)
  try {
    await migrate(pool, () => undefined)
  } finally {
    await pool.end()
  }
  await client.query(`alter database ${draft} rename to ${name}`)
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** The address of another database of the same server. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
