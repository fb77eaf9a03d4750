import type { Provider } from '../provider.ts'
import { endToEndId } from './receive-payment.ts'
import type { Payment, Return } from './records.ts'

/** A return of this many centavos beside whole reais finds no balance and is refused. */
const refusedCentavos = 13

const returnDays = 90

/** Why a return is not taken, in the words of the standard's violations. Undefined where it is taken. */
export function whyNoReturn(provider: Provider, payment: Payment, wanted: { id: string; valor: number }) {
  const used = payment.returns.filter(({ status }) => status !== 'NAO_REALIZADO').map(({ valor }) => valor)
  const left = payment.valor - used.reduce((total, each) => total + each, 0)
  if (payment.returns.some(({ id }) => id === wanted.id)) {
    return { razao: 'O identificador já foi usado para uma devolução deste Pix.', propriedade: 'id' }
  }
  if (wanted.valor > left) return { razao: 'O valor excede o que resta do Pix.', propriedade: 'devolucao.valor' }
  const age = provider.now().getTime() - Date.parse(payment.horario)
  return age > returnDays * 86_400_000
    ? { razao: 'O prazo de devolução terminou.', propriedade: 'devolucao' }
    : undefined
}

/** Takes a return, which is decided later and then told. `natureza` MED_…: the banks take it, decided at once. */
export function returnPayment(
  provider: Provider,
  payment: Payment,
  wanted: { id: string; valor: number; natureza: string },
): Return {
  const at = provider.now()
  const isTaken = wanted.natureza.startsWith('MED_')
  const made: Return = {
    ...wanted,
    rtrId: endToEndId('D', at),
    solicitacao: at.toISOString(),
    status: isTaken ? 'DEVOLVIDO' : 'EM_PROCESSAMENTO',
    ...(isTaken ? { liquidacao: at.toISOString() } : {}),
  }
  provider.records.storePayment({ ...payment, returns: [...payment.returns, made] })
  if (isTaken) ring(provider, payment.endToEndId)
  else decideLater(provider, payment.endToEndId, made)
  return made
}

/** After a start: what was being decided when the process ended. */
export function decideOpenReturns(provider: Provider): void {
  for (const { endToEndId: id, returns } of provider.records.payments.values()) {
    for (const each of returns) if (each.status === 'EM_PROCESSAMENTO') decideLater(provider, id, each)
  }
}

function decideLater(provider: Provider, paymentId: string, { id, valor }: Return): void {
  provider.later(provider.returnAfterMs, () => {
    const payment = provider.records.payments.get(paymentId)
    if (!payment) return
    const decided = (each: Return): Return =>
      valor % 100 === refusedCentavos
        ? { ...each, status: 'NAO_REALIZADO', motivo: 'Saldo insuficiente.' }
        : { ...each, status: 'DEVOLVIDO', liquidacao: provider.now().toISOString() }
    const returns = payment.returns.map((each) => (each.id === id ? decided(each) : each))
    provider.records.storePayment({ ...payment, returns })
    ring(provider, paymentId)
  })
}

function ring({ records, pushes }: Provider, paymentId: string): void {
  const payment = records.payments.get(paymentId)
  if (payment?.txid !== undefined) pushes.ring(payment)
}
