import { randomUUID } from 'node:crypto'
import type { Json } from './book.ts'

/** What a request breaks. */
export interface Violation {
  razao: string
  propriedade: string
  valor?: string
}

/** Ends a call with a problem of RFC 7807. */
export class Refusal extends Error {
  readonly status: number
  readonly kind: string
  readonly violations: readonly Violation[]

  constructor(status: number, kind: string, detail: string, violations: readonly Violation[] = []) {
    super(detail)
    this.status = status
    this.kind = kind
    this.violations = violations
  }
}

/** The body of a problem; `kind` is the last part of its type, such as `CobOperacaoInvalida`. */
export function problemBody({ status, kind, message, violations }: Refusal): Json {
  return {
    type: `https://pix.bcb.gov.br/api/v2/error/${kind}`,
    title: kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
    status,
    detail: message,
    correlationId: randomUUID(),
    ...(violations.length > 0 && { violacoes: violations }),
  }
}
