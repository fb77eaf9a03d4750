import { z } from 'zod'
import { type ProviderHttp, providerHttp } from '../../net/provider-http.ts'

/** A day's statement has at most 600 lines of 400 bytes; the bank is on this machine. */
const timeoutMs = 5_000

/** What a payer of the demonstration does at the simulated bank, by the bank's name of it. */
export interface DemoMovement {
  kind: 'deposit' | 'typo' | 'other_amount' | 'twice' | 'no_reference' | 'other_sender' | 'fee' | 'tax'
  amountMinor?: bigint
  reference?: string
  sender?: { name: string; document: string }
  /** Books once, however often it is sent. */
  key: string
}

/** The account of the demonstration at the simulated bank. Every call throws where the bank does not do it. */
export interface AccountAtBank {
  /** Opens the account where it is not open. Returns its first day and the bank's today. */
  open(): Promise<{ openedOn: string; today: string }>
  book(movement: DemoMovement): Promise<void>
  /** The camt.053 of one day. */
  statement(day: string): Promise<Buffer>
  close(): Promise<void>
}

export interface AccountFacts {
  number: string
  holder: string
  currency: string
  timeZone: string
}

const opened = z.object({ opened_on: z.string(), today: z.string() })
const booked = z.object({ movements: z.array(z.object({ id: z.string() })) })
const written = z.object({ content: z.string() })

export function accountAtBank(
  bank: { url: string; token: string },
  facts: AccountFacts,
  http: ProviderHttp = providerHttp(),
): AccountAtBank {
  const base = `${bank.url}/control/accounts/${facts.number}`
  const headers = { authorization: `Bearer ${bank.token}` }
  const ask = async <Shape extends z.ZodType>(
    shape: Shape,
    wanted: { method: 'GET' | 'PUT' | 'POST'; path: string; body?: unknown },
  ): Promise<z.output<Shape>> => {
    const { method, path, body } = wanted
    const answer = await http.call({
      method,
      url: `${base}${path}`,
      headers,
      timeoutMs,
      ...(body ? { body: { json: body } } : {}),
    })
    if (answer.kind === 'failed') throw new Error(`the simulated bank did not answer: ${answer.outcome.why}`)
    if (answer.status >= 300) throw new Error(`the simulated bank answered ${answer.status} to ${method} ${path}`)
    return shape.parse(answer.body)
  }
  return {
    open: async () => {
      const body = { holder: facts.holder, currency: facts.currency, time_zone: facts.timeZone }
      const account = await ask(opened, { method: 'PUT', path: '', body })
      return { openedOn: account.opened_on, today: account.today }
    },
    book: async ({ kind, amountMinor, reference, sender, key }) => {
      const amount = amountMinor === undefined ? {} : { amount_minor: amountMinor.toString() }
      const body = { kind, ...amount, ...(reference && { reference }), ...(sender && { sender }), key }
      await ask(booked, { method: 'POST', path: '/movements', body })
    },
    statement: async (day) => {
      const path = `/statement?format=camt053&from=${day}&envelope=json`
      return Buffer.from((await ask(written, { method: 'GET', path })).content)
    },
    close: async () => await http.close(),
  }
}
