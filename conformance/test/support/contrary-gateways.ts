import type { Fault } from './fake-gateway.ts'

const otherFields = { sender_name: 'PAGADOR', amount: 1, reference: undefined }

/** Decides otherwise than Pasarela wherever the specification is silent, and does nothing that an adapter asks for. */
export const lenientGateway: readonly Fault[] = [
  {
    problems: (problems, { kind, code }) =>
      kind === 'payout' && ['BT_UY', 'DEBIN_AR'].includes(code)
        ? problems.filter((each) => !/^account/.test(each))
        : problems,
    data: (data, { fields }) => ({
      ...data,
      currency: 'ZZZ',
      target_account_num: null,
      card_number: fields['payer_card_number'],
      ...('expired_at' in data ? { expired_at: String(data.expired_at).replace(/Z?$/, '+05:00') } : {}),
      ...('redirect_url' in data ? { reference: 'another' } : {}),
    }),
    callback: (callback, { kind }) => ({
      ...callback,
      ...otherFields,
      security_hash: String(callback.security_hash).toUpperCase(),
      ...(kind === 'card' ? {} : { updated_at: callback.updated_at.replace('Z', '') }),
    }),
    before: (text) => [text.replace('COMPLETED', 'PENDING'), text.replace('COMPLETED', 'ERROR')],
    beside: { warnings: [{}] },
    headers: { deprecation: 'true' },
    code: (code, { fields }) => (code === 200 ? 201 : fields['amount'] === -1 ? 429 : code),
    freshAttempts: true,
    followsRedirects: true,
  },
]

/** Refuses what Pasarela takes, and tells nothing of payouts. */
export function strictGateway(): Fault[] {
  const references = new Set<unknown>()
  return [
    {
      problems: (problems, { kind, fields }) => {
        const isKnown = references.has(fields['reference'])
        references.add(fields['reference'])
        const isTextCard = typeof fields['payer_card_number'] === 'string'
        const lacksUrl = kind === 'card' && fields['url_handler_redirect'] === undefined
        return [...problems, ...(isKnown ? ['known'] : []), ...(isTextCard || lacksUrl ? ['card'] : [])]
      },
      sends: ({ kind }) => kind !== 'payout',
    },
  ]
}
