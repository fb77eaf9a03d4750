import { type Body, newReference, payinBody } from '../run/bodies.ts'
import { type Checks, demandRefused, demandSentAccepted, demandSentRefused } from '../run/check.ts'
import type { Exchange } from '../run/exchange.ts'
import { demand, demandEqual, demandText, NotChecked } from '../run/expect.ts'
import {
  type Created,
  create,
  idOf,
  isAccepted,
  payinOf,
  payinPath,
  payoutOf,
  type Settlement,
  type Subject,
  settledPayin,
  withCallbacks,
} from '../run/subject.ts'

const paid: Settlement = { outcome: 'paid', status: 'COMPLETED' }
/** Other checks pay no pay-ins of these codes: one is refunded, the other is paid afterwards. */
const [code, laterCode] = ['BT_PE', 'BT_UY']
/** Less than any pay-in of these checks. */
const partAmount = 300

/** Refunds as Pasarela offers them; a gateway that has none is not checked. */
export const refundChecks: Checks = {
  'refund-of-a-completed-pay-in-only': {
    needs: ['decisions'],
    run: async (subject) => {
      await probe(subject)
      const payout = await payoutOf(subject, code)
      const body = { reference: newReference() }
      await demandRefused(subject, { path: refundsOf(payout), body, because: 'this is a payout' })
      const { adapter } = subject
      // Without one nobody knows that a pay-in is unpaid.
      if (adapter === undefined) return
      const unpaid = await create(subject, payinPath, payinBody(code, { amount: adapter.heldAmount(code) }))
      await demandRefused(subject, { path: refundsOf(unpaid), body, because: 'nobody has paid the pay-in' })
    },
  },
  'refund-of-a-part': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const { payin, part } = await refunded(subject)
      demandSentAccepted({ exchange: part }, 'the pay-in is completed')
      demandEqual(part.status, 201, { expected: 'the HTTP status', evidence: part })
      const { refund_id: id, payment_id: payment, amount, status } = part.json.data
      demandText(id, { expected: 'data.refund_id to be a text', evidence: part })
      demandEqual(payment, idOf(payin), { expected: 'data.payment_id', evidence: part })
      demandEqual(amount, partAmount, { expected: 'data.amount', evidence: part })
      const expected = 'data.status to be PENDING or COMPLETED'
      demand(['PENDING', 'COMPLETED'].includes(status), status, { expected, evidence: part })
    },
  },
  'refund-is-read': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const { payin, part } = await refunded(subject)
      const { refund_id: id } = acceptedData(part)
      const read = await subject.send(`/api/v1/refunds/${id}`, undefined)
      for (const [name, wanted] of Object.entries({ refund_id: id, payment_id: idOf(payin), amount: partAmount })) {
        demandEqual(read.json?.data?.[name], wanted, { expected: `data.${name}`, evidence: read })
      }
      const list = await listOf(subject, payin)
      const ids = itemsOf(list).map(({ refund_id }) => refund_id)
      demand(ids.includes(id), ids, { expected: `data.items to have the refund ${id}`, evidence: list })
    },
  },
  'refund-within-what-is-left': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      demandSentRefused({ exchange: await probe(subject) }, 'nobody can be given back less than nothing')
      const { part, left, above, rest, more } = await refunded(subject)
      acceptedData(part)
      demandSentRefused({ exchange: above }, `only ${left} is left`)
      // Where the rest was another amount, its own rule says so.
      if (acceptedData(rest).amount === left) demandSentRefused({ exchange: more }, 'nothing is left')
    },
  },
  'refund-reference-counts-once': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const { payin, part, again, reference } = await refunded(subject)
      const { refund_id: id } = acceptedData(part)
      demandEqual(again.json?.data?.refund_id, id, { expected: 'data.refund_id of the repetition', evidence: again })
      const list = await listOf(subject, payin)
      const found = itemsOf(list).filter((item) => item.reference === reference)
      demand(found.length <= 1, found.length, {
        expected: `one refund with the reference ${reference}`,
        evidence: list,
      })
    },
  },
  'refund-of-the-rest': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const { part, left, again, above, rest } = await refunded(subject)
      const isKnown = again.json?.data?.refund_id === acceptedData(part).refund_id && !isAccepted(above)
      if (!isKnown) throw new NotChecked('what is left is unknown: another refund was made that should not')
      demandSentAccepted({ exchange: rest }, `${left} is left`)
      demandEqual(rest.json.data.amount, left, { expected: 'data.amount', evidence: rest })
    },
  },
  'refund-is-not-told': {
    needs: ['receiver', 'decisions'],
    run: async (subject) => {
      const { payin, part, reference } = await refunded(subject)
      const { refund_id: id = reference } = acceptedData(part)
      // What is sent at once has come when a later payment is told.
      await settledPayin(subject, laterCode, paid)
      const told = withCallbacks(subject).receiver.received.find(
        ({ json }) => json?.transaction_id === id || json?.reference === reference,
      )
      demandEqual(told?.text, undefined, { expected: 'a callback of the refund', evidence: told })
      const read = await subject.send(`/api/v1/payments/${idOf(payin)}`, undefined)
      if (read.status === 404) throw new NotChecked('the gateway does not tell the status of a pay-in')
      demandEqual(read.json?.data?.status, 'COMPLETED', { expected: 'data.status of the pay-in', evidence: read })
    },
  },
}

