import type { AnswerOfProvider } from '../../net/provider-http.ts'
import { stopwatch } from '../../platform/clock/clock.ts'
import { formatAmount } from '../../values/money.ts'
import type { CertificationContext, CertificationResult, CertificationStep } from '../certification.ts'
import { isNamed, problemOf } from './answers.ts'
import type { PixCalls, PixRequest } from './calls.ts'
import { type Charge, charge as chargeForm } from './charge.ts'
import { credentialsOf } from './credentials.ts'
import { returnForm } from './return.ts'

/** Between two looks at a charge that a person pays, and at a return that the bank decides. */
const lookAgainMs = 3_000

/** How long a bank may take to decide a return. */
const returnWaitMs = 60_000

/** Headers in which banks name a request. */
const requestIdHeaders = ['x-correlation-id', 'x-correlationid', 'x-request-id', 'correlation-id']

/** What the steps find out, one after the other. */
interface Found {
  /** The charge that is paid. */
  key: string
  code?: string
  paid?: { endToEndId: string; valor: string }
  returned?: { id: string; valor: string }
}

interface Trial {
  context: CertificationContext
  found: Found
  /** Undefined where nothing came back. */
  ask(wanted: PixRequest): Promise<AnswerOfProvider | undefined>
}

/** The promises of a Pix provider that the connector relies on. The steps build on each other and run in order. */
export function pixCertification(calls: Pick<PixCalls, 'call'>) {
  return (context: CertificationContext): readonly CertificationStep[] => {
    const trial: Trial = {
      context,
      found: { key: context.newKey() },
      ask: async (wanted) => await recorded(calls, context, wanted),
    }
    return [
      step('webhook', 'The provider shows the address for notifications, and it is ours.', () => showsWebhook(trial)),
      step('charge', 'A charge is made under our txid, with a code for the payer.', () => makesCharge(trial)),
      step('same_txid', 'The same charge again is the same charge.', () => keepsCharge(trial)),
      step('unknown_txid', 'A txid that was never used is answered with the standard’s own error.', () =>
        misses(trial),
      ),
      step('wrong_amount', 'A charge with a wrong amount is refused, and the field is named.', () => refuses(trial)),
      step('removal', 'A removed charge is final: it is not made again.', () => removes(trial)),
      step('payment', 'A payment concludes the charge, with amount and end-to-end id.', () => isPaid(trial)),
      step('notification', 'The gateway is notified of the payment.', () => isNotified(trial)),
      step('list', 'The list of received Pix has the payment.', () => lists(trial)),
      step('return', 'A part of the payment is returned.', () => returnsPart(trial)),
      step('same_return', 'The same return again returns nothing more.', () => returnsOnce(trial)),
      step('return_beyond', 'No more than the payment is returned.', () => returnsNoMore(trial)),
    ]
  }
}

function step(name: string, title: string, run: () => Promise<CertificationResult>): CertificationStep {
  return { name, title, run }
}

const passed = (detail: string): CertificationResult => ({ result: 'passed', detail })
const failed = (detail: string): CertificationResult => ({ result: 'failed', detail })
const skipped = (detail: string): CertificationResult => ({ result: 'skipped', detail })

const noPayment = skipped('There is no payment to try it with.')

function answered(answer: AnswerOfProvider | undefined): string {
  return answer ? `the answer was HTTP ${answer.status}` : 'there was no answer'
}

async function recorded(
  calls: Pick<PixCalls, 'call'>,
  context: CertificationContext,
  wanted: PixRequest,
): Promise<AnswerOfProvider | undefined> {
  const at = context.now().toISOString()
  const passedMs = stopwatch()
  const answer = await calls.call(context.call, wanted)
  const headers = answer.kind === 'answer' ? answer.headers : {}
  const requestId = requestIdHeaders.map((name) => headers[name]).find((value) => value !== undefined)
  context.record({
    ...{ method: wanted.method, path: wanted.path, at, durationMs: Math.round(passedMs()) },
    status: answer.kind === 'answer' ? answer.status : 0,
    ...(requestId === undefined ? {} : { requestId: requestId.slice(0, 200) }),
  })
  return answer.kind === 'answer' ? answer : undefined
}

function chargeOf(answer: AnswerOfProvider | undefined): Charge | undefined {
  const read = chargeForm.safeParse(answer?.body)
  return read.success && answer && answer.status < 300 ? read.data : undefined
}

