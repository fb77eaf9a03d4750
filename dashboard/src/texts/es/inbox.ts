import type { inbox as english } from '../en/inbox.ts'

export const inbox: typeof english = {
  title: 'Buzón de prueba',
}
