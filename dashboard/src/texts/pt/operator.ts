import type { operator as english } from '../en/operator.ts'

export const operator: typeof english = {
  title: 'Visão geral',
}
