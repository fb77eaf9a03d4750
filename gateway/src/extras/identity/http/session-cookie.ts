import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The session's cookie. Over HTTPS its name has the prefix that binds it to this host, path and TLS (RFC 6265bis,
 * section 4.1.3.2). Plain HTTP cannot use that name; from any other machine the cookie is `Secure` nevertheless.
 */
function cookieName(request: FastifyRequest, name = 'sid'): string {
  return request.protocol === 'https' ? `__Host-${name}` : name
}

/** Half a year. After that the browser counts as unknown for login attempts. */
const knownBrowserSeconds = 180 * 86_400

/** The cookie's value; undefined if it is missing or sent more than once, which browsers do not do. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  return readCookie(request, cookieName(request))
}

/** The value that marks a known browser. It grants no access. */
export function readKnownBrowser(request: FastifyRequest): string | undefined {
  return readCookie(request, cookieName(request, 'known'))
}

export function setKnownBrowser(reply: FastifyReply, value: string): void {
  const name = cookieName(reply.request, 'known')
  reply.header('set-cookie', `${name}=${value}; Max-Age=${knownBrowserSeconds}; ${attributesOf(reply.request)}`)
}

function readCookie(request: FastifyRequest, cookie: string): string | undefined {
  const name = `${cookie}=`
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(name))
  return found.length === 1 ? found[0]?.slice(name.length) : undefined
}

/** Without maximum age: the browser deletes the cookie when it closes. The session ends earlier on the server. */
export function setSessionCookie(reply: FastifyReply, value: string): void {
  reply.header('set-cookie', `${cookieName(reply.request)}=${value}; ${attributesOf(reply.request)}`)
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('set-cookie', `${cookieName(reply.request)}=; Max-Age=0; ${attributesOf(reply.request)}`)
}

function attributesOf(request: FastifyRequest): string {
  return `Path=/; HttpOnly; SameSite=Strict${request.isLocal && request.protocol !== 'https' ? '' : '; Secure'}`
}
