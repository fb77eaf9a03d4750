import { z } from 'zod'
import type { ConnectorSetUp, TriedCredentials } from '../set-up.ts'
import { isNamed, problemOf } from './answers.ts'
import type { PixCalls } from './calls.ts'
import { pixCertification } from './certification.ts'
import { credentialsOf, pixCredentials } from './credentials.ts'

const registered = z.object({ webhookUrl: z.string() })

/** What an account at a Brazilian Pix provider needs. It is tried by a read of the webhook of its own Pix key. */
export function pixSetUp(calls: Pick<PixCalls, 'call'>): ConnectorSetUp {
  return {
    credentials: pixCredentials,
    certification: pixCertification(calls),
    certificates: ({ certificate, private_key: key }) =>
      typeof certificate === 'string'
        ? [{ field: 'certificate', pem: certificate, ...(typeof key === 'string' ? { key } : {}) }]
        : [],
    tryCredentials: async (context): Promise<TriedCredentials> => {
      const { pix_key: pixKey, notification_secret: secret } = credentialsOf(context.account)
      const path = `/webhook/${encodeURIComponent(pixKey)}`
      const answer = await calls.call(context, { method: 'GET', path })
      if (answer.kind === 'failed') return { ok: false, why: whyFailed(answer.outcome.why) }
      const { status, body } = answer
      if (status === 401) return { ok: false, why: 'The provider refuses these credentials.' }
      if (status === 403) return { ok: false, why: 'The provider refuses to show the webhook of this Pix key.' }
      // The standard's list of errors has a name of its own for it, its description of this call the general one.
      const isMissing = isNamed(problemOf(body), 'WebhookNaoEncontrado') || isNamed(problemOf(body), 'NaoEncontrado')
      if (status === 404 && isMissing) return { ok: true, facts: { notifications: 'not registered' } }
      const read = registered.safeParse(body)
      if (status !== 200 || !read.success) {
        return { ok: false, why: `The provider answered with the HTTP status ${status} and no webhook.` }
      }
      // The address holds the secret, so it is compared and not shown.
      const isOurs = read.data.webhookUrl === `${context.notifyUrl}/${secret}`
      return { ok: true, facts: { notifications: isOurs ? 'registered' : 'registered for another address' } }
    },
    registerNotifications: async (context) => {
      const { pix_key: pixKey, notification_secret: secret } = credentialsOf(context.account)
      const path = `/webhook/${encodeURIComponent(pixKey)}`
      const body = { webhookUrl: `${context.notifyUrl}/${secret}` }
      const answer = await calls.call(context, { method: 'PUT', path, body })
      if (answer.kind === 'failed') return { ok: false, why: whyFailed(answer.outcome.why) }
      return answer.status >= 200 && answer.status < 300
        ? { ok: true, facts: { notifications: 'registered' } }
        : { ok: false, why: `The provider refused the address with the HTTP status ${answer.status}.` }
    },
  }
}

function whyFailed(why: string): string {
  return why === 'refused_by_us'
    ? 'The provider refuses the client id, the client secret or the certificate.'
    : 'The provider, or the service that gives its tokens, does not answer.'
}
