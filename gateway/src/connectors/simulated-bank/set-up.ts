import { z } from 'zod'
import { type ConnectorSetUp, credentialField } from '../set-up.ts'
import type { BankCall } from './bank-call.ts'
import { readRecordsEnd, recordsPath } from './records.ts'

const credentials = z.object({
  token: credentialField(z.string().min(16).max(500), {
    label: { en: 'Token', es: 'Token', pt: 'Token' },
    isSecret: true,
    example: 'simbank_1f0c9a7e5b2d4836',
  }),
  notification_secret: credentialField(z.string().min(16).max(500), {
    label: {
      en: 'Secret of its notifications',
      es: 'Secreto de sus notificaciones',
      pt: 'Segredo das suas notificações',
    },
    isSecret: true,
    example: 'c4d1e8f37a6b4920',
  }),
  url: credentialField(z.url().max(500).optional(), {
    label: {
      en: 'Address (for information: the configuration decides)',
      es: 'Dirección (informativa: decide la configuración)',
      pt: 'Endereço (informativo: a configuração decide)',
    },
    isSecret: false,
    example: 'http://127.0.0.1:8421',
  }),
})

/** What an account at the simulated bank needs. It is tried by a read that needs the token. */
export function simulatedBankSetUp(call: BankCall): ConnectorSetUp {
  return {
    credentials,
    tryCredentials: async (context) => {
      const answer = await call(context, { method: 'GET', path: recordsPath(0) })
      if (answer.kind === 'failed') return { ok: false, why: 'The simulated bank does not answer.' }
      if (answer.status === 401) return { ok: false, why: 'The provider refuses these credentials.' }
      if (answer.status !== 200)
        return { ok: false, why: `The provider answered with the HTTP status ${answer.status}.` }
      const end = readRecordsEnd(await call(context, { method: 'GET', path: '/control/health' }))
      return { ok: true, facts: end === undefined ? {} : { records: String(end) } }
    },
  }
}
