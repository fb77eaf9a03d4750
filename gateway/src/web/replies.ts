import type { FieldProblem } from '../values/problem.ts'
export interface Success<Data> {
  status: 'success'
  data: Data
  /** Only where there is something to say. */
  warnings?: FieldProblem[]
}

export function success<Data>(data: Data, warnings: readonly FieldProblem[] = []): Success<Data> {
  return { status: 'success', data, ...(warnings.length > 0 && { warnings: [...warnings] }) }
}
