import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { deliverCallbacksJob } from '../../src/core/callbacks/delivery/deliver-callbacks.ts'
import { spreadBacklogs } from '../../src/core/callbacks/delivery/spread-backlogs.ts'
import { insertCallbackEvents } from '../../src/core/callbacks/record-events.ts'
import { callbackTemplate } from '../../src/core/callbacks/rules/callback-body.ts'
import { newCallbackNumber } from '../../src/core/callbacks/rules/callback-signature.ts'
import { readPointRules } from '../../src/core/merchants/store/point-terms.ts'
import { inTransaction } from '../../src/core/platform/database/database.ts'
import { uuidV7 } from '../../src/core/platform/ids.ts'
import { createMetrics } from '../../src/core/platform/log/metrics.ts'
import type { Status } from '../../src/core/values/status.ts'
import { careForEndpoints } from '../../src/extras/webhooks/care-for-endpoints.ts'
import { type Certificate, issueCertificate, testAuthority } from './certificates.ts'
import { type Answer, type HttpsReceiver, httpsReceiver } from './https-receiver.ts'
import { aPoint, type SetUp, setUp } from './set-up.ts'

export type Job = ReturnType<typeof deliverCallbacksJob>

export interface Merchant {
  pointId: string
  merchantId: string
  authApiToken: string
  webhookSecret: string
}

/** A round waits for its deliveries, so that a test sees what became of them; a busy machine needs a while. */
const roundMs = 3_000

export interface CallbackWorld extends SetUp {
  authority: Certificate
  /** A delivering process of its own; stopped at the end of the file. */
  job(name?: string): Job
  /** One round of what is done for endpoints besides deliveries. Returns how much it did. */
  tend(): Promise<number>
  /** A merchant's endpoint on 127.0.0.1 that this world's jobs trust. */
  receiver(answer?: Answer): Promise<HttpsReceiver>
  merchant(url?: string, environment?: 'test' | 'live'): Promise<Merchant>
  /** A pay-in of this point, with its row; returns its id. */
  transaction(pointId: string): Promise<string>
  /** Its status changed: the event as the gateway writes it. Returns the event's id. */
  change(pointId: string, transactionId: string, status?: Status): Promise<string>
  /** A transaction with its first event. */
  payment(pointId: string): Promise<{ transactionId: string; eventId: string }>
  /** Makes every waiting delivery of the transactions due now. */
  makeDue(...transactionIds: string[]): Promise<void>
  deliveries(transactionId: string): Promise<DeliveryRow[]>
  attempts(transactionId: string): Promise<AttemptRow[]>
}

export interface DeliveryRow {
  id: bigint
  seq: number
  trigger: string
  state: string
  attempts: number
  /** Until the next attempt. */
  delay_seconds: number
}

export interface AttemptRow {
  number: number
  url: string | null
  status: number | null
  error: string | null
  error_code: string | null
  total_ms: number | null
  response_body: string | null
  sent_body_sha256: Buffer | null
}

/** A database of its own, merchants with HTTPS endpoints, and delivering processes. */
export async function callbackWorld(t: { after(close: () => Promise<void>): void }): Promise<CallbackWorld> {
  const closers: (() => Promise<void>)[] = []
  const set = await setUp({ after: (close) => closers.unshift(close as () => Promise<void>) })
  t.after(async () => {
    for (const close of closers) await close()
  })
  const authority = await testAuthority()
  const certificate = await issueCertificate(authority)
  const { database, clock } = set
  const log = pino({ level: 'silent' })
  const metrics = createMetrics()
  const world: CallbackWorld = {
    ...set,
    authority,
    job: (name = 'worker') => {
      const job = deliverCallbacksJob({
        database,
        secretBox: set.secretBox,
        clock,
        log,
        metrics,
        processName: name,
        guard: { allowCidrs: ['127.0.0.0/8'], ca: authority.cert },
        userAgentVersion: '1.2.3',
        patienceMs: roundMs,
      })
      closers.unshift(() => job.stop())
      return job
    },
    tend: async () => (await spreadBacklogs({ database, log })) + (await careForEndpoints({ database, log, metrics })),
    receiver: async (answer = 200) => {
      const made = await httpsReceiver({ after: (close) => closers.unshift(close) }, certificate)
      made.answerWith(answer)
      return made
    },
    merchant: async (url, environment = 'test') =>
      await aPoint(set, { environment, ...(url === undefined ? {} : { callbackUrl: url }) }),
    transaction: async (pointId) => await insertPayin(set, pointId),
    change: async (pointId, transactionId, status = 'COMPLETED') =>
      await insertChange(set, { pointId, transactionId, status }),
    payment: async (pointId) => {
      const transactionId = await world.transaction(pointId)
      return { transactionId, eventId: await world.change(pointId, transactionId) }
    },
    ...viewsOf(database.owner),
  }
  return world
}

