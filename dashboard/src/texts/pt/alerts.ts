import type { alerts as english } from '../en/alerts.ts'

export const alerts: typeof english = {
  title: 'Alertas',
}
