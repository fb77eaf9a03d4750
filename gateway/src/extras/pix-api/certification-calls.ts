import type { CertificationOrder, CertificationRun, Order, StepResult } from '../../core/connectors/connector.ts'
import { uuidV7 } from '../../core/platform/ids.ts'
import type { NotFound, Outcome } from '../../core/values/outcome.ts'

const openMs = 3_600_000

/** The smallest order of Pix. It ends by itself when a run was killed. */
export function smallestOrder(run: CertificationRun, change: Partial<Order> = {}): Order {
  const now = run.now()
  return {
    ...{ transactionId: uuidV7(now), pointId: uuidV7(now), environment: run.context.account.environment },
    ...{ payType: 'payin', serviceCode: 'PIX_BR', kind: 'qr', country: 'BR', currency: 'BRL', amountMinor: 1n },
    ...{ sequence: 1n, executeBefore: null, details: {}, instructions: {} },
    expiresAt: new Date(now.getTime() + openMs),
    ...change,
  }
}

/** An outcome in one sentence, with the provider's own code where it gives one. */
export function wordsOf(outcome: Outcome | NotFound): string {
  const { kind } = outcome
  if (kind === 'pending') return `pending ${codeOf(outcome) === undefined ? 'without a code' : 'with a code'}`
  if (kind === 'unknown' || kind === 'not_sent') return `${kind}: ${outcome.why}`
  if (kind === 'completed')
    return ['completed', `${outcome.creditedMinor} centavos`, outcome.endToEndId].filter(Boolean).join(', ')
  if (kind === 'reversed') return `reversed, ${outcome.amountMinor} centavos`
  if (kind !== 'rejected') return kind
  const { code = '', message = '' } = outcome.detail ?? {}
  return `rejected: ${[outcome.reason, code, message].filter(Boolean).join(' ')}`
}

export function codeOf(outcome: Outcome): string | undefined {
  return outcome.kind === 'pending' ? outcome.instructions?.pixBrCode : undefined
}

export function judged(isRight: boolean, came: string): StepResult {
  return { state: isRight ? 'passed' : 'failed', came }
}

export function skipped(came: string): StepResult {
  return { state: 'skipped', came }
}

/** Makes the charge of an order, or sends it again. */
export async function submit(
  { connector, context, orders }: CertificationRun,
  name: string,
  { outcome: _, ...made }: CertificationOrder,
  timeoutMs = context.timeoutMs,
): Promise<{ outcome: Outcome; code: string | undefined }> {
  const outcome = await connector.submit(made.order, made.key, { ...context, timeoutMs })
  orders.set(name, { ...made, outcome })
  return { outcome, code: codeOf(outcome) }
}

/** Steps about an order of the run; skipped where it does not stand as they need it. */
export function ofOrder(name: string, isThere: (made: CertificationOrder) => boolean, missing: string) {
  return (step: (run: CertificationRun, made: CertificationOrder) => Promise<StepResult>) =>
    async (run: CertificationRun): Promise<StepResult> => {
      const made = run.orders.get(name)
      return made && isThere(made) ? await step(run, made) : skipped(missing)
    }
}
