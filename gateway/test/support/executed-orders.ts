import type { Wire } from './world.ts'

const entriesPerPage = 1_000

/** How often the simulated bank's book says that each order moved money, by our key. `bank` asks the bank's own API. */
export async function executedOrders(
  bank: (method: string, path: string) => Promise<Wire>,
): Promise<ReadonlyMap<string, number>> {
  const executed = new Map<string, number>()
  for (let after = 0; ; ) {
    const page = await bank('GET', `/control/book?after=${after}&limit=${entriesPerPage}`)
    for (const entry of page.entries as Wire[]) {
      if (entry.type === 'order_executed') executed.set(entry.key, (executed.get(entry.key) ?? 0) + 1)
    }
    if (page.entries.length < entriesPerPage) return executed
    after = page.next_after
  }
}
