/** Time for the parent's orphans: the gateway still drains, and its last calls want an answer. */
const ORPHAN_MS = 5_000

/**
 * Calls `stop` once for SIGTERM, for SIGINT (only without a parent on an IPC channel: with one, Ctrl-C reaches the
 * whole group and the parent decides when the bank goes), and 5 s after the parent has gone.
 */
export function onStopReason(stop: (why: string) => void): void {
  const hasParent = process.send !== undefined
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => {
    if (!hasParent) stop('SIGINT')
  })
  if (hasParent) process.once('disconnect', () => setTimeout(() => stop('the parent is gone'), ORPHAN_MS))
}
