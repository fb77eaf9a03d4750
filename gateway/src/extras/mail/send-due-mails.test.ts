import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueCertificate } from '../../../test/support/certificates.ts'
import { aPerson, aPoint, setUp as databaseSetUp, type SetUp } from '../../../test/support/set-up.ts'
import { plainTextOf, type SmtpServer, startSmtpServer } from '../../../test/support/smtp-server.ts'
import { isLoopback, smtpSender } from '../../core/net/smtp-sender.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import { siteAt } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { createLog } from '../../core/platform/log/log.ts'
import { createMetrics } from '../../core/platform/log/metrics.ts'
import { composeAlert } from '../alerts/compose-alert.ts'
import { alertReaders } from '../alerts/rules/alert-kinds.ts'
import { queueInvitationLink } from './outbox.ts'
import { endOf, type MailDeps, sendDueMails } from './send-due-mails.ts'
import { queueAlertMails } from './store/mails.ts'

const from = { name: 'Pasarela', address: 'pay@example.com' }
type Context = Parameters<typeof databaseSetUp>[0]

async function setUp(t: Context) {
  const deps = await databaseSetUp(t)
  const server = await startSmtpServer(t)
  return { deps, server, mailDeps: mailDepsOf(deps, server.port) }
}

function mailDepsOf(deps: SetUp, port: number, host = '127.0.0.1'): MailDeps {
  const settings = { host, port, secure: false, user: undefined, password: undefined }
  return {
    database: deps.database,
    secretBox: deps.secretBox,
    log: createLog('silent'),
    metrics: createMetrics(),
    sender: smtpSender(settings, from),
    site: siteAt('https://pay.example.com'),
    composeAlert,
  }
}

/** An alert about a point, queued for its owner. */
async function aMail(
  deps: SetUp,
  options: { name?: string; pointName?: string; language?: string; email?: string } = {},
) {
  const point = await aPoint(deps)
  const { merchantId } = point
  const userId = await aPerson(deps, { merchantId, ...options })
  const alertId = uuidV7(deps.clock.now())
  await deps.database.owner.query(
    `insert into alerts (id, merchant_id, point_id, kind, object, subject, facts)
      values ($1, $2, $3, 'callbacks_failing', $4, $4, $5)`,
    [
      alertId,
      merchantId,
      point.pointId,
      `a subject ${alertId}`,
      { point: options.pointName ?? 'Web shop', level: '24h', failing_since: '2026-11-20T10:05:07+00:00' },
    ],
  )
  assert.equal(await queueAlertMails(deps.database.engine, [alertId], alertReaders), 1)
  return { userId, merchantId }
}

async function mails(deps: SetUp) {
  return (await deps.database.owner.query('select state, attempts, last_error, link_box from mails order by id')).rows
}

/** Makes every waiting mail due. */
async function now(deps: SetUp): Promise<void> {
  await deps.database.owner.query(`update mails set next_attempt_at = statement_timestamp() where state = 'waiting'`)
}

test('an alert is mailed once, as text and HTML in the language of the recipient, and links to the dashboard', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  await aMail(deps, { language: 'pt', name: 'Zé Ação', email: 'ze@people.example' })
  assert.equal(await sendDueMails(mailDeps), 1)
  assert.equal(await sendDueMails(mailDeps), 0)
  assert.equal(server.mails.length, 1)
  const [mail] = server.mails
  assert.ok(mail)
  assert.deepEqual([mail.from, mail.to, mail.tls], ['pay@example.com', 'ze@people.example', false])
  assert.match(mail.headers.get('message-id')?.[0] ?? '', /^<pasarela-mail-\d+@example\.com>$/)
  assert.deepEqual(mail.headers.get('auto-submitted'), ['auto-generated'])
  assert.match(plainTextOf(mail), /Os callbacks de Web shop falham há um dia/)
  assert.match(plainTextOf(mail), /Desde: 2026-11-20 10:05 UTC/)
  assert.match(plainTextOf(mail), /https:\/\/pay\.example\.com\/dashboard\/alerts/)
  assert.match(mail.raw, /text\/html/)
  assert.deepEqual(await mails(deps), [{ state: 'sent', attempts: 1, last_error: null, link_box: null }])
})

