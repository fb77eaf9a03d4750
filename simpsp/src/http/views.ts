import { writePixCode } from '../pix-code.ts'
import type { Charge, Payment, Return } from '../records/records.ts'

/** Centavos as the standard writes money: `10.00`. */
export function money(centavos: number): string {
  return `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`
}

export function centavos(text: string): number {
  return Number(text.replace('.', ''))
}

export function chargeView(charge: Charge, { name, payments }: { name: string; payments: readonly Payment[] }): object {
  const { txid, revisao, status, criacao, expiracao, original, chave, devedor, solicitacaoPagador } = charge
  const location = `simpsp.example.com/qr/v2/${txid}`
  return {
    calendario: { criacao, expiracao },
    txid,
    revisao,
    location,
    status,
    ...(devedor ? { devedor } : {}),
    valor: { original: money(original) },
    chave,
    ...(solicitacaoPagador === undefined ? {} : { solicitacaoPagador }),
    ...(status === 'ATIVA' ? { pixCopiaECola: writePixCode(location, name) } : {}),
    ...(payments.length > 0 ? { pix: payments.map(pixView) } : {}),
  }
}

/** A received Pix. The standard names no payer. */
export function pixView(payment: Payment): object {
  const { endToEndId, txid, valor, horario, chave, infoPagador, returns } = payment
  return {
    endToEndId,
    ...(txid === undefined ? {} : { txid }),
    valor: money(valor),
    horario,
    chave,
    ...(infoPagador === undefined ? {} : { infoPagador }),
    ...(returns.length > 0 ? { devolucoes: returns.map(returnView) } : {}),
  }
}

export function returnView({ id, rtrId, valor, natureza, solicitacao, liquidacao, status, motivo }: Return): object {
  return {
    id,
    rtrId,
    valor: money(valor),
    natureza,
    horario: { solicitacao, ...(liquidacao === undefined ? {} : { liquidacao }) },
    status,
    ...(motivo === undefined ? {} : { motivo }),
  }
}
