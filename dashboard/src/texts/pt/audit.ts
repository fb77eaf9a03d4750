import type { audit as english } from '../en/audit.ts'

export const audit: typeof english = {
  title: 'Registro de auditoria',
}
