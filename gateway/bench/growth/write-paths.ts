import { createHash, randomBytes, randomInt } from 'node:crypto'
import pg from 'pg'
import { insertCallbackEvents } from '../../src/core/callbacks/record-events.ts'
import { callbackTemplate } from '../../src/core/callbacks/rules/callback-body.ts'
import { newCallbackNumber } from '../../src/core/callbacks/rules/callback-signature.ts'
import { type ClaimedDelivery, claimDeliveries } from '../../src/core/callbacks/store/callback-claims.ts'
import { writeDeliveryResults } from '../../src/core/callbacks/store/callback-results.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { datedToken, uuidV7 } from '../../src/core/platform/ids.ts'
import { applyOutcomes } from '../../src/core/processing/apply-outcome.ts'
import { type NewTransaction, untouched } from '../../src/core/processing/rules/new-transaction.ts'
import { claimOverduePayins } from '../../src/core/processing/store/attempts.ts'
import { insertTransactions } from '../../src/core/processing/store/creations.ts'
import { present } from '../../src/core/values/assert.ts'
import { aProcess } from '../../test/support/a-transaction.ts'
import type { Side } from './databases.ts'
import { countryOf } from './points.ts'

/** Items of one commit, as `core/platform/database/group-commit.ts` takes them under load. */
const groupItems = 32

/** Commits in flight, as there. */
const groupsInFlight = 2

/** Takes the time of each piece of work in milliseconds; `items` = how much one piece is. */
export type Timed = (work: () => Promise<unknown>, items?: number) => Promise<void>

/** What was created and waits for its outcome, by side. */
export type Created = Map<Side, NewTransaction[]>

export async function createPayins(
  side: Side,
  timed: Timed,
  { groups, created }: { groups: number; created: Created },
) {
  const made = created.get(side) ?? []
  created.set(side, made)
  await inFlight(groups, async () => {
    const items = Array.from({ length: groupItems }, () => aPayin(side)).sort((a, b) => (a.id < b.id ? -1 : 1))
    await timed(async () => await insertTransactions(side.world.database.engine, items), groupItems)
    made.push(...items)
  })
}

const rejected = { kind: 'rejected', reason: 'declined' } as const

/** Pays what was created, but for some that are declined: status, history, attempt, ledger and callback in one commit for each group. */
export async function payThem(side: Side, timed: Timed, { groups, created }: { groups: number; created: Created }) {
  const deps = processes.get(side) ?? aProcess(side.world)
  processes.set(side, deps)
  await inFlight(groups, async () => {
    const items = (created.get(side) ?? []).splice(0, groupItems).map((item, place) => ({
      transactionId: item.id,
      source: 'notification' as const,
      update:
        place % 8 === 7
          ? rejected
          : {
              kind: 'completed' as const,
              // Some pay more than they should.
              ...(place % 8 === 6 && { creditedMinor: item.amount_minor + 500n }),
              providerReference: randomBytes(10).toString('hex').toUpperCase(),
              sender: { name: item.party_name ?? '', document: item.party_document ?? '' },
            },
    }))
    if (items.length === 0) throw new Error('nothing is left to be paid')
    await timed(async () => {
      const results = await applyOutcomes(deps, items)
      if (results.some(({ kind }) => kind !== 'moved')) throw new Error(`an outcome was ${results[0]?.kind}`)
    }, items.length)
  })
}

const processes = new Map<Side, ReturnType<typeof aProcess>>()

/** A round of the sweep over a hundred pay-ins whose time has passed; taken back, so that the next one finds the same. */
export async function sweep(side: Side, timed: Timed, rounds: number): Promise<void> {
  const { engine } = side.world.database
  const none = new Error('taken back')
  for (let round = 0; round < rounds; round++) {
    await inTransaction(engine, async (tx) => {
      await timed(async () => {
        const found = await claimOverduePayins(tx, { owner: 'bench', leaseMs: 60_000, limit: 100 })
        if (found.length !== 100) throw new Error(`${found.length} overdue`)
      })
      throw none
    }).catch((error: unknown) => {
      if (error !== none) throw error
    })
  }
}

/** Makes the same number of young pay-ins overdue on either side, and no others: those of earlier runs get another day. */
export async function makeOverdue(side: Side, created: Created): Promise<void> {
  const ids = (created.get(side) ?? []).splice(0, 100).map(({ id }) => id)
  await side.world.database.owner.query(
    `update transactions set expired_at = gateway_now() + case when id = any ($1::uuid[]) then interval '0' else interval '1 day' end
      where status = 'PENDING' and pay_type = 'payin' and suspense_minor < amount_minor
        and (id = any ($1::uuid[]) or expired_at <= gateway_now() + interval '1 hour')`,
    [ids],
  )
}

