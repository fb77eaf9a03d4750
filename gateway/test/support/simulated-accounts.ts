import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cleanup } from './database.ts'
import { simbankRoot, startChild } from './processes.ts'

export interface BankMovement {
  number: number
  id: string
  kind: string
  sign: 'C' | 'D'
  amount_minor: string
  booking_day: string
  text: string
}

export type StatementFormatOfBank = 'camt053' | 'camt052' | 'mt940' | 'csv'

/** The operator's accounts at a simulated bank: what happens on them, and what it says about them. */
export interface SimulatedAccounts {
  url: string
  open(number: string, facts: Record<string, unknown>): Promise<void>
  /** Books what the control of this name books; returns the movements. */
  happen(number: string, kind: string, more?: Record<string, unknown>): Promise<BankMovement[]>
  movements(number: string): Promise<BankMovement[]>
  balance(number: string): Promise<bigint>
  /** The bank's day in the account's time zone. */
  today(number: string): Promise<string>
  /** What each call booked, by the key of the call. */
  booked(): Promise<{ call?: string; movements: BankMovement[] }[]>
  moveClock(offsetMs: number): Promise<void>
  statement(number: string, days: { format: StatementFormatOfBank; from?: string; to?: string }): Promise<Buffer>
}

/** Starts a simulated bank as a process of its own, which ends with the test. */
export async function simulatedAccounts(t: Cleanup): Promise<SimulatedAccounts & { credentialsFile: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-accounts-'))
  const token = 'token-of-the-tests-0123456789'
  const credentials = join(folder, 'credentials.json')
  writeFileSync(credentials, JSON.stringify({ token, notification_secret: 'secret-of-the-tests-0123456789' }))
  const env = { SIMBANK_PORT: '0', SIMBANK_DATA_DIR: folder, SIMBANK_CREDENTIALS_FILE: credentials }
  const bank = startChild(simbankRoot, env, [])
  t.after(async () => {
    await bank.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return { ...accountsAt(await bank.ready, token), credentialsFile: credentials }
}

/** The accounts of a bank that runs. */
export function accountsAt(url: string, token: string): SimulatedAccounts {
  const ask = async (method: string, path: string, body?: unknown): Promise<Response> => {
    const response = await fetch(`${url}/control${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response
  }
  const page = async (number: string, after: number) =>
    (await (await ask('GET', `/accounts/${number}/movements?after=${after}`)).json()) as {
      movements: BankMovement[]
      next_after: number
      balance_minor: string
      today: string
    }
  return {
    url,
    open: async (number, facts) => void (await ask('PUT', `/accounts/${number}`, facts)),
    happen: async (number, kind, more = {}) => {
      const answer = await ask('POST', `/accounts/${number}/movements`, { kind, ...more })
      return ((await answer.json()) as { movements: BankMovement[] }).movements
    },
    movements: async (number) => {
      const all: BankMovement[] = []
      for (let after = 0; ; ) {
        const { movements, next_after: next } = await page(number, after)
        if (movements.length === 0) return all
        all.push(...movements)
        after = next
      }
    },
    booked: async () => {
      const all: { type: string; call?: string; movements: BankMovement[] }[] = []
      for (let after = 0; ; ) {
        const answer = await ask('GET', `/book?after=${after}`)
        const { entries, next_after: next } = (await answer.json()) as { entries: typeof all; next_after: number }
        if (entries.length === 0) return all.filter(({ type }) => type === 'movements_booked')
        all.push(...entries)
        after = next
      }
    },
    moveClock: async (offsetMs) => void (await ask('POST', '/clock', { offset_ms: offsetMs })),
    today: async (number) => (await page(number, 0)).today,
    balance: async (number) => BigInt((await page(number, 0)).balance_minor),
    statement: async (number, { format, from, to }) => {
      const query = new URLSearchParams({ format, ...(from && { from }), ...(to && { to }) })
      return Buffer.from(await (await ask('GET', `/accounts/${number}/statement?${query}`)).arrayBuffer())
    },
  }
}

/** How the simulated bank writes its tables. */
export const simulatedBankProfile = {
  name: 'Simulated Bank',
  delimiter: ';',
  skip: 2,
  accountPattern: '^Account;([^;]+);',
  currency: 'MXN',
  header: {
    Date: 'bookingDay',
    'Value date': 'valueDay',
    Number: 'bankRef',
    Description: 'text',
    Name: 'partyName',
    Document: 'partyDocument',
    Reference: 'endToEndId',
    Debit: 'debit',
    Credit: 'credit',
    Balance: 'balance',
  },
  date: 'dd/MM/yyyy',
  decimal: ',',
  amount: 'debit_credit',
  order: 'asc',
  footer: '^Closing balance;',
}
