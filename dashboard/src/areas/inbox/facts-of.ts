import type { Status } from '../../../../gateway/src/extras/webhooks/http/contract/webhooks.ts'

const statuses: readonly string[] = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED'] satisfies readonly Status[]

/** What a callback tells at a glance; a body that is none is shown without. */
export function factsOf(body: string): { status: Status | undefined; transactionId: string } {
  try {
    const read = JSON.parse(body) as { status?: unknown; transaction_id?: unknown }
    const status = statuses.includes(String(read.status)) ? (read.status as Status) : undefined
    return { status, transactionId: String(read.transaction_id ?? '') }
  } catch {
    return { status: undefined, transactionId: '' }
  }
}