test('a temporary refusal is retried later, a permanent refusal is not', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  await aMail(deps)
  server.answers.push({ command: 'RCPT', line: '451 try later, secret@words.example' })
  assert.equal(await sendDueMails(mailDeps), 1)
  assert.deepEqual(await mails(deps), [{ state: 'waiting', attempts: 1, last_error: 'EENVELOPE 451', link_box: null }])
  assert.equal(await sendDueMails(mailDeps), 0, 'not before its pause is over')
  await now(deps)
  await sendDueMails(mailDeps)
  assert.equal(server.mails.length, 1)
  await aMail(deps)
  server.answers.push({ command: 'RCPT', line: '550 no such person' })
  await sendDueMails(mailDeps)
  assert.deepEqual(await mails(deps), [
    { state: 'sent', attempts: 2, last_error: null, link_box: null },
    { state: 'failed', attempts: 1, last_error: 'EENVELOPE 550', link_box: null },
  ])
  assert.equal(server.mails.length, 1)
})

test('mails that waited for an unavailable server are sent when it is back', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  await aMail(deps)
  await server.stop()
  await sendDueMails(mailDeps)
  const [waiting] = await mails(deps)
  assert.deepEqual([waiting?.state, waiting?.last_error], ['waiting', 'ESOCKET'])
  const again: SmtpServer = await startSmtpServer(t, { port: server.port })
  await now(deps)
  await sendDueMails(mailDeps)
  assert.equal(again.mails.length, 1)
  assert.equal((await mails(deps))[0]?.state, 'sent')
})

test('two processes send each of many mails once', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  const wanted = 24
  for (let i = 0; i < wanted; i++) await aMail(deps)
  const other = mailDepsOf(deps, server.port)
  const all = async (each: MailDeps) => {
    let sent = 0
    for (let n = await sendDueMails(each); n > 0; n = await sendDueMails(each)) sent += n
    return sent
  }
  const [one, two] = await Promise.all([all(mailDeps), all(other)])
  assert.equal(one + two, wanted)
  assert.ok(one > 0 && two > 0, 'both had their share')
  assert.equal(new Set(server.mails.map((mail) => mail.to)).size, wanted)
  assert.equal(server.mails.length, wanted)
})

test('a mail that a process did not finish is sent by another process after the lease, with the same Message-ID', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  await aMail(deps)
  await new Promise<void>((begun) => {
    const send = async () => {
      begun()
      return await new Promise<never>(() => undefined)
    }
    void sendDueMails({ ...mailDeps, sender: { send } })
  })
  assert.equal(await sendDueMails(mailDeps), 0, 'the lease holds')
  await now(deps)
  assert.equal(await sendDueMails(mailDeps), 1)
  assert.deepEqual([server.mails.length, (await mails(deps))[0]?.state], [1, 'sent'])
})

test('names with line breaks add no header and no recipient', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  const evil = 'Eve\r\nBcc: victim@elsewhere.example\r\n\r\nhello'
  await aMail(deps, { name: evil, pointName: `Shop\r\nX-Injected: yes\r\nSubject: gone` })
  await sendDueMails(mailDeps)
  const [mail] = server.mails
  assert.ok(mail)
  assert.deepEqual([mail.headers.has('bcc'), mail.headers.has('x-injected')], [false, false])
  assert.equal(mail.headers.get('subject')?.length, 1)
  assert.match(mail.headers.get('subject')?.[0] ?? '', /^\[Pasarela\] Callbacks of Shop X-Injected: yes Subject: gone/)
  assert.equal(server.commands.filter((each) => each === 'RCPT').length, 1)
  assert.match(mail.headers.get('to')?.[0] ?? '', /@people\.example>$/)
})

test('an invalid address is refused before the mail is sent', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  await aMail(deps, { email: 'a@b.example>\r\nrcpt to:<victim@elsewhere.example' })
  await sendDueMails(mailDeps)
  assert.ok(server.mails.every((mail) => mail.to !== 'victim@elsewhere.example'))
  assert.ok(server.commands.filter((each) => each === 'RCPT').length <= 1)
})

