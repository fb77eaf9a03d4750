import type { credentials as english } from '../en/credentials.ts'

export const credentials: typeof english = {
  title: 'Credenciais',
}