function bodyOf({ context }: Trial, original = formatAmount(context.amountMinor, 'BRL')): object {
  const { pix_key: chave } = credentialsOf(context.call.account)
  return { calendario: { expiracao: 3_600 }, valor: { original }, chave }
}

async function showsWebhook({ context, ask }: Trial): Promise<CertificationResult> {
  const { pix_key: pixKey, notification_secret: secret } = credentialsOf(context.call.account)
  const answer = await ask({ method: 'GET', path: `/webhook/${encodeURIComponent(pixKey)}` })
  const body = answer?.body as { webhookUrl?: unknown } | undefined
  if (answer?.status === 404) return failed('No address is registered: pasarela connector notify registers it.')
  if (answer?.status !== 200) return failed(answered(answer))
  const isOurs = body?.webhookUrl === `${context.call.notifyUrl}/${secret}`
  return isOurs ? passed('It is ours.') : failed('Another address is registered: see pasarela connector notify.')
}

async function makesCharge(trial: Trial): Promise<CertificationResult> {
  const { found, ask } = trial
  const answer = await ask({ method: 'PUT', path: `/cob/${found.key}`, body: bodyOf(trial) })
  const made = chargeOf(answer)
  if (!made) return failed(answered(answer))
  if (made.txid !== found.key || made.status !== 'ATIVA') return failed('The answer is about no open charge of ours.')
  if (made.pixCopiaECola !== undefined) found.code = made.pixCopiaECola
  return made.pixCopiaECola === undefined && made.location === undefined && made.loc?.location === undefined
    ? failed('The answer has neither a code nor the address of one.')
    : passed(`txid ${found.key}`)
}

async function keepsCharge(trial: Trial): Promise<CertificationResult> {
  const { found, ask } = trial
  const answer = await ask({ method: 'PUT', path: `/cob/${found.key}`, body: bodyOf(trial) })
  const again = chargeOf(answer)
  if (!again) return failed(answered(answer))
  const read = chargeOf(await ask({ method: 'GET', path: `/cob/${found.key}` }))
  const isSame = again.txid === found.key && read?.txid === found.key && read.status === 'ATIVA'
  return isSame ? passed('It is open, once.') : failed('It is not the same open charge.')
}

async function misses({ context, ask }: Trial): Promise<CertificationResult> {
  const answer = await ask({ method: 'GET', path: `/cob/${context.newKey()}` })
  const error = problemOf(answer?.body)
  const isMissing = isNamed(error, 'CobNaoEncontrado') || isNamed(error, 'NaoEncontrado')
  return answer?.status === 404 && isMissing ? passed('404 with its name.') : failed(answered(answer))
}

async function refuses(trial: Trial): Promise<CertificationResult> {
  const { context, ask } = trial
  const answer = await ask({ method: 'PUT', path: `/cob/${context.newKey()}`, body: bodyOf(trial, '1') })
  const error = problemOf(answer?.body)
  const isNamedField = error?.violacoes?.some(({ propriedade }) => propriedade?.includes('valor')) === true
  return answer?.status === 400 && isNamedField
    ? passed('400, and the field is named.')
    : failed(`${answered(answer)}${isNamedField ? '' : ', and no field was named'}`)
}

async function removes(trial: Trial): Promise<CertificationResult> {
  const { context, ask } = trial
  const path = `/cob/${context.newKey()}`
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  await ask({ method: 'PUT', path, body: bodyOf(trial) })
  const removal = await ask({ method: 'PATCH', path, body: { status } })
  if (chargeOf(removal)?.status !== status) return failed(`the removal: ${answered(removal)}`)
  const again = await ask({ method: 'PUT', path, body: bodyOf(trial) })
  if (again?.status !== 400) return failed(`the charge again: ${answered(again)}`)
  const read = chargeOf(await ask({ method: 'GET', path }))
  return read?.status === status ? passed('It stays removed.') : failed('It did not stay removed.')
}

