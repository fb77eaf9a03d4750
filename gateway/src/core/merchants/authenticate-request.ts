import type { PlatformDeps } from '../platform/deps.ts'
import { type ExpiringCache, expiringCache } from '../platform/expiring-cache.ts'
import { isUuid, sameSecret } from '../platform/ids.ts'
import { allowList } from '../platform/network.ts'
import { type Message, say } from '../texts/messages/say.ts'
import type { Caller, PointSettings } from '../values/caller.ts'
import type { Environment } from '../values/environment.ts'
import { Problem } from '../values/problem.ts'
import { type Scope, scopes } from '../values/roles.ts'
import { apiKeyHashPurpose, apiKeyPrefix, parseApiKey } from './rules/api-key.ts'
import type { PointRow } from './rules/point-row.ts'
import { findApiKeyWithPoint } from './store/api-keys.ts'
import { findPoint, findPointSecrets, pointSecretPlace } from './store/points.ts'

/**
 * After a revocation or a changed point setting, cached credentials stay valid for at most this long (contract section
 * 1).
 */
const cacheHitMs = 5_000

/** How long an unknown key is cached. A new key that was tried before its creation works after at most this time. */
const cacheMissMs = 1_000

/** More keys than one deployment has. A full cache takes about 10 MB. */
const cacheEntriesMax = 10_000

/** Stands for an API key's id when a point's own credentials are used. */
const pointKeyId = 'point'

/**
 * Scopes of HTTP Basic with a test point's own credentials: make and read payments. `webhook` and `settings` need an
 * API key, because no credential holds them together with `payouts`.
 */
const pointScopes: ReadonlySet<Scope> = new Set<Scope>(['payins', 'payouts', 'refunds', 'read'])

export interface Credentials {
  /** The `Authorization` header, unchanged. */
  authorization: string | undefined
  /** The caller's IP address. */
  address: string
  /** Called with the verified caller, also where the request is refused afterwards. */
  identified?: (caller: Caller) => void
  /**
   * Called with the public id that the request names, before it is verified. Called again with the point if the id
   * exists.
   */
  named?: (credential: NamedCredential) => void
  /** Called before the database is asked for an id that is not in the cache. May throw `rate_limited`. */
  beforeLookup?: (name: string) => void
  /** Called if the id exists. */
  found?: (name: string) => void
}

/** The public id in a credential: of an API key or of a point. Never the secret. */
export interface NamedCredential {
  kind: 'api_key' | 'point_token'
  id: string
  /** Null if no credential has this id. */
  pointId: string | null
}

interface OpenCredential {
  hash: Buffer
  /** Hash of the previous API token, until that is retired. */
  oldHash?: Buffer
  caller: Caller
  expiresAt: Date | null
  allows: ((address: string) => boolean) | undefined
}

export type KeyCache = ExpiringCache<OpenCredential>

type AuthenticationDeps = Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>

/** Creates a cache; each process needs one. `monotonicMs` is for tests. */
export function keyCache(monotonicMs?: () => number): KeyCache {
  const limits = { hitMs: cacheHitMs, missMs: cacheMissMs, entriesMax: cacheEntriesMax }
  return expiringCache<OpenCredential>(monotonicMs ? { ...limits, monotonicMs } : limits)
}

/**
 * Authenticates the caller (contract section 1) by one of: a Bearer API key, the same key as user name of HTTP Basic,
 * or for test points HTTP Basic `auth_point_id:auth_api_token`. Throws Problem `missing_key`, `unknown_key` (also if
 * malformed, wrong or revoked), `expired_key`, `network_not_allowed` or `point_suspended`.
 */
export async function authenticateRequest(
  deps: AuthenticationDeps,
  cache: KeyCache,
  credentials: Credentials,
): Promise<Caller> {
  const sent = readAuthorization(credentials.authorization)
  const opening = { cache, credentials }
  const found = sent.kind === 'key' ? await openKey(deps, opening, sent.key) : await openPoint(deps, opening, sent)
  credentials.identified?.(found.caller)
  if (found.expiresAt && found.expiresAt.getTime() <= deps.clock.now().getTime()) throw new Problem('expired_key')
  if (found.allows && !found.allows(credentials.address)) throw new Problem('network_not_allowed')
  if (found.caller.point.status === 'suspended') throw new Problem('point_suspended')
  return found.caller
}

/** Throws Problem `scope_missing`. The message says where a key with the scope is, because no key has all of them. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.has(scope)) return
  const { environment, pointId } = caller.point
  const has = [...caller.scopes].join(', ')
  const page = `/dashboard/p/${pointId}/credentials`
  if (environment === 'test' && demoSettingsScopes.has(scope)) {
    throw new Problem('scope_missing', {
      message: say('key.scope_missing_demo', { scope, has, page }),
    })
  }
  throw new Problem('scope_missing', {
    message: say('key.scope_missing', { scope, has, page }),
  })
}

/** What `settings_key` of a demo point is for. `api_key` pays, and no key that pays may change a callback address. */
const demoSettingsScopes: ReadonlySet<Scope> = new Set<Scope>(['webhook', 'settings'])

/** Why the point may not use a service code. */
export function serviceRefusal({ servicesEnabled }: PointSettings, serviceCode: string): Problem | undefined {
  if (servicesEnabled === undefined || servicesEnabled.includes(serviceCode)) return undefined
  return new Problem('service_not_enabled', { param: 'service_code' })
}

/** Throws Problem `service_not_enabled`. */
export function requireService(caller: Caller, serviceCode: string): void {
  const refused = serviceRefusal(caller.point, serviceCode)
  if (refused) throw refused
}

