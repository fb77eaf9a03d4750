import { z } from 'zod'
import { bankCall } from '../../../core/connectors/simulated-bank/calls.ts'
import { readActResult, type SimulatedResult } from '../../../core/connectors/simulated-bank/simulator-controls.ts'
import { providerHttp } from '../../../core/net/provider-http.ts'
import { callTimeoutMs } from '../../../core/processing/call-connector.ts'
import type { ProcessingDeps } from '../../../core/processing/deps.ts'
import { currencyDecimals } from '../../../core/values/currency.ts'
import { type ImportDeps, importStatement } from '../../bank-accounts/import-statement.ts'
import type { BankAccount } from '../../bank-accounts/set-bank-account.ts'
import { simulatedBanks } from '../../simulator-controls/move-clock.ts'

/** Something that happens on an account, as the bank's control API takes it. */
export interface BankEntry {
  kind: 'deposit' | 'return' | 'debit' | 'fee'
  amount_minor: string
  text: string
  party?: { name?: string | undefined; document?: string | undefined; account?: string | undefined }
  end_to_end_id?: string
}

const accountsShape = z.object({
  accounts: z.array(z.object({ id: z.string(), days: z.array(z.object({ day: z.string(), entries: z.number() })) })),
})
const statementShape = z.object({ content: z.string() })

export type SimulatedAccounts = ReturnType<typeof simulatedAccounts>

/** Own accounts of test points, as the simulated bank keeps them. */
export function simulatedAccounts(baseUrl: string, deps: ImportDeps & Pick<ProcessingDeps, 'routes'>) {
  const call = bankCall(baseUrl, providerHttp())
  const control = async (method: 'GET' | 'PUT', path: string, body?: object) => {
    const [account] = await simulatedBanks(deps)
    const context = account && { account, timeoutMs: callTimeoutMs, notifyUrl: '' }
    return context && (await call(context, { method, path: `/control/accounts${path}`, body }))
  }
  const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T | undefined> => {
    const answer = await control('GET', path)
    return answer?.kind === 'answer' ? shape.safeParse(answer.body).data : undefined
  }
  /** How many entries of each day the last import of an account held. */
  const imported = new Map<string, ReadonlyMap<string, number>>()
  const importDays = async ({ id, environment }: BankAccount) => {
    const days = (await get('', accountsShape))?.accounts.find((each) => each.id === id)?.days ?? []
    for (const { day, entries } of days) {
      if (imported.get(id)?.get(day) === entries) continue
      const statement = await get(`/${id}/statement?format=camt053&day=${day}`, statementShape)
      if (!statement) return
      const file = { content: Buffer.from(statement.content), name: `simulated-bank-${day}.xml` }
      await importStatement(deps, { ...file, environment, receivedBy: 'simulated bank' })
    }
    imported.set(id, new Map(days.map(({ day, entries }) => [day, entries])))
  }
  // One after another, so that an older statement of a day never comes last.
  let last: Promise<void> = Promise.resolve()
  return {
    /** Opens the account where the bank does not have it, and books the entry at the bank's time: once by its key. */
    book: async (account: BankAccount, key: string, entry: BankEntry): Promise<SimulatedResult> => {
      const { id, numbers, currency, bank_name: bank, time_zone } = account
      const facts = { number: numbers[0], currency, decimals: currencyDecimals[currency], time_zone }
      // An account that changed here since, such as by a further number, is the same account there.
      await control('PUT', `/${id}`, { ...facts, bank: bank?.slice(0, 70) ?? 'Simulated bank' })
      return readActResult(await control('PUT', `/${id}/entries/${key}`, entry))
    },
    /**
     * Imports, like every other file of a bank, the statement so far of each day on which something happened since the last call.
     * Throws as `importStatement` does. Where the bank is away, the next call does it.
     */
    importStatements: async (account: BankAccount): Promise<void> => {
      last = last.catch(() => undefined).then(async () => await importDays(account))
      await last
    },
  }
}