/** Nothing is left to be delivered, and the tables are as the server's own housekeeping leaves them. */
export async function tidy({ world }: Side): Promise<void> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  try {
    await client.query(
      `update callback_deliveries set state = 'delivered', delivered_at = gateway_now(), lease_owner = null, lease_until = null
        where state in ('pending', 'sending')`,
    )
    for (const table of ['transactions', 'attempts', 'callback_deliveries', 'callback_events', 'ledger_accounts']) {
      await client.query(`vacuum (analyze) ${table}`)
    }
  } finally {
    await client.end()
  }
}

/** Claims of 64 callbacks that became due just before, of as many points; their results are written in between. */
export async function claim(side: Side, timed: Timed, rounds: number): Promise<void> {
  const { engine } = side.world.database
  for (let round = 0; round < rounds; round++) {
    await inTransaction(
      engine,
      async (tx) =>
        await insertCallbackEvents(
          tx,
          Array.from({ length: 64 }, () => anEvent(side)),
        ),
    )
    await timed(async () => {
      const claimed = await claimDeliveries(engine, {
        ...{ limit: 64, owner: 'bench', leaseMs: 60_000, restingPointIds: [] },
        afterPointId: side.points[randomInt(side.points.length)]?.pointId ?? '',
      })
      if (claimed.length === 0) throw new Error('nothing was due')
      held.push(...claimed)
    })
    await writeDeliveryResults(engine, held.splice(0).map(asDelivered))
  }
}

const held: Parameters<typeof asDelivered>[0][] = []

function anEvent(side: Side) {
  const transactionId = uuidV7(new Date())
  const template = callbackTemplate(
    {
      ...{ transactionId, status: 'COMPLETED', reason: 'paid', reference: `order-${transactionId}`, payType: 'payin' },
      ...{ card: false, bookedMinor: 1000n, currency: 'BRL', methodSendsAmount: true },
      updatedAt: new Date(),
    },
    { extraFields: false, amountAlways: false, sendMetadata: false, sendRefunds: false },
  )
  const pointId = side.points[randomInt(side.points.length)]?.pointId ?? ''
  return {
    id: uuidV7(new Date()),
    transactionId,
    pointId,
    status: 'COMPLETED' as const,
    template,
    apiKey: newCallbackNumber(),
  }
}

let sequence = BigInt(Date.now()) * 1_000_000n

/** As the generator's are: a third for the busy point, a person out of three million, a reference that grows or not. */
function aPayin({ points, connectorAccountId }: Side): NewTransaction {
  const now = new Date()
  const id = uuidV7(now)
  const place = Math.random() < 0.3 ? 0 : Math.floor((points.length - 1) * Math.random() ** 2) + 1
  const { codes, currency } = countryOf(place)
  const number = sequence++
  const document = `${20_000_000 + randomInt(3_000_000)}`
  const targetReference = `SB${number.toString(36).toUpperCase()}`
  const account = {
    bank: 'Simulated bank',
    number: '9990001000000000000000',
    type: 'CBU',
    beneficiary: 'Pasarela Demo SA',
  }
  return {
    ...untouched,
    ...{ id, point_id: points[place]?.pointId ?? '', environment: 'test', pay_type: 'payin' },
    service_code: present(codes[number % 10n === 0n ? 1 : 0], 'a code'),
    reference: place % 4 === 3 ? uuidV7(now).slice(9) + randomBytes(6).toString('hex') : `order-${number}`,
    ...{ amount_minor: BigInt(500 + randomInt(500_000)), currency, reason: 'awaiting_payment' },
    ...{ connector_account_id: connectorAccountId, sequence: number, target_reference: targetReference },
    instructions: { targetAccount: { ...account, docId: null, reference: targetReference } },
    details: { payer_doc_id: document, payer_name: `Ana ${document} Silva` },
    metadata: null,
    ...{ party_document: document, party_name: `Ana ${document} Silva`, pay_token: datedToken(now) },
    content_hash: createHash('sha256').update(id).digest(),
    ...{ redirect_url: null, card_bin: null, card_last4: null, expired_at: new Date(now.getTime() + 86_400_000) },
    created_by_key: 'key-of-bench',
    attempt: {
      id: uuidV7(now),
      kind: 'announce',
      key: id,
      state: 'waiting',
      leaseOwner: null,
      leaseMs: null,
      executeBefore: null,
    },
  }
}

async function inFlight(groups: number, work: () => Promise<void>): Promise<void> {
  let left = groups
  await Promise.all(
    Array.from({ length: groupsInFlight }, async () => {
      while (left-- > 0) await work()
    }),
  )
}

function asDelivered({ deliveryId, pointId, fence, attempt, claimedAt, url }: ClaimedDelivery) {
  return {
    ...({ deliveryId, pointId, fence, attempt, state: 'delivered', delayMs: 0, free: false, counts: true } as const),
    observation: null,
    inbox: null,
    record: {
      ...{ startedAt: claimedAt, url, status: 200, error: null, errorCode: null, firstByteMs: 1, totalMs: 1 },
      responseBody: null,
      sentBodySha256: null,
    },
  }
}
