import { type Db, inTransaction } from '../../core/platform/database/database.ts'
import { type AuditBreak, verifyAuditChain } from '../audit-log/verify-audit.ts'
import type { MailDeps } from '../mail/deps.ts'
import { queueMailsAbout } from '../mail/outbox.ts'
import { alertReaders } from './rules/alert-kinds.ts'
import { insertAlertRow, resolveAll } from './store/alerts.ts'

const kind = 'audit_chain_broken'

/** Proves the whole audit log and informs operators if the proof fails. Returns 0: the next proof runs after a day. */
export async function proveAudit(
  deps: Pick<MailDeps, 'database' | 'clock' | 'log' | 'notify' | 'mail'>,
): Promise<number> {
  const { breaks } = await verifyAuditChain(deps, { merchantId: null })
  for (const found of breaks) deps.log.error({ ...found, number: String(found.number) }, 'the audit log is broken')
  await inTransaction(deps.database.engine, async (tx) => {
    if (breaks.length === 0) return void (await resolveAll(tx, kind))
    const created = await tell(tx, breaks, deps.clock.now())
    await queueMailsAbout(deps, tx, { alertIds: created, readers: alertReaders })
  })
  deps.notify('mails')
  return 0
}

async function tell(tx: Db, breaks: readonly AuditBreak[], now: Date): Promise<string[]> {
  const created: string[] = []
  for (const { chain, number, auditId, what } of breaks) {
    const object = `audit ${chain} ${number ?? auditId}`
    const subject = `${object} ${now.toISOString().slice(0, 10)}`
    const facts = { chain, number: number === null ? '' : String(number), what }
    const id = await insertAlertRow(tx, { merchantId: null, userId: null, kind, object, subject, facts })
    if (id !== undefined) created.push(id)
  }
  return created
}
