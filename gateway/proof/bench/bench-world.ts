import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApiKey } from '../../src/core/merchants/create-api-key.ts'
import { systemClock } from '../../src/core/platform/clock/clock.ts'
import { openDatabase } from '../../src/core/platform/database/database.ts'
import { secretBox } from '../../src/core/platform/secret-box.ts'
import { type Certificate, testAuthority } from '../../test/support/certificates.ts'
import { testDatabase } from '../../test/support/database.ts'
import { aPoint } from '../../test/support/set-up.ts'
import { openWorldFor, type World } from '../../test/support/world.ts'
import { type HttpCaller, httpCaller } from './http-caller.ts'

/** Points that requests are spread over, so that neither side waits for one point's account alone. */
const shopCount = 16

/** The most that a point may be given: no limit that a run would meet. Test points have none. */
const requestsPerSecond = 100_000

/** The operator's own account: a CBU of the documents. */
const ownAccount = '2850590940090418135201'

/** Connections of whoever writes straight from the driver. */
const driverConnections = 16

/** Long after the bench: what is paid later would be work that falls into another line. */
const payDelayMs = 3_600_000

/** Of the last output: enough for the error that ended something. */
const shownOutputChars = 4_000

/** What the gateway under test is told besides where its database and its bank are. */
export const gatewaySettings = {
  LOG_LEVEL: 'info',
  CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
  // As it is started by `npm start` and the container.
  NODE_OPTIONS: '--max-semi-space-size=8',
}

/** A merchant with a point. */
export interface Shop {
  pointId: string
  authorization: string
  authApiToken: string
  webhookSecret: string
}

/** The gateway and its bank as processes of their own, and what stands beside them for the limits. */
export interface Bench {
  world: World
  shops: readonly [Shop, ...Shop[]]
  /** Live points, whose payers deposit to the operator's own account. */
  liveShops: Bench['shops']
  gateway: HttpCaller
  bank: HttpCaller
  /** What the bank tells about orders of the driver ends here. */
  noticesUrl: string
  /** The gateway's database, as its owner. */
  db: pg.Pool
  /** Another database on the same server, with the same points, that no gateway runs on. */
  limit: pg.Pool
  limitUrl: string
  /** The gateway trusts callback addresses with a certificate of its own. */
  authority: Certificate
  /** The last that gateway and bank printed. */
  lastOutput(): string
  close(): Promise<void>
}

export async function openBench(): Promise<Bench> {
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const end of closers.splice(0).reverse()) await end()
  }
  try {
    return await build(closers, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function build(closers: (() => Promise<void> | void)[], close: () => Promise<void>): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-bench-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const outputPath = join(folder, 'output.log')
  const outputFile = openSync(outputPath, 'w')
  closers.push(() => closeSync(outputFile))
  const authority = await testAuthority()
  const caFile = join(folder, 'callback-ca.pem')
  writeFileSync(caFile, authority.cert)
  const bankEnv = { SIMBANK_PAY_DELAY_MS: `${payDelayMs}` }
  const world = await openWorldFor(
    { after: (work) => closers.push(work) },
    { env: { ...gatewaySettings, CALLBACK_CA_FILE: caFile }, bankEnv, outputFile },
  )
  const shops = await openShops(world, 'test')
  const liveShops = await openShops(world, 'live')
  const account = `account add --service BT_AR --number ${ownAccount} --beneficiary Tienda --by bench --note bench`
  await world.facts(...account.split(' '), '--break-glass')
  const limit = await testDatabase({ after: (work) => closers.push(work) })
  const pools = { db: driverPool(world.databaseUrl), limit: driverPool(limit.url) }
  await copyPoints(pools.db, pools.limit)
  closers.push(async () => void (await Promise.all([pools.db.end(), pools.limit.end()])))
  const callers = { gateway: httpCaller(world.url), bank: httpCaller(world.bankUrl) }
  closers.push(() => {
    for (const caller of Object.values(callers)) caller.close()
  })
  return {
    world,
    shops,
    liveShops,
    ...callers,
    ...pools,
    noticesUrl: await openNotices(closers),
    limitUrl: limit.url,
    authority,
    lastOutput: () => readFileSync(outputPath, 'utf8').slice(-shownOutputChars),
    close,
  }
}

async function openNotices(closers: (() => void)[]): Promise<string> {
  const server = createServer((incoming, response) => incoming.resume().on('end', () => response.end()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(
    () => void server.closeAllConnections(),
    () => void server.close(),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function openShops(world: World, environment: 'test' | 'live'): Promise<Bench['shops']> {
  const database = openDatabase(world.databaseUrl, () => undefined)
  try {
    const masterKey = readFileSync(join(world.folder, 'master.key'), 'utf8')
    const deps = { database, secretBox: secretBox(Buffer.from(masterKey, 'base64')), clock: systemClock() }
    const open = async (): Promise<Shop> => {
      const { pointId, authApiToken, webhookSecret } = await aPoint(deps, { environment })
      const wishes = { pointId, name: 'Bench', scopes: ['payins', 'payouts', 'read'], actor: 'bench' }
      const { key } = await createApiKey(deps, wishes)
      return { pointId, authorization: `Bearer ${key}`, authApiToken, webhookSecret }
    }
    const shops: [Shop, ...Shop[]] = [await open()]
    while (shops.length < shopCount) shops.push(await open())
    const query = `update points set rate_limit_per_second = $1 where environment = 'live'`
    await database.owner.query(query, [requestsPerSecond])
    return shops
  } finally {
    await database.close()
  }
}

/** Merchants, points and connector accounts, so that the same rows find the same neighbours. */
async function copyPoints(from: pg.Pool, to: pg.Pool): Promise<void> {
  for (const table of ['merchants', 'points', 'connector_accounts', 'callback_endpoints']) {
    const rows = await from.query<{ all: string }>(`select jsonb_agg(to_jsonb(t))::text as all from ${table} t`)
    await to.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [
      rows.rows[0]?.all,
    ])
  }
}

/** As the gateway's: else a statement that was planned on an empty table reads all of it when it has grown. */
const planning = '-c enable_seqscan=off -c jit=off'

/** Connections as somebody has them who uses the driver and nothing else. */
function driverPool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: driverConnections, options: planning })
  pool.on('error', () => undefined)
  return pool
}

/** The shop of a request: one after the other. */
export function shopOf({ shops }: Pick<Bench, 'shops'>, index: number): Shop {
  return shops[index % shops.length] ?? shops[0]
}
