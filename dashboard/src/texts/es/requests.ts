import type { requests as english } from '../en/requests.ts'

export const requests: typeof english = {
  title: 'Solicitudes de API',
}
