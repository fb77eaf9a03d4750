import { generate } from 'selfsigned'

export interface Certificate {
  /** PEM. */
  cert: string
  /** PEM. */
  key: string
}

const dayMs = 86_400_000

/** A certificate authority that nobody else knows, made for this run. */
export async function testAuthority(name = 'Test authority'): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { cert: made.cert, key: made.private }
}

export interface CertificateOrder {
  /** Host names and IP addresses that the certificate is for. */
  names?: readonly string[]
  addresses?: readonly string[]
  /** It ended yesterday. */
  expired?: boolean
  /** Which side of a connection shows it; a server's unless ordered otherwise. */
  use?: 'server' | 'client'
}

/** A certificate of this authority, or self-signed without one, for 127.0.0.1 unless other names are ordered. */
export async function issueCertificate(
  authority: Certificate | undefined,
  order: CertificateOrder = {},
): Promise<Certificate> {
  const addresses = order.addresses ?? (order.names ? [] : ['127.0.0.1'])
  const now = Date.now()
  const made = await generate([{ name: 'commonName', value: 'Test server' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 10 * dayMs),
    notAfterDate: new Date(now + (order.expired ? -1 : 10) * dayMs),
    ...(authority ? { ca: authority } : {}),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', ...(order.use === 'client' ? { clientAuth: true } : { serverAuth: true }) },
      {
        name: 'subjectAltName',
        altNames: [
          ...(order.names ?? []).map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { cert: made.cert, key: made.private }
}
