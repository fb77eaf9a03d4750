import type {
  CertificationOrder,
  CertificationRun,
  CertificationStep,
  StepResult,
} from '../../core/connectors/connector.ts'
import { judged, ofOrder, skipped, smallestOrder, submit, wordsOf } from './certification-calls.ts'
import { say } from './messages/en.ts'

const minuteMs = 60_000

/** A charge is open for this much longer than the person has: the run cancels it. */
const marginMs = 10 * minuteMs

/** A push comes within seconds, and again after a while where the first one was lost. */
const pushMs = minuteMs

async function payCharge(run: CertificationRun): Promise<StepResult> {
  const { connector, context, personMs: limitMs } = run
  if (limitMs === 0) return skipped('Nobody was asked to pay (--wait 0).')
  const expiresAt = new Date(run.now().getTime() + limitMs + marginMs)
  const made = await run.begin('paid', smallestOrder(run, { expiresAt }))
  const { outcome, code } = await submit(run, 'paid', made)
  if (code === undefined) return judged(false, wordsOf(outcome))
  run.askPerson(`Pay BRL 0.01 with this code (txid ${made.key}): ${code}`)
  const found = await run.waitFor(async () => {
    const now = await connector.inquire(made.key, context)
    return now.kind === 'completed' || now.kind === 'rejected' ? now : undefined
  }, limitMs)
  if (found === undefined) return skipped(`Nobody paid within ${limitMs / minuteMs} minutes.`)
  if (found.kind !== 'completed') return judged(false, wordsOf(found))
  const { creditedMinor, endToEndId = '' } = found
  if (endToEndId !== '') await run.keep(endToEndId)
  run.orders.set('paid', { ...made, outcome: found, ...(creditedMinor !== undefined && { paidMinor: creditedMinor }) })
  return judged(creditedMinor === made.order.amountMinor && endToEndId !== '', wordsOf(found))
}

/** A step about the charge that was paid. */
const ofPaid = ofOrder('paid', ({ paidMinor }) => paidMinor !== undefined, 'Nothing was paid.')

/** The gateway of this database keeps that the push came. */
async function awaitPush(run: CertificationRun, { key }: CertificationOrder): Promise<StepResult> {
  if (!run.context.notifyUrl.startsWith('https://')) {
    return skipped('The gateway has no public https address (PUBLIC_URL).')
  }
  const told = await run.waitFor(async () => ((await run.isTold(key)) ? true : undefined), pushMs)
  return judged(told === true, told ? 'the push came' : `no push within ${pushMs / 1_000} s`)
}

async function refundPaid(run: CertificationRun, made: CertificationOrder): Promise<StepResult> {
  const back = await run.refundWhole(made)
  const isWhole = back.kind === 'completed' && back.creditedMinor === made.paidMinor
  return judged(isWhole, wordsOf(back))
}

async function refundAgain(run: CertificationRun, made: CertificationOrder): Promise<StepResult> {
  const back = await run.refundWhole(made)
  const found = await run.connector.inquire(made.key, run.context)
  const returns = found.kind === 'reversed' ? (found.reversals ?? []) : []
  const isOne = returns.length === 1 && returns[0]?.id === made.refundKey && returns[0].amountMinor === made.paidMinor
  return judged(
    back.kind === 'completed' && isOne,
    `the refund is ${back.kind}, the charge has ${returns.length} returns`,
  )
}

/** The steps with money: the smallest amount comes and goes back. */
export const payAndRefund: readonly CertificationStep[] = [
  {
    ...{ name: 'payment', label: say('pix.step_payment'), run: payCharge },
    expected: 'a payment of BRL 0.01 is completed by inquiry, with its end-to-end id',
  },
  {
    ...{ name: 'push', label: say('pix.step_push'), run: ofPaid(awaitPush) },
    expected: 'a push about it reaches the gateway',
  },
  {
    ...{ name: 'refund', label: say('pix.step_refund'), run: ofPaid(refundPaid) },
    expected: 'the refund of the whole is completed',
  },
  {
    ...{ name: 'same_refund', label: say('pix.step_same_refund'), run: ofPaid(refundAgain) },
    expected: 'the same refund key again is the same refund: the charge has one return',
  },
]