/** What stands in the database, and the one thing that is changed there by hand. */
function viewsOf(owner: SetUp['database']['owner']): Pick<CallbackWorld, 'makeDue' | 'deliveries' | 'attempts'> {
  const query = async <Row extends object>(text: string, values: unknown[]) =>
    (await owner.query<Row>(text, values)).rows
  return {
    // Locks in order of id: several of these at once must not deadlock.
    makeDue: async (...transactionIds) => {
      await query(
        `with due as (
          select id from callback_deliveries where state = 'pending' and transaction_id = any ($1) order by id for update)
        update callback_deliveries d set next_attempt_at = gateway_now() from due where d.id = due.id`,
        [transactionIds],
      )
    },
    deliveries: async (transactionId) =>
      await query<DeliveryRow>(
        `select id, seq, trigger, state, attempts, extract(epoch from next_attempt_at - gateway_now())::float8 as delay_seconds
          from callback_deliveries where transaction_id = $1 order by id`,
        [transactionId],
      ),
    attempts: async (transactionId) =>
      await query<AttemptRow>(
        `select a.* from callback_attempts a join callback_deliveries d on d.id = a.delivery_id
          where d.transaction_id = $1 order by d.id, a.number`,
        [transactionId],
      ),
  }
}

/** A pay-in of this point, with its row and nothing told yet; returns its id. */
export async function insertPayin(
  { database, clock }: Pick<SetUp, 'database' | 'clock'>,
  pointId: string,
): Promise<string> {
  const id = uuidV7(clock.now())
  await database.owner.query(
    `with account as (
       insert into connector_accounts (id, connector, environment, name, credentials_box)
       select gen_random_uuid(), case environment when 'test' then 'simulated-bank' else 'own-account' end,
         environment, 'account', '\\x00' from points where id = $2::uuid
       returning id, environment
     )
     insert into transactions (id, point_id, environment, pay_type, service_code, reference, amount_minor, currency,
       status, reason, connector_account_id, sequence, instructions, details, content_hash, pay_token, created_at,
       updated_at, expired_at)
     select $1::uuid, $2::uuid, a.environment, 'payin', 'PIX_BR', $1::uuid::text, 1000, 'BRL', 'PENDING', 'awaiting_payment', a.id,
       nextval('order_sequence'), '{}', '{}', decode(repeat('00', 32), 'hex'), $3, gateway_now(), gateway_now(),
       gateway_now() + interval '1 day'
     from account a`,
    [id, pointId, randomBytes(16).toString('base64url')],
  )
  return id
}

/** A change of status as the gateway writes it, in one transaction; returns the event's id, a new one without `id`. */
export async function insertChange(
  { database, clock }: Pick<SetUp, 'database' | 'clock'>,
  change: { pointId: string; transactionId: string; status: Status; id?: string },
): Promise<string> {
  const id = change.id ?? uuidV7(clock.now())
  const { pointId, transactionId, status } = change
  await inTransaction(database.engine, async (tx) => {
    await tx.query({ text: 'select from transactions where id = $1 for update', values: [transactionId] })
    const settings = (await readPointRules(tx, [pointId])).get(pointId)?.callbacks
    const template = callbackTemplate(
      {
        transactionId,
        status,
        reason: status === 'COMPLETED' ? 'paid' : 'expired',
        reference: transactionId,
        payType: 'payin',
        card: false,
        bookedMinor: status === 'COMPLETED' ? 1000n : null,
        currency: 'BRL',
        updatedAt: clock.now(),
        methodSendsAmount: true,
      },
      settings ?? {
        extraFields: false,
        amountAlways: false,
        sendMetadata: false,
        sendRefunds: false,
        sendWithdrawals: false,
      },
    )
    await insertCallbackEvents(tx, [{ id, transactionId, pointId, status, template, apiKey: newCallbackNumber() }])
  })
  return id
}
