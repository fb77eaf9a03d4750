import { BlockedAddress } from './address-guard.ts'
import { DnsFailure } from './resolve-host.ts'

/** Which part of the way broke, the error's own code, and whether it is our own fault. */
export interface ClassifiedError {
  error: AttemptError
  code: string
  /** Our machine or name server failed; the merchant's endpoint was not at fault and may not have been asked. */
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

/** Files, ports or the network are exhausted or gone on our side; the client was closed under a request. */
const ourFaults = /^(EMFILE|ENFILE|ENOBUFS|ENETDOWN|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_DESTROYED|UND_ERR_CLOSED)$/

/** Sorts what a request can throw. An error that nobody foresaw counts as a failed connection. */
export function classifyError(error: unknown): ClassifiedError {
  if (error instanceof BlockedAddress) return { error: 'ssrf', code: error.code, ours: false }
  if (error instanceof DnsFailure) return { error: 'dns', code: error.code, ours: error.ours }
  if (error instanceof Error && error.name === 'TimeoutError')
    return { error: 'timeout', code: 'DEADLINE', ours: false }
  const code = String((error as NodeJS.ErrnoException | undefined)?.code ?? 'UNKNOWN')
  const found = classes.find(([, shape]) => shape.test(code))
  return { error: found?.[0] ?? 'connect', code: code.slice(0, 100), ours: ourFaults.test(code) }
}

/** Why an attempt failed: the part of the way to the merchant that broke. `http` = an answer that is not success. */
export type AttemptError = 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'ssrf' | 'http' | 'size'
