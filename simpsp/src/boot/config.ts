import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

/** A customer of the provider: who may call, and which Pix keys are theirs. */
export type Client = z.infer<typeof client>

const client = z.strictObject({
  client_id: z.string().min(1).max(200),
  client_secret: z.string().min(8).max(500),
  name: z.string().min(1).max(200),
  cnpj: z.string().regex(/^[0-9A-Z]{14}$/),
  keys: z.array(z.string().min(1).max(77)).min(1).max(100),
})

const clientsFile = z.strictObject({
  /** Bearer token of the control API. */
  control_token: z.string().min(16).max(500),
  clients: z.array(client).min(1).max(1_000),
})

export interface Config {
  /** 0 lets the system choose. */
  port: number
  dataDir: string
  controlToken: string
  clients: readonly Client[]
  /** PEM texts. Undefined: plain HTTP, and nobody needs a certificate. */
  tls: { cert: string; key: string; clientsAuthority: string } | undefined
  /** Milliseconds after which each charge is paid by itself. Undefined: only the control API pays. */
  payAfterMs: number | undefined
  /** Milliseconds from the request of a return to its decision. */
  returnAfterMs: number
}

const milliseconds = z.coerce.number().int().min(0).max(86_400_000)

const settings = z.object({
  SIMPSP_PORT: z.coerce.number().int().min(0).max(65_535).default(8422),
  SIMPSP_DATA_DIR: z.string().min(1).default('./data/simpsp'),
  /** JSON: `{control_token, clients: [{client_id, client_secret, name, cnpj, keys}]}`. */
  SIMPSP_CLIENTS_FILE: z.string().min(1).optional(),
  /** Folder with server.crt, server.key and clients.crt (the authority of the customers' certificates). */
  SIMPSP_TLS_DIR: z.string().min(1).optional(),
  SIMPSP_PAY_AFTER_MS: milliseconds.optional(),
  SIMPSP_RETURN_AFTER_MS: milliseconds.default(500),
})

/** Reads the environment and the files that it names. Throws with every wrong setting. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = settings.safeParse(given)
  if (!read.success) throw new Error(z.prettifyError(read.error))
  const { data } = read
  const dataDir = resolve(data.SIMPSP_DATA_DIR)
  const clients = clientsFile.safeParse(readJson(data.SIMPSP_CLIENTS_FILE ?? join(dataDir, 'clients.json')))
  if (!clients.success) throw new Error(`SIMPSP_CLIENTS_FILE:\n${z.prettifyError(clients.error)}`)
  return {
    port: data.SIMPSP_PORT,
    dataDir,
    controlToken: clients.data.control_token,
    clients: clients.data.clients,
    tls: data.SIMPSP_TLS_DIR === undefined ? undefined : readTls(data.SIMPSP_TLS_DIR),
    payAfterMs: data.SIMPSP_PAY_AFTER_MS,
    returnAfterMs: data.SIMPSP_RETURN_AFTER_MS,
  }
}

function readTls(folder: string): NonNullable<Config['tls']> {
  const file = (name: string) => readFileSync(join(folder, name), 'utf8')
  return { cert: file('server.crt'), key: file('server.key'), clientsAuthority: file('clients.crt') }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new Error(`SIMPSP_CLIENTS_FILE: ${path} cannot be read as JSON`)
  }
}
