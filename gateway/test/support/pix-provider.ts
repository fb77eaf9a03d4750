import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Certificate, issueCertificate, testAuthority } from './certificates.ts'
import type { Cleanup } from './database.ts'
import { simpspRoot, startChild } from './processes.ts'
import type { Wire } from './world.ts'

const controlToken = 'control-token-of-the-tests'

export interface PixCustomer {
  client_id: string
  client_secret: string
  name: string
  cnpj: string
  keys: readonly string[]
}

/** The receiver, and another customer of the same provider. */
export const pixCustomers = {
  shop: {
    client_id: 'shop',
    client_secret: 'secret-of-the-shop',
    name: 'Loja Exemplo Ltda',
    cnpj: '11222333000181',
    keys: ['loja@example.com'],
  },
  stranger: {
    client_id: 'stranger',
    client_secret: 'secret-of-the-stranger',
    name: 'Outra Empresa Ltda',
    cnpj: '11444777000161',
    keys: ['outra@example.com'],
  },
} as const satisfies Record<string, PixCustomer>

/** A simulated Pix provider as a process of its own. */
export interface PixProvider {
  url: string
  /** Its authority, and the customer's certificate; undefined without TLS. */
  tls: { authority: Certificate; server: Certificate; customer: Certificate } | undefined
  /** A call of its control API, without `/control`. */
  control(method: string, path: string, body?: unknown): Promise<Wire>
  kill(): Promise<void>
  /** Starts it again on its port, with its records. */
  start(): Promise<void>
  output(): string
}

export async function startPixProvider(
  t: Cleanup,
  wishes: { tls?: boolean; env?: Record<string, string> } = {},
): Promise<PixProvider> {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-simpsp-'))
  t.after(async () => await rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const clients = Object.values(pixCustomers)
  writeFileSync(join(folder, 'clients.json'), JSON.stringify({ control_token: controlToken, clients }))
  const tls = wishes.tls ? await makeTls(folder) : undefined
  const printed: string[] = []
  let port = '0'
  const launch = () =>
    startChild(
      simpspRoot,
      { SIMPSP_PORT: port, SIMPSP_DATA_DIR: folder, ...(tls ? { SIMPSP_TLS_DIR: folder } : {}), ...wishes.env },
      printed,
    )
  let child = launch()
  t.after(async () => await child.kill())
  const url = await child.ready
  port = new URL(url).port
  return {
    url,
    tls,
    control: async (method, path, body) => await call(`${url}/control${path}`, { method, body, tls }),
    kill: async () => await child.kill(),
    start: async () => {
      // The port may still be in use for a moment.
      for (let tried = 1; ; tried += 1) {
        child = launch()
        try {
          await child.ready
          return
        } catch (fault) {
          if (tried === 5) throw fault
          await sleep(200)
        }
      }
    },
    output: () => printed.join(''),
  }
}

async function makeTls(folder: string): Promise<NonNullable<PixProvider['tls']>> {
  const authority = await testAuthority('Authority of the simulated provider')
  const [server, customer] = await Promise.all([issueCertificate(authority), issueCertificate(authority)])
  writeFileSync(join(folder, 'server.crt'), server.cert)
  writeFileSync(join(folder, 'server.key'), server.key)
  writeFileSync(join(folder, 'clients.crt'), authority.cert)
  return { authority, server, customer }
}

async function call(
  url: string,
  { method, body, tls }: { method: string; body: unknown; tls: PixProvider['tls'] },
): Promise<Wire> {
  const { Agent, request } = await import('undici')
  const dispatcher = new Agent(
    tls ? { connect: { ca: tls.authority.cert, cert: tls.customer.cert, key: tls.customer.key } } : {},
  )
  try {
    const json = body === undefined ? undefined : JSON.stringify(body)
    const type = json === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { authorization: `Bearer ${controlToken}`, ...type }
    const answer = await request(url, { method: method as 'GET', headers, body: json ?? null, dispatcher })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Error(`${method} ${url}: ${answer.statusCode} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  } finally {
    await dispatcher.close()
  }
}

/** Credentials of an account of the gateway at this provider, as an operator enters them. */
export function pixAccountCredentials(
  { url, tls }: Pick<PixProvider, 'url' | 'tls'>,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const { client_id, client_secret, name, cnpj, keys } = pixCustomers.shop
  return {
    psp: 'other',
    base_url: `${url}/api`,
    token_url: `${url}/oauth/token`,
    ...{ client_id, client_secret, pix_key: keys[0], receiver_name: name, receiver_document: cnpj },
    bank: 'Banco Exemplo',
    notification_secret: '5b'.repeat(32),
    ...(tls ? { certificate: tls.customer.cert, private_key: tls.customer.key, authority: tls.authority.cert } : {}),
    ...changes,
  }
}
