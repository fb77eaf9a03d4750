import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, issueCertificate } from '../support/certificates.ts'
import { freePort } from '../support/free-port.ts'
import { simpspRoot, startChild } from '../support/processes.ts'
import type { Json } from './description.ts'

const controlToken = 'control-token-of-the-tests'

/** Customers of the simulated provider: ours, and another one. Both have the same secret. */
export const pspClients = [
  {
    client_id: 'shop',
    document: '12345678000195',
    name: 'Loja São João',
    city: 'São Paulo',
    keys: ['loja@example.com'],
  },
  { client_id: 'stranger', document: '98765432000198', name: 'Outra Loja', city: 'Recife', keys: ['+5511999990000'] },
].map((client) => ({ ...client, client_secret: 'secret-of-the-tests' }))

export interface SimulatedPspOptions {
  /** HTTPS with a certificate of this authority, for clients with a certificate of it alone. */
  authority?: Certificate
  /** Keeps its book in a file, so that it survives `kill`. */
  journal?: boolean
  /** Where the Pix API begins, without a slash at the end. */
  basePath?: string
  tokenSeconds?: number
}

export interface SimulatedPsp {
  /** Of the Pix API, base path included. */
  url: string
  /** Of `/oauth/token`. */
  hostUrl: string
  /** A call of its control API, such as `control('POST', '/pay', { txid })`; see simpsp/README.md. */
  control(method: string, path: string, body?: Json): Promise<{ status: number; body: Json }>
  /** Writes another certificate for its server and takes it up, without a restart. */
  showCertificate(certificate: Certificate): Promise<void>
  /** Ends it the hard way. */
  kill(): Promise<void>
  /** Starts it again on its ports, after `kill`. */
  restart(): Promise<void>
}

/** The simulated provider as a process of its own, until the test ends. */
export async function simulatedPsp(
  t: { after(close: () => Promise<void>): void },
  { authority, journal, basePath = '', tokenSeconds }: SimulatedPspOptions = {},
): Promise<SimulatedPsp> {
  const folder = mkdtempSync(join(tmpdir(), 'simpsp-'))
  const write = writerInto(folder)
  const [port, controlPort] = [await freePort(), await freePort()]
  const env = {
    SIMPSP_CREDENTIALS_FILE: write(
      'credentials.json',
      JSON.stringify({ control_token: controlToken, clients: pspClients }),
    ),
    SIMPSP_PORT: String(port),
    SIMPSP_CONTROL_PORT: String(controlPort),
    SIMPSP_BASE_PATH: basePath,
    ...(tokenSeconds !== undefined && { SIMPSP_TOKEN_SECONDS: String(tokenSeconds) }),
    ...(journal && { SIMPSP_JOURNAL_FILE: join(folder, 'journal.jsonl') }),
    ...(authority && (await tlsSettings(authority, write))),
  }
  const start = () => startChild(simpspRoot, env, [])
  let child = start()
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const url = await child.ready
  const control: SimulatedPsp['control'] = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${controlPort}/control${path}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  return {
    url,
    hostUrl: new URL(url).origin,
    control,
    showCertificate: async ({ cert, key }) => {
      write('cert.pem', cert)
      write('key.pem', key)
      await control('POST', '/tls/reload')
    },
    kill: () => child.kill(),
    restart: async () => {
      child = start()
      await child.ready
    },
  }
}

type Write = (name: string, text: string) => string

/** Writes files of a folder, and returns their paths. */
function writerInto(folder: string): Write {
  return (name, text) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
}

async function tlsSettings(authority: Certificate, write: Write): Promise<Record<string, string>> {
  const [own, shown] = [await issueCertificate(authority), await issueCertificate(authority, { use: 'client' })]
  const ca = write('ca.pem', authority.cert)
  return {
    SIMPSP_TLS_CERT_FILE: write('cert.pem', own.cert),
    SIMPSP_TLS_KEY_FILE: write('key.pem', own.key),
    SIMPSP_TLS_CLIENT_CA_FILE: ca,
    SIMPSP_PUSH_CERT_FILE: write('push.pem', shown.cert),
    SIMPSP_PUSH_KEY_FILE: write('push-key.pem', shown.key),
    SIMPSP_PUSH_CA_FILE: ca,
  }
}
