import { z } from 'zod'
import { type Answer, bankCall } from '../../../core/connectors/simulated-bank/bank-call.ts'
import { providerHttp } from '../../../core/net/provider-http.ts'
import { callTimeoutMs } from '../../../core/processing/call-connector.ts'
import type { ProcessingDeps } from '../../../core/processing/deps.ts'
import { currencyDecimals } from '../../../core/values/currency.ts'
import { type ImportDeps, importStatement } from '../../bank-accounts/import-statement.ts'
import type { BankAccount } from '../../bank-accounts/set-bank-account.ts'
import { simulatedBanks } from '../../simulator-controls/move-clock.ts'

/** Something that happens on an account at the bank. */
export interface BankEntry {
  /** Repeated entries under one key count once. */
  key: string
  kind: 'deposit' | 'return' | 'debit' | 'fee'
  amountMinor: bigint
  text: string
  party?: { name?: string | undefined; document?: string | undefined; account?: string | undefined }
  endToEndId?: string
}

/** Own accounts of test points, as the simulated bank keeps them. */
export interface SimulatedAccounts {
  /** Opens the account where the bank does not have it, and books the entry at the bank's time. */
  book(account: BankAccount, entry: BankEntry): Promise<'done' | 'unavailable' | { refused: string }>
  /**
   * Imports, as any file of a bank, the statement so far of each day on which something happened since the last call.
   * Throws as `importStatement` does. Where the bank is away, the next call does it.
   */
  importNews(account: BankAccount): Promise<void>
}

const accountsShape = z.object({
  accounts: z.array(z.object({ id: z.string(), days: z.array(z.object({ day: z.string(), entries: z.number() })) })),
})
const statementShape = z.object({ content: z.string() })
const refusalShape = z.object({ error: z.string().max(100) })

export function simulatedAccounts(
  baseUrl: string,
  deps: ImportDeps & Pick<ProcessingDeps, 'routes'>,
): SimulatedAccounts {
  const call = bankCall(baseUrl, providerHttp())
  const control = async (wanted: Parameters<typeof call>[1]): Promise<Answer | undefined> => {
    const [account] = await simulatedBanks(deps)
    return account && (await call({ account, timeoutMs: callTimeoutMs, notifyUrl: '' }, wanted))
  }
  const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T | undefined> => {
    const answer = await control({ method: 'GET', path })
    return answer?.kind === 'answer' ? shape.safeParse(answer.body).data : undefined
  }
  /** How many entries of each day the last import of an account held. */
  const imported = new Map<string, ReadonlyMap<string, number>>()
  const importDays = async ({ id, environment }: BankAccount) => {
    const found = (await get('/control/accounts', accountsShape))?.accounts.find((each) => each.id === id)
    const before = imported.get(id)
    for (const { day, entries } of found?.days ?? []) {
      if (before?.get(day) === entries) continue
      const statement = await get(`/control/accounts/${id}/statement?format=camt053&day=${day}`, statementShape)
      if (!statement) return
      const name = `simulated-bank-${day}.xml`
      const content = Buffer.from(statement.content)
      await importStatement(deps, { content, name, environment, receivedBy: 'simulated bank' })
    }
    if (found) imported.set(id, new Map(found.days.map(({ day, entries }) => [day, entries])))
  }
  // One after another, so that an older statement of a day never comes last.
  let last: Promise<void> = Promise.resolve()
  return {
    book: async (account, entry) => {
      const path = `/control/accounts/${account.id}`
      // An account that changed here since, such as by a further number, is the same account there.
      const opened = await control({ method: 'PUT', path, body: wireAccount(account) })
      if (opened?.kind !== 'answer') return 'unavailable'
      return resultOf(await control({ method: 'PUT', path: `${path}/entries/${entry.key}`, body: wireEntry(entry) }))
    },
    importNews: async (account) => {
      last = last.catch(() => undefined).then(async () => await importDays(account))
      await last
    },
  }
}

function resultOf(answer: Answer | undefined): 'done' | 'unavailable' | { refused: string } {
  if (answer?.kind !== 'answer') return 'unavailable'
  if (answer.status === 200) return 'done'
  const refusal = refusalShape.safeParse(answer.body)
  return refusal.success ? { refused: refusal.data.error } : 'unavailable'
}

function wireAccount({ numbers, currency, bank_name: bank, time_zone }: BankAccount): object {
  const decimals = currencyDecimals[currency]
  return { number: numbers[0], currency, decimals, bank: bank?.slice(0, 70) ?? 'Simulated bank', time_zone }
}

/** What the bank would refuse of the other side is left out. */
function wireEntry({ kind, amountMinor, text, party, endToEndId }: BankEntry): object {
  const { name, document, account } = party ?? {}
  const isPlain = account !== undefined && /^[A-Za-z0-9]{1,34}$/.test(account)
  return {
    kind,
    amount_minor: amountMinor.toString(),
    text,
    party: { name: name?.slice(0, 54), document: document?.slice(0, 35), account: isPlain ? account : undefined },
    end_to_end_id: endToEndId,
  }
}
