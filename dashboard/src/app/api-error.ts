/** One field that the server refused. `param` is its path in the request. */
export interface FieldFault {
  param: string
  code: string
  message: string
}

/** A request that did not succeed: refused by the server, or never answered (`code` is `network` then). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** A code of the gateway's error catalogue, or `network`. */
  readonly code: string
  /** 0 where there was no answer. */
  readonly httpStatus: number
  readonly fields: readonly FieldFault[]
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** What else the `error` object holds, e.g. `transaction_id`. */
  readonly facts: Readonly<Record<string, unknown>>

  constructor(details: {
    code: string
    message: string
    httpStatus: number
    fields?: readonly FieldFault[]
    requestId?: string | undefined
    retryAfterSeconds?: number | undefined
    facts?: Readonly<Record<string, unknown>>
  }) {
    super(details.message)
    this.code = details.code
    this.httpStatus = details.httpStatus
    this.fields = details.fields ?? []
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.facts = details.facts ?? {}
  }

  /** The server's sentence about one field of a form, for the field's `error`, without the field's name in front. */
  fieldMessage(param: string): string | undefined {
    const message = this.fields.find((field) => field.param === param)?.message
    const name = `${param.split('.').at(-1)}: `
    if (!message?.startsWith(name)) return message
    const said = message.slice(name.length)
    return said.charAt(0).toUpperCase() + said.slice(1)
  }

  /** The same, or the whole refusal where it names the field that it is about. */
  messageAbout(name: string): string | undefined {
    if (this.fields.length === 0 && this.facts['param'] === name) return this.message
    return this.fieldMessage(name)
  }
}

/** Whether an error has this code of the catalogue. */
export function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code
}

/** Reads a refusal's body (contract of the API: `error` and `errors`); anything else is told by its status. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => undefined)) as Partial<RefusalBody> | undefined
  const { code, message, request_id: requestId, ...facts } = body?.error ?? {}
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    code: code ?? 'internal_error',
    message: message ?? `HTTP ${response.status}`,
    httpStatus: response.status,
    fields: body?.errors ?? [],
    requestId: requestId ?? response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : undefined,
    facts,
  })
}

interface RefusalBody {
  error: { code?: string; message?: string; request_id?: string } & Record<string, unknown>
  errors: FieldFault[]
}
