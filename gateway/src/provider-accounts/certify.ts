import { randomUUID } from 'node:crypto'
import type { SetBy } from '../audit/dual-approval.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { CertificationCall, CertificationResult, CertificationStep } from '../connectors/certification.ts'
import { inTransaction } from '../platform/database/database.ts'
import { uuidV7 } from '../platform/ids.ts'
import { Problem } from '../values/problem.ts'
import { entryOf } from './provider-account.ts'
import { requireProviderAccount, setUpOf } from './seal-credentials.ts'
import { type SignedReport, signReport } from './sign-report.ts'
import { insertCertification } from './store/certifications.ts'
import { wasNotified } from './store/notified-keys.ts'
import { contextOfAccount, type TryDeps } from './try-account.ts'

export interface CertifyWishes {
  accountId: string
  amountMinor: bigint
  /** How long a person has to pay. 0: nobody is there. */
  waitMs: number
  say(line: string): void
  pause(ms: number): Promise<void>
}

export interface TriedStep extends CertificationResult {
  name: string
  title: string
  calls: readonly CertificationCall[]
}

export interface Certified {
  isCertified: boolean
  steps: readonly TriedStep[]
  signed: SignedReport
}

/**
 * Tries at the provider of a test account what the connector relies on, and stores a signed report. Certified is an
 * account of which every step passed. Throws `not_found`, and `not_in_this_state` for live accounts and connectors
 * without a certification.
 */
export async function certify(deps: TryDeps, wishes: CertifyWishes, by: SetBy): Promise<Certified> {
  const account = await requireProviderAccount(deps, wishes.accountId)
  const { certification } = setUpOf(deps.connectors, account)
  if (!certification) {
    throw new Problem('not_in_this_state', { message: 'This connector has no certification.' })
  }
  if (account.environment !== 'test') {
    throw new Problem('not_in_this_state', {
      message: 'A certification makes payments and returns: it runs at a sandbox, with a test account.',
    })
  }
  const startedAt = deps.clock.now()
  const calls: CertificationCall[] = []
  const steps = certification({
    call: await contextOfAccount(deps, account.id),
    amountMinor: wishes.amountMinor,
    newKey: () => randomUUID().replaceAll('-', ''),
    say: wishes.say,
    waitMs: wishes.waitMs,
    wasNotified: async (key) =>
      await wasNotified(deps.database.engine, { accountId: account.id, key, since: startedAt }),
    record: (call) => calls.push(call),
    now: () => deps.clock.now(),
    pause: wishes.pause,
  })
  const tried: TriedStep[] = []
  for (const step of steps) {
    const before = calls.length
    const result = await tryStep(step)
    tried.push({ name: step.name, title: step.title, ...result, calls: calls.slice(before) })
    wishes.say(`${result.result.padEnd(7)} ${step.title} ${result.detail}`)
  }
  return await keep(deps, { account, tried, startedAt, by })
}

async function tryStep(step: CertificationStep): Promise<CertificationResult> {
  try {
    return await step.run()
  } catch {
    // The error may quote the credentials.
    return { result: 'failed', detail: 'The connector failed in this step.' }
  }
}

async function keep(
  deps: TryDeps,
  run: {
    account: Awaited<ReturnType<typeof requireProviderAccount>>
    tried: readonly TriedStep[]
    startedAt: Date
    by: SetBy
  },
): Promise<Certified> {
  const { account, tried, startedAt, by } = run
  const isCertified = tried.every(({ result }) => result === 'passed')
  const report = JSON.stringify({
    format: 'pasarela-certification-1',
    connector: account.connector,
    account: { id: account.id, name: account.name, environment: account.environment },
    by: nameOf(by),
    started_at: startedAt.toISOString(),
    ended_at: deps.clock.now().toISOString(),
    result: isCertified ? 'certified' : 'not_certified',
    steps: tried.map(({ calls, ...step }) => ({ ...step, calls: calls.map(callText) })),
  })
  const signed = signReport(deps.secretBox, report)
  const id = uuidV7(deps.clock.now())
  const detail = { connector: account.connector, name: account.name, certification: id, certified: isCertified }
  await inTransaction(deps.database.engine, async (tx) => {
    await insertCertification(tx, {
      id,
      connectorAccountId: account.id,
      environment: account.environment,
      isCertified,
      certifiedBy: nameOf(by).slice(0, 200),
      report,
      signature: Buffer.from(signed.signature, 'base64'),
    })
    const entry = entryOf(by, { action: 'provider_account.certify', id: account.id, detail })
    await writeAudit(tx, entry, deps.clock.now())
  })
  return { isCertified, steps: tried, signed }
}

function nameOf({ actor }: SetBy): string {
  return typeof actor === 'string' ? actor : actor.name
}

function callText({ requestId, durationMs, ...call }: CertificationCall): object {
  return { ...call, duration_ms: durationMs, ...(requestId === undefined ? {} : { request_id: requestId }) }
}
