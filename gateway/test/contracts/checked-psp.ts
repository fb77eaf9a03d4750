import { Agent, request } from 'undici'
import { type Certificate, issueCertificate, testAuthority } from '../support/certificates.ts'
import { type ContractServer, contractServer } from './contract-server.ts'
import type { Json } from './description.ts'
import { pixDescription } from './pix-patches.ts'
import { pspClients, type SimulatedPsp, simulatedPsp } from './simulated-psp.ts'

/** The Pix key of our customer at the simulated provider, and of another one. */
export const [pixKey = '', otherKey = ''] = pspClients.flatMap(({ keys }) => keys)

/** A call of the Pix API, with a token and a certificate that the provider knows. */
export type PspCall = (method: string, path: string, sent?: Json) => Promise<{ status: number; body: Json }>

export interface CheckedPsp {
  psp: SimulatedPsp
  /** Stands before it, and holds each request and each answer against the description. */
  server: ContractServer
  authority: Certificate
  /** Of the server. */
  own: Certificate
  client: Certificate
}

/** Where the Pix API is, and what our customer shows and trusts there. */
export interface Reached extends Pick<CheckedPsp, 'authority' | 'client'> {
  server: { url: string }
}

/** The simulated provider behind the contract server, both by HTTPS with certificates of one authority, until the test ends. */
export async function checkedPsp(t: { after(close: () => Promise<void>): void }): Promise<CheckedPsp> {
  const authority = await testAuthority()
  const [own, client] = [await issueCertificate(authority), await issueCertificate(authority, { use: 'client' })]
  const psp = await simulatedPsp(t, { authority, basePath: '/api/v2' })
  const ca = authority.cert
  const server = await contractServer(t, {
    description: pixDescription(),
    upstream: psp.hostUrl,
    upstreamTls: { ...client, ca },
    tls: { ...own, ca },
    basePath: '/api/v2',
    besides: ['/oauth/'],
  })
  return { psp, server, authority, own, client }
}

/** What an operator types to connect our customer's account, with its certificate or another one. */
export function accountValues({ server, authority, client }: Reached, { cert, key } = client) {
  const { client_id = '', client_secret = '' } = pspClients[0] ?? {}
  return {
    psp: 'other',
    base_address: server.url,
    token_address: new URL('/oauth/token', server.url).href,
    client_id,
    client_secret,
    certificate: cert,
    private_key: key,
    ca: authority.cert,
    pix_key: pixKey,
    holder: 'Loja do José',
  }
}

/** Calls through the contract server as our customer. */
export async function pspCaller({ server, authority, client }: Reached): Promise<PspCall> {
  const dispatcher = new Agent({ connect: { ...client, ca: authority.cert } })
  const send = async (url: string, init: { method: string; headers: Record<string, string>; body?: string }) => {
    const answer = await request(url, { ...init, method: init.method as 'GET', dispatcher })
    const text = await answer.body.text()
    return { status: answer.statusCode, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Json }
  }
  const { client_id, client_secret } = pspClients[0] ?? {}
  const { body } = await send(new URL('/oauth/token', server.url).href, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: '{"grant_type":"client_credentials"}',
  })
  const headers = { authorization: `Bearer ${body['access_token']}`, 'content-type': 'application/json' }
  return async (method, path, sent) =>
    await send(server.url + path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) })
}
