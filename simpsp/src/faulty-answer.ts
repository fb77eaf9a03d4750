import { setTimeout as wait } from 'node:timers/promises'
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
  const isBooked = booked || kind === 'lose_answer' || kind === 'truncate' || kind === 'no_copia_e_cola'
  const reply = isBooked ? book() : undefined
  if (kind === 'truncate' && reply) return { halfOf: reply }
  if (kind === 'no_copia_e_cola' && reply) return withoutCode(reply)
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

function withoutCode(reply: Reply): Reply {
  if (!reply.text) return reply
  const { pixCopiaECola: _, ...body } = JSON.parse(reply.text)
  return { ...reply, text: JSON.stringify(body) }
}
