import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { addPoint } from '../../core/callbacks/create-point.ts'
import { settingsOf } from '../../core/merchants/authenticate-request.ts'
import { addApiKey, createApiKey } from '../../core/merchants/create-api-key.ts'
import { addMerchant } from '../../core/merchants/create-merchant.ts'
import { apiKeyHashPurpose, parseApiKey } from '../../core/merchants/rules/api-key.ts'
import { findApiKeyWithPoint } from '../../core/merchants/store/api-keys.ts'
import { findPoint, findPointSecrets, pointSecretPlace } from '../../core/merchants/store/points.ts'
import { ConfigError } from '../../core/platform/config/config-error.ts'
import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { type FactName, findFact, insertFactOnce } from '../../core/platform/database/deployment-facts.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { sameSecret } from '../../core/platform/ids.ts'
import { connectSimulatedBank, type SimulatedBankCredentials } from '../../core/processing/connect-simulated-bank.ts'
import { present } from '../../core/values/assert.ts'
import type { Caller } from '../../core/values/caller.ts'
import type { Scope } from '../../core/values/roles.ts'

const actor = 'first start'

/** Two keys, because no key holds `payouts` or `refunds` together with `webhook` and `settings`. */
const paymentScopes: readonly Scope[] = ['payins', 'payouts', 'refunds', 'read']
const settingsScopes: readonly Scope[] = ['webhook', 'settings', 'read']

/** What a new user needs to make the first payment. All of it is secret and belongs to the test environment. */
export interface DemoFacts {
  /** Scopes payins, payouts, refunds, read. */
  apiKey: string
  /** Scopes webhook, settings, read. */
  settingsKey: string
  authPointId: string
  authApiToken: string
  webhookSecret: string
}

export interface DemoInput {
  simulatedBank: SimulatedBankCredentials
  /** Keys from the file of an earlier start; undefined if there is no file. */
  known: { apiKey: string; settingsKey: string } | undefined
  /** Callback URL of the demo point, used at the first start only. Without it callbacks go to the point's inbox. */
  callbackUrl?: string | undefined
}

type DemoDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>

/**
 * Connects the simulated bank and makes the demo merchant: once per deployment, in one transaction. Later starts keep
 * known keys that still work and replace lost or revoked ones.
 */
export async function ensureDemo(deps: DemoDeps, input: DemoInput): Promise<DemoFacts> {
  await connectSimulatedBank(deps, input.simulatedBank, actor)
  const pointId = await findDemoPoint(deps.database.engine)
  if (pointId === undefined) {
    const created = await createDemo(deps, input.callbackUrl)
    if (created) return created
  }
  return await readDemo(deps, input.known)
}

/** Undefined if another process made it first. */
async function createDemo(deps: DemoDeps, callbackUrl: string | undefined): Promise<DemoFacts | undefined> {
  const context = { secretBox: deps.secretBox, now: deps.clock.now() }
  return await inTransaction(deps.database.engine, async (tx) => {
    const { merchantId } = await addMerchant(tx, context.now, { name: 'Demo shop', actor })
    const wanted = { merchantId, environment: 'test', name: 'Demo point', actor } as const
    const point = await addPoint(tx, context, callbackUrl === undefined ? wanted : { ...wanted, callbackUrl })
    const { pointId } = point
    const payments = await addApiKey(tx, context, { pointId, name: 'Demo: payments', scopes: paymentScopes, actor })
    const settings = await addApiKey(tx, context, { pointId, name: 'Demo: settings', scopes: settingsScopes, actor })
    if (!(await insertFactOnce(tx, 'demo_point', Buffer.from(pointId, 'utf8')))) throw new MadeMeanwhile()
    return {
      apiKey: payments.key,
      settingsKey: settings.key,
      authPointId: pointId,
      authApiToken: point.authApiToken,
      webhookSecret: point.webhookSecret,
    }
  }).catch((error: unknown) => {
    if (error instanceof MadeMeanwhile) return undefined
    throw error
  })
}

/** Rolls back the demo merchant if another process made one as well. */
class MadeMeanwhile extends Error {}

async function readDemo(deps: DemoDeps, known: DemoInput['known']): Promise<DemoFacts> {
  const pointId = present(await findDemoPoint(deps.database.engine), 'the demo point')
  return {
    apiKey: await keepOrReplace(deps, known?.apiKey, { pointId, name: 'Demo: payments', scopes: paymentScopes }),
    settingsKey: await keepOrReplace(deps, known?.settingsKey, {
      pointId,
      name: 'Demo: settings',
      scopes: settingsScopes,
    }),
    ...(await readDemoSecrets(deps, pointId)),
  }
}

