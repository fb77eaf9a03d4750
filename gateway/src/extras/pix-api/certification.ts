import type {
  CertificationOrder,
  CertificationRun,
  CertificationStep,
  StepResult,
} from '../../core/connectors/connector.ts'
import { stopwatch } from '../../core/platform/clock/clock.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import { codeOf, judged, ofOrder, skipped, smallestOrder, submit, wordsOf } from './certification-calls.ts'
import { payAndRefund } from './certify-payment.ts'
import { say } from './messages/en.ts'

const dayMs = 86_400_000

/** How long a merchant's request waits for a code. */
const codeMs = 6_000

/** The clock of a PSP may be off by this much: the expiry of a charge and the time of a token count by it. */
const skewMaxMs = 30_000

/** Before so few milliseconds have passed, no PSP has answered. The first that is too short for an answer is taken. */
const lostAfterMs = [50, 20, 5, 1]

async function tryToken({ connector, context, now }: CertificationRun): Promise<StepResult> {
  const trial = await connector.setUp?.try(context.account, { timeoutMs: context.timeoutMs, now: now() })
  return judged(trial?.kind === 'works', trial?.kind === 'works' ? trial.said : (trial?.why ?? 'no trial'))
}

async function makeCharge(run: CertificationRun): Promise<StepResult> {
  const passedMs = stopwatch()
  const { outcome, code } = await submit(run, 'first', await run.begin('first', smallestOrder(run)), codeMs)
  const tookMs = Math.round(passedMs())
  return judged(code !== undefined && tookMs <= codeMs, `${wordsOf(outcome)} after ${tookMs} ms`)
}

/** A step about the first charge, which must stand at the PSP, with a code or without. */
const ofFirst = ofOrder('first', ({ outcome }) => outcome?.kind === 'pending', 'No charge was made.')

async function sendAgain(run: CertificationRun, made: CertificationOrder): Promise<StepResult> {
  const before = made.outcome && codeOf(made.outcome)
  const { outcome, code } = await submit(run, 'first', made)
  const isSame = code !== undefined && (before === undefined || code === before)
  return judged(isSame, code !== undefined && !isSame ? 'pending with another code' : wordsOf(outcome))
}

async function inquirePending({ connector, context }: CertificationRun, { key }: CertificationOrder) {
  const found = await connector.inquire(key, context)
  return judged(found.kind === 'pending', found.kind === 'pending' ? 'pending' : wordsOf(found))
}

async function inquireUnknown({ connector, context, now }: CertificationRun): Promise<StepResult> {
  const found = await connector.inquire(connector.keyFor(uuidV7(now()), 1), context)
  return judged(found.kind === 'not_found', wordsOf(found))
}

/** Its payer is nobody: the tax number is the one of the standard's own examples. */
async function makeDueCharge(run: CertificationRun): Promise<StepResult> {
  if (run.context.account.environment === 'live') return skipped('It would name a payer, and there is none.')
  const day = new Date(run.now().getTime() + 2 * dayMs).toISOString().slice(0, 10)
  const expiresAt = new Date(`${day}T23:59:59.999Z`)
  const details = { payer_doc_id: '12345678909', payer_name: 'Pasarela' }
  const made = await run.begin('due', smallestOrder(run, { expiresAt, details }))
  const { outcome } = await submit(run, 'due', made)
  const isRefused = outcome.kind === 'not_sent' || outcome.kind === 'rejected'
  if (isRefused || (outcome.kind === 'unknown' && outcome.why === 'unmapped')) {
    return skipped(`The account does not take due charges: ${wordsOf(outcome)}`)
  }
  if (outcome.kind !== 'pending') return judged(false, wordsOf(outcome))
  return await inquirePending(run, made)
}

async function cancelCharge({ connector, context }: CertificationRun, { key }: CertificationOrder) {
  const cancelled = (await connector.cancel?.(key, context)) ?? 'unknown'
  const found = await connector.inquire(key, context)
  const isCancelled = cancelled === 'cancelled' && found.kind === 'rejected' && found.reason === 'cancelled'
  return judged(isCancelled, `cancel says ${cancelled}, the inquiry ${wordsOf(found)}`)
}

