/** A server of a PostgreSQL address. */
export interface DatabaseHost {
  host: string
  port: number
}

/** A connection string as libpq reads it: one host, or several of one cluster. */
export interface DatabaseAddress {
  /** The same address with its first host alone, and without `target_session_attrs`, which the driver does not know. */
  url: string
  /** Empty: the driver's own default. */
  hosts: readonly DatabaseHost[]
}

const portDefault = 5432

/** More are no cluster, but a mistake. */
const hostsMax = 9

const shape = /^(postgres(?:ql)?:\/\/)([^@/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i
const hostShape = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i

/** What the only writable server of a cluster is called. */
const sessions: readonly (string | null)[] = [null, 'read-write', 'primary']

/** Reads an address such as `postgresql://user@a:5432,b:5432/name`. Undefined: it is none, or asks for a standby. */
export function readDatabaseAddress(text: string): DatabaseAddress | undefined {
  const [, scheme = '', login = '', list = '', path = '', query = ''] = shape.exec(text) ?? []
  const parts = list.split(',')
  const hosts = parts.map(readHost)
  const params = new URLSearchParams(query)
  if (scheme === '' || parts.length > hostsMax || !sessions.includes(params.get('target_session_attrs')))
    return undefined
  if (list !== '' && hosts.includes(undefined)) return undefined
  params.delete('target_session_attrs')
  const rest = params.size > 0 ? `?${params.toString()}` : ''
  const url = `${scheme}${login}${parts[0] ?? ''}${path}${rest}`
  return URL.canParse(url) ? { url, hosts: hosts.filter((host) => host !== undefined) } : undefined
}

/** Each host of an address by an address of its own. */
export function addressesOfHosts(text: string): readonly string[] {
  const [, scheme = '', login = '', list = '', path = '', query = ''] = shape.exec(text) ?? []
  return list.split(',').map((host) => `${scheme}${login}${host}${path}${query === '' ? '' : `?${query}`}`)
}

function readHost(text: string): DatabaseHost | undefined {
  const found = hostShape.exec(text)
  const port = Number(found?.[3] ?? portDefault)
  const host = found?.[1] ?? found?.[2]
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}
