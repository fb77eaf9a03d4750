// The Pix provider as a bank of the stage, and its book to the judge.
import type { Json } from '../../../../test/contracts/description.ts'
import type { SimulatedPsp } from '../../../../test/contracts/simulated-psp.ts'
import type { Wire } from '../../../../test/support/world.ts'
import type { BankOrder, CallBank } from '../bank-orders.ts'

/** A charge as the provider's own book has it. */
interface Kept {
  txid: string
  received: string
  original: string
  /** Why nobody can pay it. */
  not_payable: string | null
  pix: { endToEndId: string; valor: string; horario: string; devolucoes?: Devolucao[] }[]
}

interface Devolucao {
  id: string
  valor: string
  status: string
  horario: { liquidacao: string }
}

/** Faults of the simulated bank, as this provider plays them. */
const faults: Readonly<Record<string, Json>> = {
  reset_after_processing: { kind: 'lose_answer' },
  garbage: { kind: 'html', booked: true },
  503: { kind: 'status', status: 503 },
  slow: { kind: 'delay', delay_ms: 300 },
  hang: { kind: 'reset_before' },
}

/** The control of the simulated provider in the words of the simulated bank's: its clock, its faults, its payers. */
export function bankOfPsp(psp: SimulatedPsp): CallBank {
  let offsetMs = 0
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

/** The provider's own book: charges and their refunds. */
export async function readPixOrders(psp: SimulatedPsp): Promise<readonly BankOrder[]> {
  const charges = (await psp.control('GET', '/records')).body['charges'] as Kept[]
  // An unpaid charge that was removed or has expired can move nothing.
  return charges.filter(({ not_payable, pix }) => pix.length > 0 || not_payable === null).flatMap(ordersOf)
}

function ordersOf({ txid, original, pix }: Kept): BankOrder[] {
  const payments = pix.map(({ valor, horario }) => [valor, horario] as const)
  const refunds = pix.flatMap(({ devolucoes = [] }) => devolucoes)
  return [
    orderOf({ key: txid, direction: 'in', valor: original }, payments),
    ...refunds.map(({ id, valor, status, horario }) => ({
      ...orderOf({ key: id, direction: 'out', valor }, status === 'DEVOLVIDO' ? [[valor, horario.liquidacao]] : []),
      ...(status === 'NAO_REALIZADO' && { rejected: 'other' }),
    })),
  ]
}

function orderOf(
  { key, direction, valor }: { key: string; direction: 'in' | 'out'; valor: string },
  executed: readonly (readonly [string, string])[],
): BankOrder {
  const movements = executed.map(([amount, at]) => {
    return { key, atMs: Date.parse(at), kind: 'executed' as const, amountMinor: minorOf(amount) }
  })
  const ordered = { key, direction, currency: 'BRL', orderedMinor: minorOf(valor) }
  return { ...ordered, submissions: 1, tombstone: false, movements }
}

function minorOf(valor: string): bigint {
  return BigInt(valor.replace('.', ''))
}
