import type { Status } from '../../../../gateway/src/webhooks/http/contract/webhooks.ts'

const statuses: readonly string[] = ['PENDING', 'COMPLETED', 'ERROR', 'EXPIRED'] satisfies readonly Status[]

/** What a callback tells at a glance. */
export interface CallbackFacts {
  status: Status | undefined
  transactionId: string
  /** Only where the point sends extra fields. */
  reference: string | undefined
}

/** A body that is none is shown without facts. */
export function factsOf(body: string): CallbackFacts {
  try {
    const read = JSON.parse(body) as { status?: unknown; transaction_id?: unknown; reference?: unknown }
    const status = statuses.includes(String(read.status)) ? (read.status as Status) : undefined
    const reference = typeof read.reference === 'string' ? read.reference : undefined
    return { status, transactionId: String(read.transaction_id ?? ''), reference }
  } catch {
    return { status: undefined, transactionId: '', reference: undefined }
  }
}
