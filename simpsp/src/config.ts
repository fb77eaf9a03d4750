import { readFileSync } from 'node:fs'

/** A customer of the provider. */
export interface Client {
  client_id: string
  client_secret: string
  /** CNPJ: 14 digits or capital letters. */
  document: string
  name: string
  city: string
  /** Its Pix keys. */
  keys: string[]
  /** All when left out. */
  scopes?: string[]
}

/** Paths of PEM files, read again whenever they are needed. */
export interface TlsFiles {
  cert: string
  key: string
  ca?: string
}

export interface Config {
  /** 0 lets the system choose. */
  port: number
  controlPort: number
  /** Where the paths of the Pix API begin, without a slash at the end. */
  basePath: string
  controlToken: string
  clients: Client[]
  /** Undefined keeps everything in memory. */
  journalFile: string | undefined
  /** HTTPS for the Pix API; with `ca` a client certificate is demanded. Undefined is plain HTTP. */
  tls: TlsFiles | undefined
  /** What pushes show to webhooks, and whom they trust. */
  pushTls: TlsFiles | undefined
  tokenSeconds: number
}

/**
 * Reads SIMPSP_CREDENTIALS_FILE (JSON: `{ control_token, clients }`), SIMPSP_PORT, SIMPSP_CONTROL_PORT, SIMPSP_BASE_PATH,
 * SIMPSP_JOURNAL_FILE, SIMPSP_TOKEN_SECONDS, SIMPSP_TLS_CERT_FILE, SIMPSP_TLS_KEY_FILE, SIMPSP_TLS_CLIENT_CA_FILE,
 * SIMPSP_PUSH_CERT_FILE, SIMPSP_PUSH_KEY_FILE and SIMPSP_PUSH_CA_FILE. Throws when something is missing.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const file = env['SIMPSP_CREDENTIALS_FILE']
  if (!file) throw new Error('SIMPSP_CREDENTIALS_FILE must name a JSON file with control_token and clients')
  const { control_token, clients } = JSON.parse(readFileSync(file, 'utf8')) as {
    control_token: string
    clients: Client[]
  }
  if (typeof control_token !== 'string' || control_token.length < 16 || !Array.isArray(clients)) {
    throw new Error(`${file} needs control_token (16 characters or more) and clients`)
  }
  return {
    port: Number(env['SIMPSP_PORT'] || 0),
    controlPort: Number(env['SIMPSP_CONTROL_PORT'] || 0),
    basePath: env['SIMPSP_BASE_PATH'] ?? '',
    controlToken: control_token,
    clients,
    journalFile: env['SIMPSP_JOURNAL_FILE'] || undefined,
    tls: tlsFiles(env, { cert: 'SIMPSP_TLS_CERT_FILE', key: 'SIMPSP_TLS_KEY_FILE', ca: 'SIMPSP_TLS_CLIENT_CA_FILE' }),
    pushTls: tlsFiles(env, { cert: 'SIMPSP_PUSH_CERT_FILE', key: 'SIMPSP_PUSH_KEY_FILE', ca: 'SIMPSP_PUSH_CA_FILE' }),
    tokenSeconds: Number(env['SIMPSP_TOKEN_SECONDS'] || 3600),
  }
}

function tlsFiles(env: NodeJS.ProcessEnv, names: Required<TlsFiles>): TlsFiles | undefined {
  const [cert, key, ca] = [env[names.cert], env[names.key], env[names.ca]]
  return cert && key ? { cert, key, ...(ca && { ca }) } : undefined
}

/** The contents of the files at this moment. */
export function readTls({ cert, key, ca }: TlsFiles): { cert: string; key: string; ca?: string } {
  const read = (path: string) => readFileSync(path, 'utf8')
  return { cert: read(cert), key: read(key), ...(ca !== undefined && { ca: read(ca) }) }
}