async function isPaid({ context, found, ask }: Trial): Promise<CertificationResult> {
  if (context.waitMs === 0) return skipped('Nobody was there to pay: see --wait.')
  const { amountMinor } = context
  context.say(
    `Pay ${formatAmount(amountMinor, 'BRL')} BRL now, within ${context.waitMs / 1_000} s: ${found.code ?? found.key}`,
  )
  const passedMs = stopwatch()
  for (;;) {
    const read = chargeOf(await ask({ method: 'GET', path: `/cob/${found.key}` }))
    const [payment] = read?.pix ?? []
    if (payment) {
      found.paid = payment
      const isExact = payment.valor === formatAmount(amountMinor, 'BRL')
      if (read?.status !== 'CONCLUIDA') return failed(`The charge is ${read?.status}, although it is paid.`)
      return isExact ? passed(`${payment.valor} by ${payment.endToEndId}`) : failed(`${payment.valor} came.`)
    }
    if (passedMs() >= context.waitMs) return skipped('Nobody paid in time.')
    await context.pause(lookAgainMs)
  }
}

async function isNotified({ context, found }: Trial): Promise<CertificationResult> {
  if (!found.paid) return noPayment
  const passedMs = stopwatch()
  while (!(await context.wasNotified(found.key))) {
    if (passedMs() >= returnWaitMs) return failed('No notification came within a minute of the payment.')
    await context.pause(lookAgainMs)
  }
  return passed('The notification was stored.')
}

async function lists({ context, found, ask }: Trial): Promise<CertificationResult> {
  if (!found.paid) return noPayment
  const hour = 3_600_000
  const query = {
    inicio: new Date(context.now().getTime() - hour).toISOString(),
    fim: new Date(context.now().getTime() + hour).toISOString(),
    txid: found.key,
  }
  const answer = await ask({ method: 'GET', path: '/pix', query })
  const { pix } = (answer?.body ?? {}) as { pix?: unknown }
  const has = Array.isArray(pix) && pix.some((each) => each?.endToEndId === found.paid?.endToEndId)
  return answer?.status === 200 && has
    ? passed('It is in the list.')
    : failed(`It is not in the list: ${answered(answer)}`)
}

async function returnsPart({ context, found, ask }: Trial): Promise<CertificationResult> {
  if (!found.paid) return noPayment
  const returned = { id: context.newKey(), valor: formatAmount((context.amountMinor + 1n) / 2n, 'BRL') }
  const path = `/pix/${found.paid.endToEndId}/devolucao/${returned.id}`
  const answer = await ask({ method: 'PUT', path, body: { valor: returned.valor } })
  const made = returnForm.safeParse(answer?.body)
  if (!made.success || !answer || answer.status >= 300) return failed(answered(answer))
  found.returned = returned
  const passedMs = stopwatch()
  for (let { status } = made.data; ; ) {
    if (status === 'DEVOLVIDO') return passed(`${returned.valor} by ${made.data.rtrId}`)
    if (status === 'NAO_REALIZADO') return failed('The bank did not return it.')
    if (passedMs() >= returnWaitMs) return failed(`It is ${status} after a minute.`)
    await context.pause(lookAgainMs)
    const read = returnForm.safeParse((await ask({ method: 'GET', path }))?.body)
    status = read.success ? read.data.status : status
  }
}

async function returnsOnce({ found, ask }: Trial): Promise<CertificationResult> {
  const { paid, returned } = found
  if (!paid || !returned) return noPayment
  const path = `/pix/${paid.endToEndId}/devolucao/${returned.id}`
  const again = await ask({ method: 'PUT', path, body: { valor: returned.valor } })
  const count = await countReturns({ found, ask })
  return count === 1 ? passed(`One return; ${answered(again)}.`) : failed(`There are ${count} returns.`)
}

async function returnsNoMore({ context, found, ask }: Trial): Promise<CertificationResult> {
  if (!found.paid || !found.returned) return noPayment
  const path = `/pix/${found.paid.endToEndId}/devolucao/${context.newKey()}`
  const answer = await ask({ method: 'PUT', path, body: { valor: found.paid.valor } })
  const count = await countReturns({ found, ask })
  if (answer?.status !== 400) return failed(answered(answer))
  return count === 1 ? passed('400, and nothing was returned.') : failed(`There are ${count} returns.`)
}

async function countReturns({ found, ask }: Pick<Trial, 'found' | 'ask'>): Promise<number> {
  const read = chargeOf(await ask({ method: 'GET', path: `/cob/${found.key}` }))
  return read?.pix?.[0]?.devolucoes?.filter(({ status }) => status !== 'NAO_REALIZADO').length ?? 0
}
