import type { ProviderRecord, ProviderRecords, RecordPage } from '../../../src/core/connectors/connector.ts'
import { simulatedBankSubject } from './subjects.ts'
import type { UnderTest } from './under-test.ts'

const everyOrder = 'records have every order with what was paid, how often, and what went back, on whatever page'

/** Mistakes about records, with the case of the kit that must find each. */
export const recordFaults = {
  'leaves out the last record of a page': everyOrder,
  'records the ordered amount for what was paid': everyOrder,
  'reads the first page of the records for ever': 'reading records comes to their end, and stays there',
  'takes records that cannot be read for none': 'records that cannot be read are no empty page',
} as const

export type RecordFault = keyof typeof recordFaults

/** The connector of the simulated bank with one mistake. */
export function faultyRecords(fault: RecordFault): UnderTest {
  return {
    ...simulatedBankSubject,
    name: `a connector that ${fault}`,
    make: (url) => {
      const right = simulatedBankSubject.make(url)
      const { providerRecords: records } = right
      return records ? { ...right, providerRecords: { ...records, read: mistake(fault, records) } } : right
    },
  }
}

function mistake(fault: RecordFault, right: ProviderRecords): ProviderRecords['read'] {
  const changed =
    (change: (records: readonly ProviderRecord[]) => readonly ProviderRecord[]): ProviderRecords['read'] =>
    async (...given) => {
      const page = await right.read(...given)
      return page && { ...page, records: change(page.records) }
    }
  switch (fault) {
    case 'leaves out the last record of a page':
      return changed((records) => records.slice(0, -1))
    case 'records the ordered amount for what was paid':
      return changed((records) => records.map((each) => ({ ...each, executedMinor: each.orderedMinor ?? 0n })))
    case 'reads the first page of the records for ever':
      return async (after, context) => {
        const page = await right.read(0, context)
        return page && { ...page, nextAfter: after + page.records.length }
      }
    case 'takes records that cannot be read for none':
      return async (after, context): Promise<RecordPage> =>
        (await right.read(after, context)) ?? { records: [], nextAfter: after }
  }
}