/** Whether a charge whose answer was lost stands is known at once, or when the visibility window is over. */
async function loseAnswer(run: CertificationRun): Promise<StepResult> {
  const { connector, context } = run
  const { visibilityWindowMs } = connector.manifest
  for (const timeoutMs of lostAfterMs) {
    const name = `lost_${timeoutMs}`
    const made = await run.begin(name, smallestOrder(run))
    const { outcome } = await submit(run, name, made, timeoutMs)
    if (outcome.kind !== 'unknown') continue
    const first = await connector.inquire(made.key, context)
    if (first.kind !== 'not_found') return judged(first.kind === 'pending', `${wordsOf(outcome)}, then ${first.kind}`)
    await run.waitFor(async () => await Promise.resolve(undefined), visibilityWindowMs)
    const later = await connector.inquire(made.key, context)
    const came = `${wordsOf(outcome)}, then not_found, and ${later.kind} after ${visibilityWindowMs / 1_000} s`
    return judged(later.kind === 'not_found', came)
  }
  return skipped('Every answer came before it could be lost.')
}

async function checkWebhook({ connector, context }: CertificationRun): Promise<StepResult> {
  if (!context.notifyUrl.startsWith('https://')) return skipped('The gateway has no public https address (PUBLIC_URL).')
  const findings = (await connector.checkAccount?.(context)) ?? []
  return judged(findings.length === 0, findings.length === 0 ? 'registered and read back' : findings.join(' '))
}

async function compareClocks({ aheadMs }: CertificationRun): Promise<StepResult> {
  const ahead = aheadMs()
  if (ahead === undefined) return await Promise.resolve(skipped('No answer had a Date header.'))
  return judged(Math.abs(ahead) <= skewMaxMs, `the provider's clock is ${Math.round(ahead / 1_000)} s ahead`)
}

/** What only a PSP's own system can show. */
export const pixCertification: readonly CertificationStep[] = [
  {
    ...{ name: 'token_and_certificate', label: say('pix.step_token_and_certificate'), run: tryToken },
    expected: 'GET /pix answers 200 with the token and the certificate',
    isNeededByOthers: true,
  },
  {
    ...{ name: 'code_in_time', label: say('pix.step_code_in_time'), run: makeCharge },
    expected: 'a charge of BRL 0.01 is pending with its code within 6 s',
  },
  {
    ...{ name: 'same_key', label: say('pix.step_same_key'), run: ofFirst(sendAgain) },
    expected: 'the same key again is the same charge, with the same code',
  },
  {
    ...{ name: 'inquiry_pending', label: say('pix.step_inquiry_pending'), run: ofFirst(inquirePending) },
    expected: 'the inquiry says pending',
  },
  {
    ...{ name: 'unknown_key', label: say('pix.step_unknown_key'), run: inquireUnknown },
    expected: 'the inquiry of a key that was never sent says not_found',
  },
  {
    ...{ name: 'due_charge', label: say('pix.step_due_charge'), run: makeDueCharge },
    expected: 'a charge that is due on a day is pending',
    isOptional: true,
  },
  {
    ...{ name: 'cancelled', label: say('pix.step_cancelled'), run: ofFirst(cancelCharge) },
    expected: 'cancel says cancelled, and so does the inquiry',
  },
  {
    ...{ name: 'lost_answer', label: say('pix.step_lost_answer'), run: loseAnswer },
    expected: 'a charge whose answer was lost is pending, or not_found for good after the visibility window',
  },
  {
    ...{ name: 'webhook', label: say('pix.step_webhook'), run: checkWebhook },
    expected: 'the webhook is registered, and the PSP reads it back',
  },
  ...payAndRefund,
  {
    ...{ name: 'clock', label: say('pix.step_clock'), run: compareClocks },
    expected: 'the Date header is at most 30 s off',
    isOptional: true,
  },
]
