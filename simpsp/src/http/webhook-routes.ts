import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { OfClient } from './of-client.ts'
import { isReceiver } from './of-client.ts'
import { refuse, violationsOf } from './problem.ts'

const registration = z.strictObject({ webhookUrl: z.url({ protocol: /^https?$/ }).max(2_000) })

interface ByKey {
  Params: { chave: string }
}

/** The address that is told about payments to a key. Any customer may name any address for a key of their own. */
export function registerWebhookRoutes(scope: FastifyInstance, provider: Provider, clientOf: OfClient): void {
  const { records } = provider
  scope.addHook<ByKey>('preHandler', async (request, reply) => {
    if (!isReceiver(clientOf(request), request.params.chave)) return refuse(reply, 'WebhookNaoEncontrado')
    return undefined
  })

  scope.put<ByKey>('/webhook/:chave', async (request, reply) => {
    const read = registration.safeParse(request.body)
    if (!read.success) return refuse(reply, 'WebhookOperacaoInvalida', violationsOf(read.error, 'webhook'))
    const { client_id: client } = clientOf(request)
    records.storeWebhook({ client, chave: request.params.chave, ...read.data, criacao: provider.now().toISOString() })
    return reply.code(200).send()
  })

  scope.get<ByKey>('/webhook/:chave', async (request, reply) => {
    const known = records.webhooks.get(request.params.chave)
    if (!known) return refuse(reply, 'WebhookNaoEncontrado')
    const { webhookUrl, criacao } = known
    return reply.send({ webhookUrl, cnpj: clientOf(request).cnpj, criacao })
  })

  scope.delete<ByKey>('/webhook/:chave', async (request, reply) => {
    if (!records.webhooks.has(request.params.chave)) return refuse(reply, 'WebhookNaoEncontrado')
    records.removeWebhook(request.params.chave)
    return reply.code(204).send()
  })
}
