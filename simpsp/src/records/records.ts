import { type Journal, openJournal } from './journal.ts'

export type ChargeStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP'

/** A charge. Amounts are whole centavos. */
export interface Charge {
  /** `client_id` of the receiver. */
  client: string
  txid: string
  revisao: number
  status: ChargeStatus
  /** ISO 8601, UTC. */
  criacao: string
  /** Seconds from `criacao`. */
  expiracao: number
  original: number
  chave: string
  devedor?: { cpf?: string | undefined; cnpj?: string | undefined; nome: string } | undefined
  solicitacaoPagador?: string | undefined
}

export type ReturnStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

/** A return of a received Pix, wholly or in part: asked for by the receiver, or taken by the banks (`MED_…`). */
export interface Return {
  id: string
  rtrId: string
  valor: number
  natureza: string
  solicitacao: string
  liquidacao?: string
  status: ReturnStatus
  motivo?: string
}

/** A received Pix. */
export interface Payment {
  client: string
  endToEndId: string
  txid?: string
  valor: number
  horario: string
  chave: string
  infoPagador?: string
  /** CPF or CNPJ of the payer. No answer shows it; a query may filter by it. */
  payer: string
  returns: Return[]
}

export interface Webhook {
  client: string
  chave: string
  webhookUrl: string
  criacao: string
}

type Entry =
  | { charge: Charge }
  | { payment: Payment }
  | { webhook: Webhook }
  | { webhookRemoved: Pick<Webhook, 'chave'> }

/** What the provider knows. Every `store…` is on disk before it returns. */
export interface Records {
  charges: ReadonlyMap<string, Charge>
  payments: ReadonlyMap<string, Payment>
  paymentsOf(txid: string): readonly Payment[]
  webhooks: ReadonlyMap<string, Webhook>
  storeCharge(charge: Charge): void
  storePayment(payment: Payment): void
  storeWebhook(webhook: Webhook): void
  removeWebhook(chave: string): void
}

/** Two customers may use one txid. */
export function chargeId(client: string, txid: string): string {
  return `${client}/${txid}`
}

export function openRecords(dataDir: string): Records {
  const charges = new Map<string, Charge>()
  const payments = new Map<string, Payment>()
  const byTxid = new Map<string, string[]>()
  const webhooks = new Map<string, Webhook>()
  const apply = (entry: Entry) => {
    if ('charge' in entry) charges.set(chargeId(entry.charge.client, entry.charge.txid), entry.charge)
    else if ('webhook' in entry) webhooks.set(entry.webhook.chave, entry.webhook)
    else if ('webhookRemoved' in entry) webhooks.delete(entry.webhookRemoved.chave)
    else {
      const { endToEndId, txid } = entry.payment
      if (!payments.has(endToEndId) && txid !== undefined) {
        byTxid.set(txid, [...(byTxid.get(txid) ?? []), endToEndId])
      }
      payments.set(endToEndId, entry.payment)
    }
  }
  const journal: Journal = openJournal(dataDir, (entry) => apply(entry as Entry))
  const store = (entry: Entry) => {
    journal.append(entry)
    apply(entry)
  }
  return {
    charges,
    payments,
    paymentsOf: (txid) => (byTxid.get(txid) ?? []).flatMap((id) => payments.get(id) ?? []),
    webhooks,
    storeCharge: (charge) => store({ charge }),
    storePayment: (payment) => store({ payment }),
    storeWebhook: (webhook) => store({ webhook }),
    removeWebhook: (chave) => store({ webhookRemoved: { chave } }),
  }
}
