import { setTimeout as wait } from 'node:timers/promises'
import type { Json } from './book.ts'
import type { Fault } from './faults.ts'
import type { Outcome, Reply } from './listen.ts'
import { problem } from './pix-api.ts'
import { Refusal } from './refusal.ts'

const kinds: Record<number, string> = {
  400: 'RequisicaoInvalida',
  403: 'AcessoNegado',
  404: 'NaoEncontrado',
  500: 'ErroInternoDoServidor',
  503: 'ServicoIndisponivel',
  504: 'IndisponibilidadePorTempoEsgotado',
}

/** Says to whoever checks answers that this one breaks the description on purpose. */
const onPurpose = (kind: string) => ({ 'x-off-contract': kind })

/** What an answer that is booked says otherwise; undefined leaves a field out. */
const otherwise: Partial<Record<Fault['kind'], Json>> = {
  no_copia_e_cola: { pixCopiaECola: undefined },
  no_code: { pixCopiaECola: undefined, location: undefined, loc: undefined },
  another_txid: { txid: 'another0charge0of0somebody0else' },
  another_amount: { valor: { original: '9.99' } },
  another_webhook: { webhookUrl: 'https://elsewhere.example/n' },
}

/** Plays a fault around the booking of a call. */
export async function answerFaulty(fault: Fault, book: () => Reply): Promise<Outcome> {
  const { kind, booked, delay_ms, status } = fault
  if (kind === 'reset_before') return 'cut'
  if (kind === 'delay') {
    if (!booked) await wait(delay_ms)
    const reply = book()
    if (booked) await wait(delay_ms)
    return reply
  }
  const change = otherwise[kind]
  const isBooked = booked || kind === 'lose_answer' || kind === 'truncate' || change !== undefined
  const reply = isBooked ? book() : undefined
  if (kind === 'truncate' && reply) return { halfOf: reply }
  if (change && reply) return changed(reply, change)
  if (kind === 'html') {
    return {
      status: 200,
      headers: { 'content-type': 'text/html', ...onPurpose(kind) },
      text: '<html><body>Manutenção</body></html>',
    }
  }
  if (kind === 'too_many') return { status: 429, headers: { 'retry-after': '1', ...onPurpose(kind) } }
  if (kind !== 'status') return 'cut'
  const made = problem(new Refusal(status, kinds[status] ?? 'ErroInternoDoServidor', 'Falha simulada.'))
  return kinds[status] ? made : { ...made, headers: { ...made.headers, ...onPurpose(kind) } }
}

function changed(reply: Reply, change: Json): Reply {
  return reply.text ? { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), ...change }) } : reply
}
