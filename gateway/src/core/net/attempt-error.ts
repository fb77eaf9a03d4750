import { BlockedAddress } from './address-guard.ts'
import { DnsFailure } from './resolve-host.ts'

/** The phase that failed, the error's own code, and whether the gateway's side caused it. */
export interface ClassifiedError {
  error: AttemptError
  code: string
  /**
   * The gateway's machine or name server failed. The merchant's endpoint is not the cause and may not have received the
   * request.
   */
  ours: boolean
}

const classes: readonly (readonly [AttemptError, RegExp])[] = [
  ['timeout', /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/],
  ['size', /^UND_ERR_(HEADERS_OVERFLOW|RES_EXCEEDED_MAX_SIZE)$/],
  [
    'tls',
    /^(ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|INVALID_(CA|PURPOSE)|PATH_LENGTH|HOSTNAME_MISMATCH|EPROTO)/,
  ],
  [
    'connect',
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EMFILE|ENFILE|ENOBUFS)$/,
  ],
  ['reset', /^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)$/],
  ['http', /^(HPE_|UND_ERR_HTTP|UND_ERR_RES)/],
]

/** The gateway's machine has no more files, ports or network, or the client was closed during a request. */
const ourFaults = /^(EMFILE|ENFILE|ENOBUFS|ENETDOWN|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/

/** Classifies the errors that a request can throw. An unknown error counts as a failed connection. */
export function classifyError(error: unknown): ClassifiedError {
  if (error instanceof BlockedAddress) return { error: 'ssrf', code: error.code, ours: false }
  if (error instanceof DnsFailure) return { error: 'dns', code: error.code, ours: error.ours }
  if (error instanceof Error && error.name === 'TimeoutError')
    return { error: 'timeout', code: 'DEADLINE', ours: false }
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? 'UNKNOWN')
  const found = classes.find(([, shape]) => shape.test(code))
  return { error: found?.[0] ?? 'connect', code: code.slice(0, 100), ours: ourFaults.test(code) }
}

/** The phase in which an attempt failed. `http`: the answer is not a success. */
export type AttemptError = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'ssrf' | 'http' | 'size'
