import { ApiError, errorOfResponse } from './api-error.ts'
import { noteServerTime } from './clock.ts'
import { currentLanguage } from './languages.ts'
import { isPersonPresent, noteRequestOfPerson } from './presence.ts'

/** A value undefined, null or '' is left out of the address. */
export type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

export interface RequestOptions {
  query?: Query | undefined
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

interface Call extends RequestOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** JSON, or a file that is sent as its bytes. */
  body?: unknown
}

/** What the app does when a reply says so; set once at the start, so that this file knows no page. */
export interface ApiEvents {
  /** Nobody is signed in any more. */
  onSignedOut(): void
  /** Asks for code or password once more; true where the person proved to be there. */
  onStepUp(): Promise<boolean>
  /** The proof for changes was refused: another tab signed in anew. Resolves when a fresh one is known. */
  onStaleProof(): Promise<void>
}

let events: ApiEvents | undefined
let csrfToken: string | undefined

export function setApiEvents(given: ApiEvents): void {
  events = given
}

/** From `GET /console/session`; sent with every change. */
export function setCsrfToken(token: string | null): void {
  csrfToken = token ?? undefined
}

/**
 * The gateway's API as the person who is signed in: same origin, JSON, `data` of the reply. Throws `ApiError`. A refusal
 * `step_up_required` opens the dialog that asks for the code and repeats the request once.
 */
export const api = {
  get: <Data>(path: string, options: RequestOptions = {}) => send<Data>({ ...options, method: 'GET', path }),
  post: <Data>(path: string, body?: unknown, options: RequestOptions = {}) =>
    send<Data>({ ...options, method: 'POST', path, body }),
  put: <Data>(path: string, body?: unknown, options: RequestOptions = {}) =>
    send<Data>({ ...options, method: 'PUT', path, body }),
  patch: <Data>(path: string, body?: unknown, options: RequestOptions = {}) =>
    send<Data>({ ...options, method: 'PATCH', path, body }),
  delete: <Data>(path: string, body?: unknown, options: RequestOptions = {}) =>
    send<Data>({ ...options, method: 'DELETE', path, body }),
}

/** The address of a path with its query: for links that download. */
export function addressOf(path: string, query: Query = {}): string {
  const entries = Object.entries(query).filter(
    (entry) => entry[1] !== undefined && entry[1] !== null && entry[1] !== '',
  )
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

async function send<Data>(call: Call): Promise<Data> {
  const first = await attempt<Data>(call)
  if (!(first instanceof ApiError)) return first.data
  if (first.code === 'step_up_required' && (await events?.onStepUp())) return dataOf(await attempt<Data>(call))
  if (first.code === 'csrf_refused' && events) {
    await events.onStaleProof()
    return dataOf(await attempt<Data>(call))
  }
  if (first.code === 'not_signed_in') events?.onSignedOut()
  throw first
}

function dataOf<Data>(answer: { data: Data } | ApiError): Data {
  if (answer instanceof ApiError) throw answer
  return answer.data
}

async function attempt<Data>(call: Call): Promise<{ data: Data } | ApiError> {
  const ofPerson = call.method !== 'GET' || isPersonPresent()
  let response: Response
  try {
    response = await fetch(addressOf(call.path, call.query), {
      method: call.method,
      credentials: 'same-origin',
      headers: headersOf(call, ofPerson),
      ...(call.body !== undefined && { body: call.body instanceof Blob ? call.body : JSON.stringify(call.body) }),
      ...(call.signal && { signal: call.signal }),
    })
  } catch (error) {
    if (call.signal?.aborted) throw error
    return new ApiError({ code: 'network', message: 'no answer', httpStatus: 0 })
  }
  noteServerTime(response.headers)
  if (!response.ok) return await errorOfResponse(response)
  if (ofPerson) noteRequestOfPerson()
  const body = response.status === 204 ? undefined : ((await response.json()) as { data: Data } | undefined)
  return { data: body?.data as Data }
}

function headersOf(call: Call, ofPerson: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': currentLanguage(),
    ...(call.body !== undefined && {
      'content-type': call.body instanceof Blob ? 'application/octet-stream' : 'application/json',
    }),
    ...(call.method !== 'GET' && csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
    ...(!ofPerson && { 'x-pasarela-background': '1' }),
    ...call.headers,
  }
}
