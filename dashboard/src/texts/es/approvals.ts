import type { approvals as english } from '../en/approvals.ts'

export const approvals: typeof english = {
  title: 'Aprobaciones',
}
