import type { PayinRequest } from '../../core/payment-methods/read-request.ts'
import type { Db } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { householdOf } from '../../core/platform/ip-network.ts'
import { runSerially } from '../../core/platform/run-serially.ts'
import type { Message } from '../../core/texts/messages/say.ts'
import { present } from '../../core/values/assert.ts'
import type { Caller } from '../../core/values/caller.ts'
import { Problem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import {
  defaultVelocityLimits,
  exceededWindow,
  isCheckedInTurn,
  mailboxOf,
  type VelocityKind,
} from './rules/card-velocity.ts'
import {
  type CardKey,
  countCardUses,
  insertCardUses,
  type LimitedKey,
  readCardPolicy,
  tryLockCardKeys,
} from './store/card-velocity.ts'

/** Names of the limits for the merchant. Never the value itself. */
const names: Readonly<Record<VelocityKind, Message>> = {
  bin: say('card.of_this_bank'),
  fingerprint: say('card.this_card'),
  address: say('card.this_address'),
  email: say('card.this_email'),
}

const windowSeconds = { hour: 3_600, day: 86_400 } as const

/**
 * Refuses a card pay-in (429 `rate_limited`) that looks like card testing: too many attempts or declines with the
 * same bank, card, address or e-mail. Runs before anything is written, so a refused pay-in does not use its
 * reference. A repeated reference (found by `isRepeated`) is neither counted nor refused. Where attempts of a payer
 * are limited, checks with one key run one at a time, and the limit is exact. Otherwise concurrent checks, at most
 * one per connection, may exceed it.
 */
export async function checkCardVelocity(
  deps: Pick<PlatformDeps, 'database' | 'secretBox' | 'metrics' | 'log'>,
  caller: Caller,
  request: PayinRequest,
  isRepeated: (tx: Db) => Promise<boolean>,
): Promise<void> {
  const { pointId, environment } = caller.point
  const policy = await readCardPolicy(deps.database.engine, pointId)
  const keys = keysOf(deps, request, policy.fingerprints)
    .map((key) => ({ ...key, limits: policy.limits.get(key.kind) ?? defaultVelocityLimits(environment, key.kind) }))
    .filter(({ limits }) => Object.values(limits).some((limit) => limit !== null))
  if (keys.length === 0) return
  const check: Check = { pointId, reference: request.reference, keys, isRepeated }
  const met = await runSerially(deps.database.engine, async (tx) => await checkOnce(tx, check))
  if (met === 'passed') return
  if (met === 'busy') {
    deps.log.warn({ pointId }, 'a card pay-in was refused because another check holds the same key')
    throw new Problem('rate_limited', {
      message: say('card.too_many_at_once'),
      retryAfterSeconds: 1,
    })
  }
  deps.metrics
    .counter('card_limits_met_total', 'Card pay-ins refused by a velocity limit.', ['kind'])
    .inc({ kind: met.kind })
  deps.log.warn({ pointId, kind: met.kind, window: met.window }, 'a card velocity limit was reached')
  throw new Problem('rate_limited', {
    message: say('card.too_many_within', { name: names[met.kind], window: say(`time.${met.window}`) }),
    retryAfterSeconds: windowSeconds[met.window],
  })
}

interface Check {
  pointId: string
  reference: string
  isRepeated: (tx: Db) => Promise<boolean>
  keys: readonly LimitedKey[]
}

type Verdict = 'passed' | 'busy' | { kind: VelocityKind; window: 'hour' | 'day' }

async function checkOnce(tx: Db, { pointId, reference, keys, isRepeated }: Check): Promise<Verdict> {
  const checkedInTurn = keys.filter(({ kind, limits }) => isCheckedInTurn(kind, limits))
  if (!(await tryLockCardKeys(tx, pointId, checkedInTurn))) return 'busy'
  if (await isRepeated(tx)) return 'passed'
  const counts = await countCardUses(tx, pointId, keys)
  for (const { kind, limits } of keys) {
    const window = exceededWindow(limits, present(counts.get(kind), 'the counts of a kind'))
    if (window) return { kind, window }
  }
  await insertCardUses(tx, { pointId, reference, keys })
  return 'passed'
}

function keysOf(deps: Pick<PlatformDeps, 'secretBox'>, request: PayinRequest, fingerprints: boolean): CardKey[] {
  const { secret } = present(request.card, 'the card')
  const hash = (kind: VelocityKind, value: string) => deps.secretBox.keyedHash(`card-velocity:${kind}`, value)
  const { payer_ip_address: address, payer_email: email } = request.details
  return [
    { kind: 'bin', hash: hash('bin', secret.bin) },
    ...(fingerprints
      ? [{ kind: 'fingerprint' as const, hash: secret.hashNumber((number) => hash('fingerprint', number)) }]
      : []),
    ...(address === undefined ? [] : [{ kind: 'address' as const, hash: hash('address', householdOf(address)) }]),
    ...(email === undefined ? [] : [{ kind: 'email' as const, hash: hash('email', mailboxOf(email)) }]),
  ]
}
