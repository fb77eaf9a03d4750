import type { Json } from '../../../../test/contracts/description.ts'
import type { SimulatedPsp } from '../../../../test/contracts/simulated-psp.ts'
import type { Wire } from '../../../../test/support/world.ts'
import type { Cluster } from '../cluster.ts'

/** A charge as the provider's own book has it. */
interface Kept {
  txid: string
  received: string
  original: string
  /** Why nobody can pay it. */
  not_payable: string | null
  pix: { endToEndId: string; valor: string; devolucoes?: Devolucao[] }[]
}

interface Devolucao {
  id: string
  valor: string
  status: string
}

/** Faults of the simulated bank, as this provider plays them. */
const faults: Readonly<Record<string, Json>> = {
  reset_after_processing: { kind: 'lose_answer' },
  garbage: { kind: 'html', booked: true },
  503: { kind: 'status', status: 503 },
  slow: { kind: 'delay', delay_ms: 300 },
  hang: { kind: 'reset_before' },
}

/** The control of the simulated provider in the words of the simulated bank's: its book, its clock, its faults, its payers. */
export function bankOfPsp(psp: SimulatedPsp): Cluster['callBank'] {
  let offsetMs = 0
  let book: Wire[] = []
  const control = async (method: string, path: string, body?: Json) => (await psp.control(method, path, body)).body
  return async (method, path, sent) => {
    const url = new URL(path, 'http://127.0.0.1')
    const body = (sent ?? {}) as Wire
    const [, key = ''] = /^\/control\/orders\/([^/]+)\/act$/.exec(url.pathname) ?? []
    if (key !== '') return await pay(psp, key.replaceAll('-', ''), body.action === 'pay_twice')
    switch (`${method} ${url.pathname}`) {
      case 'POST /control/faults':
        return await control('POST', '/faults', { ...faults[body.kind], count: body.count })
      case 'DELETE /control/faults':
        return await control('DELETE', '/faults')
      case 'GET /control/health': {
        const { pushes_waiting, changes } = await control('GET', '/health')
        return { notifications_waiting: pushes_waiting, seq: changes }
      }
      case 'POST /control/clock': {
        await control('POST', '/clock', { advance_ms: body.offset_ms - offsetMs })
        offsetMs = body.offset_ms
        return {}
      }
      case 'GET /control/book': {
        const after = Number(url.searchParams.get('after'))
        if (after === 0) book = (await readCharges(psp)).flatMap(entriesOf)
        const entries = book.slice(after, after + Number(url.searchParams.get('limit')))
        return { entries, next_after: after + entries.length }
      }
      case 'GET /control/summary': {
        const orders = (await readCharges(psp)).flatMap(entriesOf)
        const counts = new Map<string, { executed: number }>()
        for (const { type, key: order } of orders) {
          const count = counts.get(order) ?? { executed: 0 }
          counts.set(order, { executed: count.executed + (type === 'order_executed' ? 1 : 0) })
        }
        return { summary: Number(url.searchParams.get('after')) === 0 ? Object.fromEntries(counts) : {}, next_after: 1 }
      }
      default:
        throw new Error(`the provider has no ${method} ${url.pathname}`)
    }
  }
}

/** A payer pays, and a second time where told. `not_found`: the provider does not know the charge yet. */
async function pay(psp: SimulatedPsp, txid: string, twice: boolean): Promise<Wire> {
  for (let left = twice ? 2 : 1; left > 0; left--) {
    const { status } = await psp.control('POST', '/pay', { txid, even_if: ['paid'] })
    if (status === 400) return { error: 'not_found' }
  }
  return {}
}

async function readCharges(psp: SimulatedPsp): Promise<readonly Kept[]> {
  const charges = (await psp.control('GET', '/records')).body['charges'] as Kept[]
  // An unpaid charge that was removed or has expired can move nothing.
  return charges.filter(({ not_payable, pix }) => pix.length > 0 || not_payable === null)
}

/** What happened to a charge and to its refunds, as entries of the simulated bank's book. */
function entriesOf({ txid, original, pix }: Kept): Wire[] {
  const key = idOf(txid)
  const refunds = pix.flatMap(({ devolucoes = [] }) => devolucoes)
  return [
    received(key, 'in', original),
    ...pix.map(({ valor }) => ({ type: 'order_executed', key, amount_minor: minorOf(valor) })),
    ...refunds.flatMap(({ id, valor, status }) => [
      received(idOf(id), 'out', valor, key),
      ...(status === 'DEVOLVIDO' ? [{ type: 'order_executed', key: idOf(id), amount_minor: minorOf(valor) }] : []),
      ...(status === 'NAO_REALIZADO' ? [{ type: 'order_rejected', key: idOf(id), reason: 'other' }] : []),
    ]),
  ]
}

function received(key: string, direction: 'in' | 'out', valor: string, refundOf?: string): Wire {
  const facts = { direction, currency: 'BRL', amount_minor: minorOf(valor), refund_of: refundOf }
  return { type: 'order_received', key, scenario: 'a Pix', facts }
}

function minorOf(valor: string): string {
  return BigInt(valor.replace('.', '')).toString()
}

/** The id of the transaction whose key it is. */
function idOf(key: string): string {
  return key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
