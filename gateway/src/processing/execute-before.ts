import type { Connector } from '../connectors/connector.ts'

/** Until when an order that is made now may be executed; null where its provider honours no deadline. */
export function executeBeforeOf({ manifest }: Connector, now: Date): Date | null {
  const deadline = manifest.lateExecution.find((each) => each.kind === 'deadline')
  return deadline ? new Date(now.getTime() + deadline.validForMs) : null
}
