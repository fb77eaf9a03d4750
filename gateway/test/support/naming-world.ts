import { createLog } from '../../src/platform/log/log.ts'
import type { NewTransaction } from '../../src/processing/rules/new-transaction.ts'
import { insertTransactions } from '../../src/processing/store/creations.ts'
import { countLeft } from '../../src/retention/count-left.ts'
import { aPerson } from './a-person.ts'
import { aConnectorAccount, aTransaction } from './a-transaction.ts'
import { aPoint, setUp as databaseSetUp } from './set-up.ts'

/** How long personal data stay here. */
export const retentionDays = 100
/** Nothing else in the database says these. */
export const canaries = ['CANARIA NOMBRE', '20999888776', 'canary-account', 'canary@payer.example', '203.0.113.77']

type Context = Parameters<typeof databaseSetUp>[0]

/** A point whose payments name people, and what removes them. */
export async function namingWorld(t: Context) {
  const base = await databaseSetUp(t)
  const point = await aPoint(base)
  const deps = { ...base, retentionDays, log: createLog('silent') }
  const own = { pointId: point.pointId, connectorAccountId: await aConnectorAccount(base) }
  const sql = async (text: string, values: unknown[] = []) => (await base.database.owner.query(text, values)).rows
  return { ...deps, point, own, sql, left: async () => await countLeft(deps, retentionDays) }
}

export type NamingWorld = Awaited<ReturnType<typeof namingWorld>>

/** A transaction that names people wherever one can, with everything that hangs on it. */
export async function aNaming(world: NamingWorld, changes: Partial<NewTransaction> = {}): Promise<NewTransaction> {
  const { own, sql } = world
  const transaction = aTransaction(world, own, {
    details: {
      payer_doc_id: '20999888776',
      payer_name: 'CANARIA NOMBRE',
      account: 'canary-account',
      payer_email: 'canary@payer.example',
      account_type: 'CBU',
      expired_at: '2030-01-01T00:00:00.000Z',
    },
    partyDocument: '20999888776',
    partyName: 'CANARIA NOMBRE',
    redirectUrl: 'https://shop.example/canary@payer.example',
    ...changes,
  })
  await insertTransactions(world.database.engine, [transaction])
  const { id } = transaction
  await sql(
    `update transactions set status = 'COMPLETED', reason = 'paid', credited_minor = 1000, received_minor = 1000,
      sender_name = 'CANARIA NOMBRE', sender_document = '20999888776', payer_reference = 'CANARIA NOMBRE',
      payer_reference_source = 'payer', provider_page_url = 'https://bank.example/?CANARIA NOMBRE', card_last4 = '1111',
      card_bin = '411111', end_to_end_id = 'E123' where id = $1`,
    [id],
  )
  await sql(
    `update attempts set state = 'closed', outcome = 'completed', lease_until = null, lease_owner = null,
      outcome_detail = '{"kind":"completed","endToEndId":"E123","sender":{"name":"CANARIA NOMBRE","document":"20999888776"}}'
      where transaction_id = $1`,
    [id],
  )
  await sql(
    `insert into transaction_history (transaction_id, point_id, status, reason, source, detail)
      values ($1, $2, 'COMPLETED', 'paid', 'notification', 'paid by CANARIA NOMBRE')`,
    [id, own.pointId],
  )
  await aNamingCallback(world, id)
  await aNamingProposal(world, id)
  return transaction
}

async function aNamingCallback({ own, sql }: NamingWorld, id: string): Promise<void> {
  const body = `{"transaction_id":"${id}","status":"COMPLETED","amount":10.00,"reference":"a","sender_name":"CANARIA NOMBRE \\"x\\"","sender_document_number":"20999888776","endToEndId":"E123"}`
  const [event] = await sql(
    `insert into callback_events (id, point_id, transaction_id, seq, status, body_template, api_key)
      values (gen_random_uuid(), $1, $2, 1, 'COMPLETED', $3, (select count(*) + 1 from callback_events)) returning id`,
    [own.pointId, id, body],
  )
  const [delivery] = await sql(
    `insert into callback_deliveries (event_id, point_id, transaction_id, seq, trigger, state, delivered_at)
      values ($1, $2, $3, 1, 'auto', 'delivered', gateway_now()) returning id`,
    [event?.['id'], own.pointId, id],
  )
  await sql(
    `insert into callback_attempts (delivery_id, point_id, number, started_at, response_body)
      values ($1, $2, 1, gateway_now(), 'thanks, CANARIA NOMBRE')`,
    [delivery?.['id'], own.pointId],
  )
  await sql(`insert into inbox_messages (point_id, event_id, headers, body) values ($1, $2, '{}', $3)`, [
    own.pointId,
    event?.['id'],
    body,
  ])
}

async function aNamingProposal(world: NamingWorld, id: string): Promise<void> {
  const { sql } = world
  const [person] = await sql('select id from users limit 1')
  const operator = String(person?.['id'] ?? (await aPerson(world, { name: 'Omar' })))
  await sql(
    `insert into proposals (id, action, environment, transaction_id, input, evidence, proposed_by, state, decided_by,
      decided_at, decision_note)
      values (gen_random_uuid(), 'confirm', 'test', $1, '{}', 'wire of CANARIA NOMBRE', $2, 'withdrawn', $2,
        statement_timestamp(), 'to 20999888776')`,
    [id, operator],
  )
}

/** Old data that belong to no transaction. */
export async function peopleAndLogs(world: NamingWorld): Promise<void> {
  const { sql, own } = world
  const gone = await aPerson(world, { name: 'CANARIA NOMBRE', email: 'canary@payer.example' })
  await sql(`update users set disabled_at = statement_timestamp() - interval '1000 days' where id = $1`, [gone])
  await sql(
    `insert into sessions (id_hash, public_id, user_id, stage, address, user_agent, last_seen_at)
      values (sha256('x'), gen_random_uuid(), $1, 'signed_in', '203.0.113.77', 'canary-account',
        statement_timestamp() - interval '200 days')`,
    [gone],
  )
  await sql(
    `insert into invitations (id, token_hash, role, email, expires_at)
      values (gen_random_uuid(), sha256('y'), 'admin', 'canary@payer.example', statement_timestamp())`,
  )
  await sql(
    `insert into provider_notifications (id, connector_account_id, headers, body, state, received_at)
      values (gen_random_uuid(), $1, '{"x":"CANARIA NOMBRE"}', 'CANARIA NOMBRE', 'processed', gateway_now())`,
    [own.connectorAccountId],
  )
  await sql(
    `insert into request_log (request_id, point_id, created_at, method, route, status, address, duration_ms)
      values ('r', $1, gateway_now(), 'GET', '/x', 200, '203.0.113.77', 1)`,
    [own.pointId],
  )
  await sql(
    `insert into audit_log (id, actor, action, origin) values (gen_random_uuid(), 'somebody', 'test', '203.0.113.77')`,
  )
}
