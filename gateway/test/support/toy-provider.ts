import { z } from 'zod'
import type { Connector, ConnectorAccount } from '../../src/connectors/connector.ts'
import { ownAccount } from '../../src/connectors/own-account/connector.ts'
import { credentialField } from '../../src/connectors/set-up.ts'
import { type Certificate, issueCertificate } from './certificates.ts'

/** A made-up provider of Pix: its accounts have a client certificate. `tried`: the accounts whose credentials it got. */
export function toyProvider(tried: ConnectorAccount[] = []): Connector {
  const base = ownAccount()
  const text = (name: string) => ({ en: name, es: name, pt: name })
  const credentials = z.object({
    client_id: credentialField(z.string().min(3).max(60), {
      label: text('Client id'),
      isSecret: false,
      example: 'shop-1',
    }),
    client_secret: credentialField(z.string().min(8), { label: text('Secret'), isSecret: true, example: 'c2VjcmV0Cg' }),
    certificate: credentialField(z.string(), {
      label: text('Certificate'),
      isSecret: false,
      isPem: true,
      example: '-----BEGIN',
    }),
    key: credentialField(z.string(), { label: text('Key'), isSecret: true, isPem: true, example: '-----BEGIN' }),
  })
  return {
    ...base,
    manifest: {
      ...base.manifest,
      name: 'toy-pix',
      environments: ['test', 'live'],
      capabilities: [{ serviceCode: 'PIX_BR', payType: 'payin' }],
    },
    setUp: {
      credentials,
      certificates: (read) => {
        const { certificate, key } = credentials.parse(read)
        return [{ field: 'certificate', pem: certificate, key }]
      },
      tryCredentials: async ({ account }) => {
        tried.push(account)
        const { client_secret: secret } = credentials.parse(JSON.parse(account.credentials))
        if (secret.includes('throws')) throw new Error(`the secret is ${secret}`)
        return await Promise.resolve(
          secret.includes('wrong')
            ? { ok: false as const, why: 'The provider refuses these credentials.' }
            : { ok: true as const, facts: { keys: '2' } },
        )
      },
    },
  }
}

/** Credentials of an account at the made-up provider. */
export async function toyCredentials(
  wishes: Partial<{ client_id: string; client_secret: string } & Certificate> = {},
): Promise<{ client_id: string; client_secret: string; certificate: string; key: string }> {
  const issued = await issueCertificate(undefined)
  return {
    client_id: wishes.client_id ?? 'shop-1',
    client_secret: wishes.client_secret ?? 'first-secret-of-the-shop',
    certificate: wishes.cert ?? issued.cert,
    key: wishes.key ?? issued.key,
  }
}
