import type { Connector } from '../connectors/connector.ts'

/** Deadline of an order created now; null where its provider honours no deadline. */
export function executeBeforeOf({ manifest }: Connector, now: Date): Date | null {
  const deadline = manifest.lateExecution.find((each) => each.kind === 'deadline')
  return deadline ? new Date(now.getTime() + deadline.validForMs) : null
}
