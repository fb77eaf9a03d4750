import { requireOperator } from '../../core/audit/dual-approval.ts'
import { auditOf, writeAudit } from '../../core/audit/write-audit.ts'
import type {
  CertificationRun,
  CertificationStep,
  ConnectorAccount,
  SetUpValues,
  StepResult,
} from '../../core/connectors/connector.ts'
import type { OnAnswer } from '../../core/net/provider-http.ts'
import { stopwatch } from '../../core/platform/clock/clock.ts'
import { inTransaction } from '../../core/platform/database/database.ts'
import type { PlatformDeps } from '../../core/platform/deps.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { version } from '../../core/platform/version.ts'
import { callTimeoutMs, notifyUrl } from '../../core/processing/call-connector.ts'
import type { ProcessingDeps } from '../../core/processing/deps.ts'
import { connectorCredentialsPlace } from '../../core/processing/store/connector-accounts.ts'
import type { Actor } from '../../core/values/actor.ts'
import { Problem } from '../../core/values/problem.ts'
import { endStep, startRun } from './certification-run.ts'
import { say } from './messages/en.ts'
import {
  type CertifiedStep,
  hiderOf,
  outcomeOfSteps,
  passedOf,
  requestIdOf,
  storableStep,
} from './rules/certification.ts'
import { fingerprintOf } from './rules/read-set-up.ts'
import { type CertificationRow, endCertification, insertCertification } from './store/certification-runs.ts'
import { listProviderAccounts, type ProviderAccountRow } from './store/provider-accounts.ts'
import { requireSetUp } from './try-account.ts'

export interface CertifyDeps extends Pick<PlatformDeps, 'database' | 'secretBox' | 'clock' | 'site'> {
  /** Connectors whose answers are heard, for the ids of calls and the provider's clock. */
  openConnectors(onAnswer: OnAnswer): ProcessingDeps['connectors']
}

export interface Certifying {
  /** Id of the account, or its name where only one has it. */
  account: string
  /** Real money may move, a cent of it. */
  isLive: boolean
  /** How long a person may take to pay; 0: nobody is asked. */
  personMs: number
  /** What a person has to do, and how far it is. */
  tell(line: string): void
}

/** The account that is meant. Throws `not_found`, and `not_in_this_state` where several have the name, or it is the other kind. */
async function requireMeant({ database: { engine } }: CertifyDeps, { account: named, isLive }: Certifying) {
  const all = (await listProviderAccounts(engine)).filter(({ id, name }) => id === named || name === named)
  const [account, another] = all
  if (another) throw new Problem('not_in_this_state', { message: say('provider.same_name') })
  if (!account) throw new Problem('not_found', { message: say('provider.unknown_account') })
  if ((account.environment === 'live') === isLive) return account
  throw new Problem('not_in_this_state', { message: say(isLive ? 'provider.is_sandbox' : 'provider.is_live') })
}

/**
 * Plays the connector's certification against the provider's own system, and stores what came. Its orders exist at the provider
 * alone: no transaction, no ledger entry. Throws `not_found`, `validation_failed`, and `not_in_this_state` where a live account was
 * not meant.
 */
export async function certifyAccount(
  deps: CertifyDeps,
  asked: Certifying,
  by: string | Actor,
): Promise<{ account: ProviderAccountRow; run: CertificationRow }> {
  const { credentials_box: box, ...account } = await requireMeant(deps, asked)
  const { id, environment, connector: name } = account
  const heard = hearing(deps)
  const { connector, setUp } = requireSetUp(deps.openConnectors(heard.onAnswer), name)
  const steps = setUp.certification
  if (!steps) throw new Problem('not_in_this_state', { message: say('provider.no_certification', { connector: name }) })
  const credentials = deps.secretBox.open(box, connectorCredentialsPlace(id))
  const opened: ConnectorAccount = { id, connector: name, environment, credentials }
  const context = { account: opened, timeoutMs: callTimeoutMs, notifyUrl: notifyUrl(deps, opened) }
  const started = {
    ...{ id: uuidV7(deps.clock.now()), connector_account_id: id, release: version, started_at: deps.clock.now() },
    credentials_fingerprint: fingerprintOf(credentials),
    run_by: requireOperator(typeof by === 'string' ? by : by.name),
  }
  await insertCertification(deps.database.engine, started)
  const run = startRun(deps, { ...asked, connector, context, aheadMs: heard.aheadMs })
  const hide = hiderOf(setUp.fields, JSON.parse(credentials) as SetUpValues)
  const ran = await runSteps(steps, { run, takeIds: heard.takeIds, hide, tell: asked.tell })
  const ended = { ...started, ended_at: deps.clock.now(), outcome: outcomeOfSteps(ran), steps: ran }
  await save(deps, { account, run: ended }, by)
  return { account, run: ended }
}

async function save(
  { database, clock }: CertifyDeps,
  { account, run }: { account: ProviderAccountRow; run: CertificationRow },
  by: string | Actor,
): Promise<void> {
  const { connector, environment, name } = account
  const { release, outcome, steps, credentials_fingerprint: credentials } = run
  const count = { passed: passedOf(steps), steps: steps.length }
  const detail = { connector, environment, name, release, outcome, ...count, credentials, run_id: run.id }
  await inTransaction(database.engine, async (tx) => {
    await endCertification(tx, run)
    await writeAudit(
      tx,
      auditOf(by, 'provider.certify', { objectId: account.id, merchantId: null, detail }),
      clock.now(),
    )
  })
}

/** Hears the provider's answers: the ids of its calls, and its clock. */
function hearing({ clock }: Pick<PlatformDeps, 'clock'>) {
  let ids: string[] = []
  let ahead: number | undefined
  const onAnswer: OnAnswer = (headers) => {
    ids.push(...[requestIdOf(headers) ?? []].flat())
    const saidMs = Date.parse(headers['date'] ?? '')
    // The test clock may be moved; the provider's is not.
    if (!Number.isNaN(saidMs)) ahead = saidMs - (clock.machineMs() - clock.aheadMs())
  }
  const takeIds = () => {
    const taken = ids
    ids = []
    return taken
  }
  return { onAnswer, takeIds, aheadMs: () => ahead }
}

interface Running {
  run: CertificationRun
  takeIds: () => readonly string[]
  hide: (text: string) => string
  tell: (line: string) => void
}

/** The steps one after the other, and at last the end of every order that they made. */
async function runSteps(steps: readonly CertificationStep[], { run, ...how }: Running): Promise<CertifiedStep[]> {
  const ran: CertifiedStep[] = []
  let missing: string | undefined
  for (const step of [...steps, endStep]) {
    const passedMs = stopwatch()
    const isPossible = missing === undefined || step === endStep
    const result = isPossible
      ? await resultOf(step, run)
      : ({ state: 'skipped', came: `${missing} did not pass.` } as const)
    const stored = storableStep(step, { result, tookMs: passedMs(), requestIds: how.takeIds() }, how.hide)
    ran.push(stored)
    how.tell(`${stored.name}: ${stored.state}`)
    if (step.isNeededByOthers && result.state !== 'passed') missing ??= step.name
  }
  return ran
}

/** A step that breaks off has failed, and the orders of the run are ended all the same. */
async function resultOf(step: CertificationStep, run: CertificationRun): Promise<StepResult> {
  try {
    return await step.run(run)
  } catch (error) {
    return { state: 'failed', came: `It broke off: ${error instanceof Error ? error.message : String(error)}` }
  }
}
