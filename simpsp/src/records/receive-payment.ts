import { randomInt } from 'node:crypto'
import type { Provider } from '../provider.ts'
import { type Charge, chargeId, type Payment } from './records.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export interface Paid {
  client: string
  txid?: string
  chave: string
  /** Centavos. */
  valor: number
  /** CPF or CNPJ. */
  payer?: string
  infoPagador?: string
}

/** A payer sends a Pix. A charge takes one payment in full or not, and is concluded by it. The receiver is told. */
export function receivePayment(provider: Provider, paid: Paid): Payment {
  const { records, now, pushes } = provider
  const at = now()
  const payment: Payment = {
    client: paid.client,
    endToEndId: endToEndId('E', at),
    ...(paid.txid === undefined ? {} : { txid: paid.txid }),
    valor: paid.valor,
    horario: at.toISOString(),
    chave: paid.chave,
    ...(paid.infoPagador === undefined ? {} : { infoPagador: paid.infoPagador }),
    payer: paid.payer ?? '39053344705',
    returns: [],
  }
  records.storePayment(payment)
  const charge = paid.txid === undefined ? undefined : records.charges.get(chargeId(paid.client, paid.txid))
  if (charge?.status === 'ATIVA') records.storeCharge({ ...charge, status: 'CONCLUIDA' })
  // Only payments with a txid are pushed.
  if (payment.txid !== undefined) pushes.ring(payment)
  return payment
}

/** Whether the payer's bank would still send it: the charge is open, and its time is not over. */
export function isPayable(charge: Charge, now: Date): boolean {
  return charge.status === 'ATIVA' && Date.parse(charge.criacao) + charge.expiracao * 1_000 > now.getTime()
}

/** `E` or `D`, the bank's ISPB, the minute, and eleven letters or digits. */
export function endToEndId(kind: 'E' | 'D', at: Date): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12)
  const tail = Array.from({ length: 11 }, () => letters[randomInt(letters.length)]).join('')
  return `${kind}99999003${minute}${tail}`
}
