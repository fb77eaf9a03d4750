import { z } from 'zod'
import type { ProviderHttp } from '../../net/provider-http.ts'
import type { CallContext, ConnectorAccount } from '../connector.ts'

export interface SimulatedBankOptions {
  /** The bank's address, without a trailing slash. */
  baseUrl: string
  http?: ProviderHttp
}

export type Answer = Awaited<ReturnType<ProviderHttp['call']>>

/** A call of the bank's API with the credentials of the account. */
export type BankCall = (
  context: CallContext,
  wanted: { method: 'GET' | 'PUT' | 'POST'; path: string; body?: unknown },
) => Promise<Answer>

export function bankCall(baseUrl: string, http: ProviderHttp): BankCall {
  return async (context, wanted) =>
    await http.call({
      method: wanted.method,
      url: `${baseUrl}${wanted.path}`,
      headers: { authorization: `Bearer ${credentialsOf(context.account).token}` },
      timeoutMs: context.timeoutMs,
      ...(wanted.body === undefined ? {} : { body: { json: wanted.body } }),
    })
}

const credentialsShape = z.object({ token: z.string().min(16), notification_secret: z.string().min(16) })

export function credentialsOf(account: ConnectorAccount): z.infer<typeof credentialsShape> {
  return credentialsShape.parse(JSON.parse(account.credentials))
}