/** A paid pay-in, what was asked about it one after the other, and each reply. */
interface Refunded {
  payin: Created
  /** Of `part`, as it was sent. */
  reference: string
  part: Exchange
  again: Exchange
  /** What `part` leaves, in units of the currency. */
  left: number
  /** A cent more than what is left. */
  above: Exchange
  rest: Exchange
  more: Exchange
}

async function refunded(subject: Subject): Promise<Refunded> {
  return await subject.once('refunded', async () => {
    await probe(subject)
    const { created: payin } = await settledPayin(subject, code, paid)
    const refund = async (body: Body) => await subject.send(refundsOf(payin), { reference: newReference(), ...body })
    const left = rounded(Number(payin.body['amount']) - partAmount)
    const reference = newReference()
    const wanted = { reference, amount: partAmount }
    const part = await refund(wanted)
    const again = await refund(wanted)
    const above = await refund({ amount: rounded(left + 0.01) })
    const rest = await refund({})
    const more = await refund({ amount: 1 })
    return { payin, reference, part, again, left, above, rest, more }
  })
}

/**
 * Asks for a refund that moves no money, and for something that no gateway has. Throws NotChecked where both get the
 * same answer, for then there are no refunds, and where the key may not refund.
 */
async function probe(subject: Subject): Promise<Exchange> {
  return await subject.once('probe of refunds', async () => {
    const path = refundsOf(await payinOf(subject, code))
    const body = { reference: newReference(), amount: -1 }
    const answer = await subject.send(path, body)
    if (isAccepted(answer)) return answer
    const { status } = answer
    const unknown = await subject.send(`${path}-of-nobody`, body)
    if (status === unknown.status || [404, 405, 501].includes(status)) {
      throw new NotChecked(`the gateway has no refunds: it answers ${status}`)
    }
    if ([401, 403].includes(status)) throw new NotChecked(`the key may not refund: the gateway answers ${status}`)
    return answer
  })
}

function refundsOf(payment: Created): string {
  return `/api/v1/payments/${idOf(payment)}/refunds`
}

async function listOf(subject: Subject, payin: Created): Promise<Exchange> {
  return await subject.send(refundsOf(payin), undefined)
}

// biome-ignore lint/suspicious/noExplicitAny: the wire is what is being tested, without types of any gateway
function itemsOf({ json }: Exchange): any[] {
  const items = json?.data?.items
  return Array.isArray(items) ? items : []
}

/** Throws NotChecked where the refund was refused: that is the fault of another rule. */
function acceptedData(refund: Exchange): Exchange['json'] {
  if (!isAccepted(refund)) throw new NotChecked(`the refund was not accepted: ${refund.status} ${refund.text}`)
  return refund.json.data
}

/** To cents. */
function rounded(amount: number): number {
  return Math.round(amount * 100) / 100
}
