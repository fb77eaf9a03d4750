import type { PlatformDeps } from '../../platform/deps.ts'

/** Open calls to providers that their loop does not wait for, by connector account. */
export interface OpenCalls {
  total(): number
  of(accountId: string): number
  /** Starts a call. A failure is logged; the lease expires and another round repeats the call. */
  begin(accountId: string, call: () => Promise<void>): void
  /** Resolves when no call is open. */
  ended(): Promise<void>
}

export function openCalls(deps: Pick<PlatformDeps, 'log'>, what: string): OpenCalls {
  const openOf = new Map<string, number>()
  const running = new Set<Promise<void>>()
  return {
    total: () => running.size,
    of: (accountId) => openOf.get(accountId) ?? 0,
    begin: (accountId, call) => {
      openOf.set(accountId, (openOf.get(accountId) ?? 0) + 1)
      const work = call()
        .catch((error: unknown) => {
          deps.log.error({ err: error, connector_account_id: accountId }, `${what} was not finished`)
        })
        .finally(() => {
          running.delete(work)
          const left = (openOf.get(accountId) ?? 1) - 1
          if (left > 0) openOf.set(accountId, left)
          else openOf.delete(accountId)
        })
      running.add(work)
    },
    ended: async () => void (await Promise.all(running)),
  }
}
