import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { isPayable, receivePayment } from '../records/receive-payment.ts'
import { chargeId } from '../records/records.ts'
import { returnPayment } from '../records/return-payment.ts'
import { type Faults, faultOrder } from './faults.ts'
import { isEqual, type Tokens } from './token-route.ts'

const amount = z.number().int().min(1).max(999_999_999_999)

const payOrder = z.strictObject({
  /** Undefined: the only client, or the first. */
  client: z.string().optional(),
  /** The charge that is paid. Undefined: a Pix to `chave` without a charge. */
  txid: z.string().max(35).optional(),
  chave: z.string().max(77).optional(),
  /** Centavos. Undefined: what the charge asks for. */
  valor: amount.optional(),
  payer: z.string().max(14).optional(),
  /** Pays a charge that is expired or concluded too, as some providers let it happen. */
  anyway: z.boolean().default(false),
})

const takeOrder = z.strictObject({
  endToEndId: z.string(),
  valor: amount,
  natureza: z.enum(['MED_FRAUDE', 'MED_OPERACIONAL']).default('MED_FRAUDE'),
})

const pushOrder = z.strictObject({ url: z.url(), body: z.unknown() })

interface Control {
  token: string
  faults: Faults
  tokens: Tokens
}

/** What happens at the provider, decided from outside: payments, money taken back, faults, pushes. Under `/control`. */
export function registerControlRoutes(app: FastifyInstance, provider: Provider, by: Control): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isEqual(request.headers.authorization ?? '', `Bearer ${by.token}`)) return undefined
    return reply.code(401).send({ error: 'unauthorized' })
  })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof z.ZodError ? 422 : 500).send({ error: String(error) }),
  )

  registerMoneyRoutes(app, provider)
  registerFaultRoutes(app, by)

  app.post('/push', async (request) => {
    const { url, body } = pushOrder.parse(request.body)
    return { status: await provider.pushes.send(url, JSON.stringify(body)) }
  })

  app.get('/records', async () => ({
    charges: [...provider.records.charges.values()],
    payments: [...provider.records.payments.values()],
    webhooks: [...provider.records.webhooks.values()],
  }))

  app.get('/pushes', async () => provider.pushes.sent())
}

function registerMoneyRoutes(app: FastifyInstance, provider: Provider): void {
  app.post('/pay', async (request, reply) => {
    const wanted = payOrder.parse(request.body)
    const client = wanted.client ?? provider.clients[0]?.client_id ?? ''
    const charge = wanted.txid === undefined ? undefined : provider.records.charges.get(chargeId(client, wanted.txid))
    if (charge && !wanted.anyway && !isPayable(charge, provider.now())) {
      return reply.code(409).send({ error: 'not_payable', status: charge.status })
    }
    const chave = charge?.chave ?? wanted.chave
    const valor = wanted.valor ?? charge?.original
    if (chave === undefined || valor === undefined) return reply.code(404).send({ error: 'charge_not_found' })
    const { txid, payer } = wanted
    return receivePayment(provider, {
      ...{ client, chave, valor },
      ...(txid === undefined ? {} : { txid }),
      ...(payer === undefined ? {} : { payer }),
    })
  })

  app.post('/take-back', async (request, reply) => {
    const { endToEndId, ...wanted } = takeOrder.parse(request.body)
    const payment = provider.records.payments.get(endToEndId)
    if (!payment) return reply.code(404).send({ error: 'payment_not_found' })
    return returnPayment(provider, payment, { id: `M${payment.returns.length + 1}`, ...wanted })
  })
}

function registerFaultRoutes(app: FastifyInstance, { faults, tokens }: Control): void {
  app.post('/faults', async (request) => {
    faults.add(faultOrder.parse(request.body))
    return {}
  })

  app.delete('/faults', async () => {
    faults.clear()
    return {}
  })

  app.post('/revoke-tokens', async () => {
    tokens.revokeAll()
    return {}
  })
}
