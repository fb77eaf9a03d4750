// @ts-check
// The PostgreSQL server that tests and benchmarks run on.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * What a crash of the machine would do to the databases of tests is nobody's affair: nothing waits for the disk. Tests
 * that crash a server start their own. Each file that runs at the same time may hold two gateways' connections. Thousands
 * of connections prove the same password, which 4,096 rounds of hashing each would not make safer.
 */
export const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '4GB',
  max_connections: '200',
  scram_iterations: '1',
}

/**
 * The server of DATABASE_URL, whose role must be allowed to create databases and roles, or an embedded one of our own.
 * @param {string} root the repo's folder
 * @param {{ settings?: Record<string, string> }} [options] of an embedded one
 * @returns {Promise<{ url: string, files: string | undefined, close: () => Promise<void> }>} `files`: its data folder, where it is known
 */
export async function openTestServer(root, { settings = {} } = {}) {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, files: process.env['TEST_DATABASE_FILES'], close: async () => {} }
  const module = pathToFileURL(
    join(root, 'gateway', 'dist', 'src', 'extras', 'embedded-postgres', 'embedded-postgres.js'),
  ).href
  /** @type {typeof import('../gateway/src/extras/embedded-postgres/embedded-postgres.ts')} */
  const { startEmbeddedPostgres } = await import(module)
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, settings })
    const close = async () => {
      await server.stop()
      remove()
    }
    return { url: server.url, files: join(folder, 'postgres'), close }
  } catch (error) {
    remove()
    console.error(`The embedded PostgreSQL did not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}
