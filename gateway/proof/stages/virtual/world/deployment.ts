import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, readConfig } from '../../../../src/core/platform/config/config.ts'
import { inContext, newContext } from '../engine/context.ts'
import { type SimulatorServer, startSimulatorServer } from '../engine/database-server.ts'
import { setDatabaseTime, shadowTimeAndChance } from '../engine/shadow-functions.ts'
import { useVirtual } from '../engine/virtual-globals.ts'
import { VirtualTime } from '../engine/virtual-time.ts'
import { watchLeases } from './lease-watch.ts'
import type { TemplateFacts } from './points.ts'
import { seedTemplate } from './template.ts'

/** A Monday noon: every run begins then, a minute after its deployment was made. */
const madeAtMs = Date.UTC(2031, 2, 3, 12)
const runsBeginAfterMs = 60_000

const template = 'simulated'

/** What one worker needs for all its runs: a server, and a template that every run begins with. */
export interface Deployment {
  facts: TemplateFacts
  config: Config
  beginAtMs: number
  /** A fresh copy of the template for one run; the address of the database. */
  freshDatabase(): Promise<string>
  close(): Promise<void>
}

/** The same in every process: made in virtual time and with chance from a seed of its own. */
export async function prepareDeployment(): Promise<Deployment> {
  const server = await startSimulatorServer()
  const dataDir = mkdtempSync(join(tmpdir(), 'pasarela-simulate-'))
  const removeDataDir = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', removeDataDir)
  const end = async () => {
    await server.stop()
    process.removeListener('exit', removeDataDir)
    removeDataDir()
  }
  try {
    const time = new VirtualTime(madeAtMs)
    useVirtual(time, 0)
    const facts = await inContext(newContext(undefined, 'template'), async () => await makeTemplate(server))
    const config = configOf(dataDir, facts)
    let used: string | undefined
    let runs = 0
    return {
      ...{ facts, config, beginAtMs: madeAtMs + runsBeginAfterMs },
      freshDatabase: async () => {
        if (used !== undefined) await server.drop(used)
        used = `run_${++runs}`
        await server.clone(template, used)
        // The copy must look the same names up in the same order; that is no part of a template.
        await server.admin.query(`alter database ${used} set search_path = public, sim, pg_catalog`)
        return server.urlOf(used)
      },
      close: end,
    }
  } catch (error) {
    await end()
    throw error
  }
}

async function makeTemplate(server: SimulatorServer): Promise<TemplateFacts> {
  await server.admin.query(`create database ${template}`)
  const url = server.urlOf(template)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await shadowTimeAndChance(client, template)
  await setDatabaseTime(client, madeAtMs)
  await client.end()
  const facts = await seedTemplate(url)
  const watching = new pg.Client({ connectionString: url })
  await watching.connect()
  await watchLeases(watching)
  await watching.end()
  return facts
}

function configOf(dataDir: string, facts: TemplateFacts): Config {
  const masterKeyFile = join(dataDir, 'master.key')
  writeFileSync(masterKeyFile, `${facts.masterKey}\n`, { mode: 0o600 })
  return readConfig({
    PASARELA_DATA_DIR: dataDir,
    MASTER_KEY_FILE: masterKeyFile,
    PASARELA_DEMO: '0',
    PUBLIC_URL: 'https://gateway.simulated',
    DATABASE_CONNECTIONS: '12',
    MIGRATE: 'off',
  })
}
