import type { Caller } from '../accounts/caller.ts'
import { defaultVelocityLimits, exceededWindow, type VelocityKind } from '../domain/card-velocity.ts'
import { Problem } from '../domain/problem.ts'
import { present } from '../lib/assert.ts'
import type { PayinRequest } from '../payment-methods/read-request.ts'
import { type CardKey, countCardUses, insertCardUses, lockCardKeys, readCardPolicy } from '../store/card-velocity.ts'
import { inTransaction } from '../store/database.ts'
import { hasReference } from '../store/reads/transactions.ts'
import type { Deps } from './deps.ts'

/** Which limit was met, in words for the merchant. Never the value itself. */
const names: Readonly<Record<VelocityKind, string>> = {
  bin: 'cards of this bank',
  fingerprint: 'this card',
  address: 'this payer’s address',
  email: 'this payer’s e-mail',
}

const windowSeconds = { hour: 3_600, day: 86_400 } as const

/**
 * Refuses a card pay-in (429 `rate_limited`) that looks like the testing of stolen cards: too many tries, or too many
 * declines, with the same bank, card, address or e-mail. Runs before anything is written; a refused one does not use up
 * its reference, a repeated reference is neither counted nor refused.
 */
export async function checkCardVelocity(
  deps: Pick<Deps, 'database' | 'secretBox' | 'metrics' | 'log'>,
  caller: Caller,
  request: PayinRequest,
): Promise<void> {
  const { pointId, environment } = caller.point
  const { engine } = deps.database
  const policy = await readCardPolicy(engine, pointId)
  const limitsOf = (kind: VelocityKind) => policy.limits.get(kind) ?? defaultVelocityLimits(environment, kind)
  const limited = (kind: VelocityKind) => Object.values(limitsOf(kind)).some((limit) => limit !== null)
  const keys = keysOf(deps, request, policy.fingerprints).filter(({ kind }) => limited(kind))
  if (keys.length === 0) return
  const met = await inTransaction(engine, async (tx) => {
    await lockCardKeys(tx, pointId, keys)
    if (await hasReference(tx, { pointId, payType: 'payin', reference: request.reference })) return undefined
    const counts = await countCardUses(tx, pointId, keys)
    for (const { kind } of keys) {
      const window = exceededWindow(limitsOf(kind), present(counts.get(kind), 'the counts of a kind'))
      if (window) return { kind, window }
    }
    await insertCardUses(tx, { pointId, reference: request.reference, keys })
    return undefined
  })
  if (!met) return
  deps.metrics.cardLimitsMet.inc({ kind: met.kind })
  deps.log.warn({ pointId, kind: met.kind, window: met.window }, 'a card velocity limit was met')
  throw new Problem('rate_limited', {
    message: `Too many card pay-ins or declines with ${names[met.kind]} within one ${met.window}: this looks like the testing of cards. Nothing was created.`,
    retryAfterSeconds: windowSeconds[met.window],
  })
}

function keysOf(deps: Pick<Deps, 'secretBox'>, request: PayinRequest, fingerprints: boolean): CardKey[] {
  const { secret } = present(request.card, 'the card')
  const hash = (kind: VelocityKind, value: string) => deps.secretBox.keyedHash(`card-velocity:${kind}`, value)
  const { payer_ip_address: address, payer_email: email } = request.details
  return [
    { kind: 'bin', hash: hash('bin', secret.bin) },
    ...(fingerprints
      ? [{ kind: 'fingerprint' as const, hash: secret.hashNumber((number) => hash('fingerprint', number)) }]
      : []),
    ...(address === undefined ? [] : [{ kind: 'address' as const, hash: hash('address', address) }]),
    ...(email === undefined ? [] : [{ kind: 'email' as const, hash: hash('email', email.toLowerCase()) }]),
  ]
}
