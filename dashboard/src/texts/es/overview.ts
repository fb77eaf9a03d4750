import type { overview as english } from '../en/overview.ts'

export const overview: typeof english = {
  title: 'Resumen',
}
