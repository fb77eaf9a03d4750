import { readBalances } from '../../src/core/ledger/store/reads/balances.ts'
import { readTransactionPage } from '../../src/core/payments/store/reads/transactions.ts'
import { asMerchant, type Db } from '../../src/core/platform/database/database.ts'
import { readTransaction } from '../../src/core/processing/store/reads/transactions.ts'
import { parseTransactionSearch } from '../../src/extras/transactions/parse-search.ts'
import {
  plansFor,
  type SearchFilters,
  searchTransactions,
} from '../../src/extras/transactions/store/reads/transaction-search.ts'
import { searchByText } from '../../src/extras/transactions/store/reads/transaction-search-query.ts'
import type { Side } from './databases.ts'
import type { Age, Sample } from './samples.ts'

/** One way to read, given what is looked for; the answer's rows, so that an empty one is noticed. */
export interface Reading {
  name: string
  age: Age
  /** Rows that every answer has at least. */
  rows: 0 | 1
  read(side: Side, sample: Sample): Promise<number>
}

const pageRows = 25

/** Lists are those of the busy point, whose rows are most. */
export const readings: readonly Reading[] = [
  ...(['young', 'any age'] as const).flatMap((age) => [byId(age), byReference(age)]),
  {
    name: 'balance read',
    age: 'young',
    rows: 1,
    read: async (side, { pointId, merchantId }) =>
      await page(side, merchantId, async (tx) => await readBalances(tx, pointId)),
  },
  list('nothing', {}),
  list('pay type', { payType: 'payin' }),
  list('status COMPLETED', { payType: 'payin', status: 'COMPLETED' }),
  list('status PENDING', { payType: 'payin', status: 'PENDING' }),
  list('status ERROR', { payType: 'payin', status: 'ERROR' }),
  list('reason', { payType: 'payin', reason: 'overpaid' }),
  list('service code', { payType: 'payin', serviceCode: 'BT_AR' }),
  list('rare service code', { payType: 'payin', serviceCode: 'DEBIN_AR' }),
  list('currency', { payType: 'payin', currency: 'ARS', serviceCodes: ['BT_AR', 'DEBIN_AR'] }),
  amounts('one amount', (two) => two),
  amounts('amounts up to a tenth higher', (two) => two + two / 10n),
  {
    name: 'list by dates',
    age: 'any age',
    rows: 1,
    read: async (side, { createdAt }) =>
      await search(side, { filters: { payType: 'payin', createdTo: new Date(createdAt.getTime() + 1) } }),
  },
  question('a reference', ({ reference }) => reference),
  question('a document', ({ document }) => document),
  question('a bank’s id', ({ providerReference, id }) => providerReference ?? id),
  question('a name', ({ name }) => name.slice(0, 12)),
  // Whole ones only: not every currency has cents.
  question('an amount', ({ amountMinor }) => `${amountMinor / 100n}`, 0),
]

function byId(age: Age): Reading {
  return {
    ...{ name: `read by id, ${age}`, age, rows: 1 },
    read: async ({ world }, { pointId, id }) => ((await readTransaction(world.database.engine, pointId, id)) ? 1 : 0),
  }
}

function byReference(age: Age): Reading {
  return {
    ...{ name: `read by reference, ${age}`, age, rows: 1 },
    read: async (side, { pointId, merchantId, reference }) =>
      await page(
        side,
        merchantId,
        async (tx) => await readTransactionPage(tx, pointId, { reference, limit: pageRows }),
      ),
  }
}

function list(by: string, filters: SearchFilters): Reading {
  return { name: `list by ${by}`, age: 'young', rows: 1, read: async (side) => await search(side, { filters }) }
}

function amounts(by: string, upTo: (two: bigint) => bigint): Reading {
  return {
    ...{ name: `list by ${by}`, age: 'any age', rows: 0 },
    read: async (side, { amountMinor: two }) =>
      await search(side, {
        filters: {
          payType: 'payin',
          currency: 'ARS',
          codesByDecimals: { two: ['BT_AR', 'DEBIN_AR'], none: [] },
          amountFrom: { two, none: two / 100n },
          amountTo: { two: upTo(two), none: upTo(two) / 100n },
        },
      }),
  }
}

/** In the point of the sample, as people search. */
function question(what: string, asked: (sample: Sample) => string, rows: 0 | 1 = 1): Reading {
  return {
    name: `search for ${what}`,
    age: 'any age',
    rows,
    read: async (side, sample) =>
      await page(
        side,
        sample.merchantId,
        async (tx) =>
          (
            await searchByText(tx, sample.pointId, {
              filters: { payType: 'payin' },
              parsed: parseTransactionSearch(asked(sample)),
              connectorAccountIds: [side.connectorAccountId],
              limit: pageRows,
            })
          ).rows,
      ),
  }
}

/** With the plans that the dashboard's lists have. */
async function search(side: Side, { filters }: { filters: SearchFilters }): Promise<number> {
  const { pointId = '', merchantId = '' } = side.points[0] ?? {}
  const asked = { filters, limit: pageRows }
  const reader = { merchantId, plans: plansFor(asked) }
  const { database } = side.world
  return (await asMerchant(database.reader, reader, async (tx) => await searchTransactions(tx, pointId, asked))).length
}

async function page(side: Side, merchantId: string, work: (tx: Db) => Promise<readonly unknown[]>): Promise<number> {
  return (await asMerchant(side.world.database.reader, { merchantId, plans: 'general' }, work)).length
}