test('an invitation’s link is encrypted until it is sent, then deleted', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  const { merchantId, userId } = await aMail(deps)
  await deps.database.owner.query('delete from mails')
  const id = uuidV7(deps.clock.now())
  await deps.database.owner.query(
    `insert into invitations (id, token_hash, merchant_id, role, email, invited_by, expires_at)
      values ($1, sha256('x'), $2, 'developer', 'new@people.example', $3, statement_timestamp() + interval '1 day')`,
    [id, merchantId, userId],
  )
  const link = 'https://pay.example.com/dashboard/invitation#canary-token-of-the-link'
  const mail = { send: async () => await Promise.resolve({ kind: 'sent' as const }) }
  const queued = await inTransaction(
    deps.database.engine,
    async (tx) => await queueInvitationLink({ ...deps, mail }, tx, { invitationId: id, link }),
  )
  assert.equal(queued, true)
  const [row] = (await deps.database.owner.query('select mails::text as text, link_box from mails')).rows
  assert.ok(row.link_box.length > link.length && !row.text.includes('canary'))
  server.answers.push({ command: 'DATA', line: '452 full' })
  await sendDueMails(mailDeps)
  await now(deps)
  await sendDueMails(mailDeps)
  const [sent] = server.mails
  assert.ok(sent)
  assert.equal(sent.to, 'new@people.example')
  assert.ok(plainTextOf(sent).includes(link))
  assert.deepEqual(await mails(deps), [{ state: 'sent', attempts: 2, last_error: null, link_box: null }])
  const again = { ...deps, mail: undefined }
  const without = await inTransaction(
    deps.database.engine,
    async (tx) => await queueInvitationLink(again, tx, { invitationId: id, link }),
  )
  assert.equal(without, false, 'without a mail server the inviter passes the link on')
})

test('a person who was disabled meanwhile gets no mail', async (t) => {
  const { deps, server, mailDeps } = await setUp(t)
  const { userId } = await aMail(deps)
  await deps.database.owner.query('update users set disabled_at = statement_timestamp() where id = $1', [userId])
  await sendDueMails(mailDeps)
  assert.deepEqual([server.mails.length, (await mails(deps))[0]?.state], [0, 'failed'])
})

test('STARTTLS is used where offered, with a valid certificate, and required for servers of other machines', async (t) => {
  const deps = await databaseSetUp(t)
  const unknown = await startSmtpServer(t, { certificate: await issueCertificate(undefined) })
  await aMail(deps)
  await sendDueMails(mailDepsOf(deps, unknown.port))
  assert.equal(unknown.mails.length, 0)
  assert.equal((await mails(deps))[0]?.last_error, 'ESOCKET')
  const plain = await startSmtpServer(t)
  await now(deps)
  // This address reaches this machine, but is not recognised as loopback.
  await sendDueMails(mailDepsOf(deps, plain.port, '0.0.0.0'))
  assert.equal(plain.mails.length, 0)
  assert.ok(!plain.commands.includes('MAIL'))
  assert.equal((await mails(deps))[0]?.last_error, 'ETLS 502')
  assert.deepEqual(
    ['localhost', '127.0.0.1', '127.9.9.9', '::1', 'mail.example.com', '10.0.0.1', 'localhost.evil.example'].map(
      isLoopback,
    ),
    [true, true, true, true, false, false, false],
  )
})

test('eight attempts over about a day, then a mail is given up', () => {
  const failed = { kind: 'failed', error: 'ECONNECTION' } as const
  const ends = [1, 2, 3, 4, 5, 6, 7, 8].map((attempts) => endOf(failed, attempts))
  assert.deepEqual(
    ends.map(({ state }) => state),
    [...Array<string>(7).fill('retry'), 'failed'],
  )
  const seconds = ends.reduce((sum, end) => sum + (end.state === 'retry' ? end.pauseSeconds : 0), 0)
  assert.ok(seconds > 20 * 3600 && seconds < 26 * 3600)
})