/** What of the demo point is stored encrypted, unlike its keys, of which the database has hashes only. */
export async function readDemoSecrets(
  deps: Pick<PlatformDeps, 'database' | 'secretBox'>,
  pointId: string,
): Promise<Pick<DemoFacts, 'authPointId' | 'authApiToken' | 'webhookSecret'>> {
  const secrets = present(await findPointSecrets(deps.database.engine, pointId), 'the demo point')
  return {
    authPointId: pointId,
    authApiToken: deps.secretBox.open(secrets.auth_api_token_box, pointSecretPlace('auth_api_token', pointId)),
    webhookSecret: deps.secretBox.open(secrets.webhook_secret_box, pointSecretPlace('webhook_secret', pointId)),
  }
}

async function keepOrReplace(
  deps: DemoDeps,
  known: string | undefined,
  wanted: { pointId: string; name: string; scopes: readonly Scope[] },
): Promise<string> {
  if (known !== undefined && (await stillOpens(deps, known, wanted.pointId))) return known
  return (await createApiKey(deps, { ...wanted, actor: 'demo file' })).key
}

async function stillOpens(deps: DemoDeps, text: string, pointId: string): Promise<boolean> {
  const key = parseApiKey(text)
  const row = key && (await findApiKeyWithPoint(deps.database.engine, key.keyId))
  if (!row || row.point_id !== pointId || row.revoked_at || row.expires_at) return false
  return sameSecret(row.secret_hash, deps.secretBox.keyedHash(apiKeyHashPurpose, text))
}

/** Whether this is the point of the demonstration, and of the test environment as it should be. */
export async function isTestDemoPoint(db: Db, pointId: string): Promise<boolean> {
  if ((await findDemoPoint(db)) !== pointId) return false
  return (await findPoint(db, pointId))?.environment === 'test'
}

/** Undefined before the first start of a demonstration. */
async function findDemoPoint(db: Db, name: FactName = 'demo_point'): Promise<string | undefined> {
  return (await findFact(db, name))?.toString('utf8')
}

/**
 * Makes the demo merchant's second point, whose payers deposit to an own account, once per deployment. Returns its id and a
 * key with the scopes payins, payouts, refunds, read: the known one where it still works.
 */
export async function ensureOwnPoint(deps: DemoDeps, known: string | undefined) {
  const { engine } = deps.database
  const { merchantId } = (await demoCaller(engine, 'demo_point')).point
  const wanted = { merchantId, environment: 'test', name: 'Demo point: own account', actor } as const
  const pointId = await inTransaction(engine, async (tx) => {
    const made = await findDemoPoint(engine, 'own_point')
    if (made !== undefined) return made
    const point = await addPoint(tx, { secretBox: deps.secretBox, now: deps.clock.now() }, wanted)
    if (!(await insertFactOnce(tx, 'own_point', Buffer.from(point.pointId)))) throw new MadeMeanwhile()
    return point.pointId
  }).catch(async (error: unknown) => {
    if (error instanceof MadeMeanwhile) return present(await findDemoPoint(engine, 'own_point'), 'the other point')
    throw error
  })
  const apiKey = await keepOrReplace(deps, known, { pointId, name: 'Demo: own account', scopes: paymentScopes })
  return { pointId, apiKey }
}

/** The demo itself, as a caller of a point that a fact names. */
export async function demoCaller(db: Db, name: FactName): Promise<Caller> {
  const pointId = present(await findDemoPoint(db, name), 'a point of the demo')
  const point = settingsOf(present(await findPoint(db, pointId), 'a point of the demo'))
  return { point, keyId: 'point', scopes: new Set(paymentScopes) }
}

const shape = z.object({ token: z.string().min(16), notification_secret: z.string().min(16) })

/** Reads the file that the start script and the simulated bank share. Throws ConfigError. */
export function readSimulatedBankCredentials(path: string): { token: string; notificationSecret: string } {
  try {
    const read = shape.parse(JSON.parse(readFileSync(path, 'utf8')))
    return { token: read.token, notificationSecret: read.notification_secret }
  } catch {
    throw new ConfigError([
      'SIMBANK_CREDENTIALS_FILE must hold JSON with token and notification_secret, as the simulated bank reads it.',
    ])
  }
}
