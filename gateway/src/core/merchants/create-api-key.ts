import { writeAudit } from '../audit/write-audit.ts'
import { findCell } from '../platform/cell.ts'
import { type Db, inTransaction } from '../platform/database/database.ts'
import type { PlatformDeps } from '../platform/deps.ts'
import { isUuid, uuidV7 } from '../platform/ids.ts'
import { readNetwork } from '../platform/network.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { say } from '../texts/messages/say.ts'
import type { Actor } from '../values/actor.ts'
import type { Environment } from '../values/environment.ts'
import { type FieldProblem, Problem } from '../values/problem.ts'
import { nameFaults, refuseFaults } from '../values/refuse-faults.ts'
import { type Scope, scopes } from '../values/roles.ts'
import { apiKeyHashPurpose, generateApiKey } from './rules/api-key.ts'
import { countLiveKeys, insertApiKey } from './store/api-keys.ts'
import { lockPointSettings } from './store/points.ts'

const nameLengthMax = 200

/** Every request with the key scans the list. A merchant has a handful of outgoing addresses. */
const networksMax = 50

/** Live keys of a point. A rotated one counts until its overlap ends, and a rotation is never refused for it. */
const liveKeysMax = 20

export interface ApiKeyInput {
  pointId: string
  name: string
  scopes: readonly string[]
  /** CIDR; undefined = every network. */
  networks?: readonly string[] | undefined
  expiresAt?: Date | undefined
  actor: string | Actor
  /** The person who makes the key; undefined = the operator. */
  maker?: KeyActor | undefined
}

export interface KeyActor {
  userId: string
  /** The scopes of the person's role at this point. A key gets no other scopes. */
  mayGive: ReadonlySet<Scope>
}

export interface CreatedApiKey {
  keyId: string
  /** The whole key. It is shown once. */
  key: string
  environment: Environment
  scopes: readonly Scope[]
  networks: readonly string[] | undefined
  expiresAt: Date | undefined
}

/**
 * Makes an API key. Throws Problem `validation_failed` with every fault, `not_found` if the point is unknown, and
 * `not_in_this_state` if it has too many.
 */
export async function createApiKey(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'clock'>,
  input: ApiKeyInput,
): Promise<CreatedApiKey> {
  const { secretBox, clock } = deps
  return await inTransaction(
    deps.database.engine,
    async (tx) => await addApiKey(tx, { secretBox, now: clock.now() }, input),
  )
}

/** Makes an API key inside the caller's transaction. `rotatedFrom`: the row id of the key that the new key replaces. */
export async function addApiKey(
  tx: Db,
  context: { secretBox: SecretBox; now: Date },
  input: ApiKeyInput & { rotatedFrom?: string },
): Promise<CreatedApiKey> {
  const wanted = readWishes(input, context.now)
  const point = isUuid(input.pointId) ? await lockPointSettings(tx, input.pointId) : undefined
  if (!point) throw new Problem('not_found', { message: say('point.unknown_id', { point_id: input.pointId }) })
  const isRotation = input.rotatedFrom !== undefined
  if (!isRotation && (await countLiveKeys(tx, point.point_id)) >= liveKeysMax)
    throw new Problem('not_in_this_state', { message: say('key.too_many', { max: liveKeysMax }) })
  const key = generateApiKey(point.environment, await findCell(tx))
  await insertApiKey(tx, {
    id: uuidV7(context.now),
    keyId: key.keyId,
    pointId: point.point_id,
    environment: point.environment,
    name: input.name,
    secretHash: context.secretBox.keyedHash(apiKeyHashPurpose, key.text),
    scopes: wanted.scopes,
    networks: wanted.networks ?? null,
    expiresAt: input.expiresAt ?? null,
    rotatedFrom: input.rotatedFrom ?? null,
    createdByUser: input.maker?.userId ?? null,
  })
  await writeAudit(
    tx,
    {
      actor: input.actor,
      action: 'api_key.create',
      pointId: point.point_id,
      objectId: key.keyId,
      detail: { scopes: wanted.scopes, networks: wanted.networks, expires_at: input.expiresAt, name: input.name },
    },
    context.now,
  )
  return { keyId: key.keyId, key: key.text, environment: point.environment, expiresAt: input.expiresAt, ...wanted }
}

function readWishes(input: ApiKeyInput, now: Date): Pick<CreatedApiKey, 'scopes' | 'networks'> {
  const networks = input.networks?.map(readNetwork)
  const faults = [...nameFaults(input.name, 'name', nameLengthMax), ...scopeFaults(input.scopes, input.maker)]
  for (const network of networks ?? []) {
    if (!network.ok) faults.push({ code: 'invalid_format', param: 'networks', message: network.message })
  }
  if (networks && (networks.length < 1 || networks.length > networksMax)) {
    faults.push({
      code: 'not_allowed',
      param: 'networks',
      message: say('key.networks', { field: 'networks', max: networksMax }),
    })
  }
  if (input.expiresAt && !(input.expiresAt.getTime() > now.getTime())) {
    faults.push({ code: 'not_allowed', param: 'expires_at', message: say('key.expires_in_past') })
  }
  refuseFaults(faults)
  return {
    scopes: scopes.filter((scope) => input.scopes.includes(scope)),
    networks: networks?.flatMap((network) => (network.ok ? [network.network] : [])),
  }
}

/** A key that may change the callback URL must not also pay out (contract section 1). */
function scopeFaults(wanted: readonly string[], maker: KeyActor | undefined): FieldProblem[] {
  const faults: FieldProblem[] = wanted
    .filter((each) => !scopes.some((scope) => scope === each))
    .map((each) => ({
      code: 'not_allowed',
      param: 'scopes',
      message: say('key.unknown_scope', { scope: each, scopes: scopes.join(', ') }),
    }))
  if (wanted.length === 0) faults.push({ code: 'required', param: 'scopes', message: `scopes: ${scopes.join(', ')}` })
  const beside = ['webhook', 'settings'].filter((scope) => wanted.includes(scope))
  const sending = (['payouts', 'refunds'] as const).find((scope) => wanted.includes(scope))
  if (sending !== undefined && beside.length > 0) {
    const message = say('scopes.not_together', { scope: sending, others: beside.join(', ') })
    faults.push({ code: 'not_allowed', param: 'scopes', message })
  }
  const above = maker ? scopes.filter((scope) => wanted.includes(scope) && !maker.mayGive.has(scope)) : []
  if (above.length > 0) {
    const message = say('key.scope_above_role', { scopes: above.join(' and ') })
    faults.push({ code: 'not_allowed', param: 'scopes', message })
  }
  return faults
}
