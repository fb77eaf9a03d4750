import type { Answer, CallOptions, Wire } from './world.ts'

/** One request of the merchant API, by Bearer key unless headers say otherwise. */
export async function callApi(
  base: string,
  defaultKey: string,
  call: CallOptions & { method: string; path: string },
): Promise<Answer> {
  const body = call.raw ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  const response = await fetch(`${base}${call.path}`, {
    method: call.method,
    redirect: 'manual',
    ...(call.signal ? { signal: call.signal } : {}),
    headers: {
      authorization: `Bearer ${call.key ?? defaultKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
  }
}

/** One request of the simulated bank's own API. */
export async function callBank(
  base: string,
  token: string,
  call: { method: string; path: string; body: unknown },
): Promise<Wire> {
  const response = await fetch(`${base}${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  })
  return await response.json()
}
