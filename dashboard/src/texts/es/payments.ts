import type { payments as english } from '../en/payments.ts'

export const payments: typeof english = {
  title: 'Cobros',
}