type SentCredentials = { kind: 'key'; key: string } | { kind: 'point'; pointId: string; token: string }

function readAuthorization(header: string | undefined): SentCredentials {
  const match = /^\s*(bearer|basic)\s+(\S+)\s*$/i.exec(header ?? '')
  const [, scheme = '', value = ''] = match ?? []
  if (!match) throw new Problem('missing_key')
  if (scheme.toLowerCase() === 'bearer') return { kind: 'key', key: value }
  const text = Buffer.from(value, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const user = colon < 0 ? text : text.slice(0, colon)
  if (user.startsWith(apiKeyPrefix)) return { kind: 'key', key: user }
  return { kind: 'point', pointId: user.toLowerCase(), token: colon < 0 ? '' : text.slice(colon + 1) }
}

interface Opening {
  cache: KeyCache
  credentials: Credentials
}

/** Finds the credential with a public id. An id that is not cached counts against the caller's lookup limit. */
async function lookUp(
  { cache, credentials }: Opening,
  name: Omit<NamedCredential, 'pointId'>,
  load: () => Promise<OpenCredential | undefined>,
): Promise<OpenCredential | undefined> {
  const place = name.kind === 'api_key' ? name.id : `point:${name.id}`
  credentials.named?.({ ...name, pointId: null })
  const found = await cache.get(place, async () => {
    credentials.beforeLookup?.(place)
    const loaded = await load()
    if (loaded) credentials.found?.(place)
    return loaded
  })
  if (found) credentials.named?.({ ...name, pointId: found.caller.point.pointId })
  return found
}

async function openKey(deps: AuthenticationDeps, opening: Opening, text: string): Promise<OpenCredential> {
  const key = parseApiKey(text)
  if (!key) throw unreadableKey(text)
  const name = { kind: 'api_key', id: key.keyId } as const
  const found = await lookUp(opening, name, async () => await loadKey(deps, key.keyId))
  if (!found || !sameSecret(found.hash, deps.secretBox.keyedHash(apiKeyHashPurpose, text)))
    throw new Problem('unknown_key', { message: unknownKeyMessages[key.environment] })
  return found
}

/** A key works only at the gateway that made it: the usual mistake is a live key at a test deployment. */
const unknownKeyMessages: Readonly<Record<Environment, Message>> = {
  live: say('key.unknown_live'),
  test: say('key.unknown_test'),
}

function unreadableKey(text: string): Problem {
  if (!text.startsWith(apiKeyPrefix))
    return new Problem('unknown_key', {
      message: say('key.no_key'),
    })
  return new Problem('unknown_key', { message: say('key.incomplete') })
}

async function loadKey(deps: AuthenticationDeps, keyId: string): Promise<OpenCredential | undefined> {
  const row = await findApiKeyWithPoint(deps.database.engine, keyId)
  if (!row || row.revoked_at) return undefined
  return {
    hash: row.secret_hash,
    caller: {
      point: settingsOf(row),
      keyId: row.key_id,
      scopes: new Set(scopes.filter((scope) => row.scopes.includes(scope))),
    },
    expiresAt: row.expires_at,
    allows: row.networks ? allowList(row.networks) : undefined,
  }
}

async function openPoint(
  deps: AuthenticationDeps,
  opening: Opening,
  sent: { pointId: string; token: string },
): Promise<OpenCredential> {
  const { pointId } = sent
  const found = isUuid(pointId)
    ? await lookUp(opening, { kind: 'point_token', id: pointId }, async () => await loadPoint(deps, pointId))
    : undefined
  const hash = deps.secretBox.keyedHash('point-token', sent.token)
  if (found && (sameSecret(found.hash, hash) || (found.oldHash && sameSecret(found.oldHash, hash)))) return found
  throw new Problem('unknown_key', {
    message: say('key.basic_auth'),
  })
}

/** Caches the keyed hash of the token, never the token. API keys are cached the same way. */
async function loadPoint(deps: AuthenticationDeps, pointId: string): Promise<OpenCredential | undefined> {
  const row = await findPoint(deps.database.engine, pointId)
  if (row?.environment !== 'test' || !row.basic_auth_enabled) return undefined
  const secrets = await findPointSecrets(deps.database.engine, pointId)
  if (!secrets) return undefined
  const token = deps.secretBox.open(secrets.auth_api_token_box, pointSecretPlace('auth_api_token', pointId))
  const old =
    secrets.old_api_token_box &&
    deps.secretBox.open(secrets.old_api_token_box, pointSecretPlace('old_api_token', pointId))
  return {
    hash: deps.secretBox.keyedHash('point-token', token),
    ...(old && { oldHash: deps.secretBox.keyedHash('point-token', old) }),
    caller: { point: settingsOf(row), keyId: pointKeyId, scopes: pointScopes },
    expiresAt: null,
    allows: undefined,
  }
}

/** The settings of a point that requests need, from its row. */
export function settingsOf(row: PointRow): PointSettings {
  return {
    pointId: row.point_id,
    merchantId: row.merchant_id,
    environment: row.environment,
    status: row.status,
    merchantSuspended: row.merchant_suspended,
    identifierChecks: row.identifier_checks,
    requireSignedPayouts: row.require_signed_payouts,
    requireHttpsRedirect: row.require_https_redirect,
    failedPayoutReply: row.failed_payout_reply,
    servicesEnabled: row.services_enabled ?? undefined,
    rateLimitPerSecond: row.rate_limit_per_second ?? undefined,
  }
}
