import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import { isPayable, receivePayment } from '../records/receive-payment.ts'
import { type Charge, chargeId } from '../records/records.ts'
import { isReceiver, type OfClient } from './of-client.ts'
import { refuse, violationsOf } from './problem.ts'
import { centavos, chargeView } from './views.ts'

const txidForm = /^[a-zA-Z0-9]{26,35}$/
const name = z.string().min(1).max(200)

const wanted = z.strictObject({
  calendario: z.strictObject({ expiracao: z.number().int().min(1).max(2_147_483_647).default(86_400) }),
  devedor: z
    .union([
      z.strictObject({ cpf: z.string().regex(/^\d{11}$/), nome: name }),
      z.strictObject({ cnpj: z.string().regex(/^[0-9A-Z]{14}$/), nome: name }),
    ])
    .optional(),
  valor: z.strictObject({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  chave: z.string().min(1).max(77),
  solicitacaoPagador: z.string().max(140).optional(),
})

const removal = z.strictObject({ status: z.literal('REMOVIDA_PELO_USUARIO_RECEBEDOR') })

interface ByTxid {
  Params: { txid: string }
}

/** Charges: made or changed under the receiver's own txid, read, removed. */
export function registerChargeRoutes(scope: FastifyInstance, provider: Provider, clientOf: OfClient): void {
  const { records } = provider
  const view = (charge: Charge, receiver: string) =>
    chargeView(charge, {
      name: receiver,
      payments: records.paymentsOf(charge.txid).filter(({ client }) => client === charge.client),
    })

  scope.put<ByTxid>('/cob/:txid', async (request, reply) => {
    const client = clientOf(request)
    const { txid } = request.params
    if (!txidForm.test(txid)) {
      return refuse(reply, 'CobOperacaoInvalida', [
        { razao: 'O txid tem de 26 a 35 letras e dígitos.', propriedade: 'txid' },
      ])
    }
    const read = wanted.safeParse(request.body)
    if (!read.success) return refuse(reply, 'CobOperacaoInvalida', violationsOf(read.error, 'cob'))
    const { valor, chave, calendario, ...rest } = read.data
    const original = centavos(valor.original)
    if (original === 0) {
      return refuse(reply, 'CobOperacaoInvalida', [{ razao: 'O valor é zero.', propriedade: 'cob.valor.original' }])
    }
    if (!isReceiver(client, chave)) {
      return refuse(reply, 'CobOperacaoInvalida', [{ razao: 'A chave é de outro usuário.', propriedade: 'cob.chave' }])
    }
    const known = records.charges.get(chargeId(client.client_id, txid))
    if (known && known.status !== 'ATIVA') return refuse(reply, 'CobOperacaoInvalida')
    const stored: Charge = {
      client: client.client_id,
      txid,
      revisao: known ? known.revisao + 1 : 0,
      status: 'ATIVA',
      criacao: known?.criacao ?? provider.now().toISOString(),
      ...{ ...calendario, original, chave, ...rest },
    }
    records.storeCharge(stored)
    if (!known) payLater(provider, stored)
    return reply.code(201).send(view(stored, client.name))
  })

  scope.get<ByTxid>('/cob/:txid', async (request, reply) => {
    const client = clientOf(request)
    const known = records.charges.get(chargeId(client.client_id, request.params.txid))
    return known ? reply.send(view(known, client.name)) : refuse(reply, 'CobNaoEncontrado')
  })

  scope.patch<ByTxid>('/cob/:txid', async (request, reply) => {
    const client = clientOf(request)
    const known = records.charges.get(chargeId(client.client_id, request.params.txid))
    if (!known) return refuse(reply, 'CobNaoEncontrado')
    const read = removal.safeParse(request.body)
    if (!read.success) return refuse(reply, 'CobOperacaoInvalida', violationsOf(read.error, 'cob'))
    if (known.status !== 'ATIVA') return refuse(reply, 'CobOperacaoInvalida')
    const stored: Charge = { ...known, status: read.data.status, revisao: known.revisao + 1 }
    records.storeCharge(stored)
    return reply.send(view(stored, client.name))
  })
}

/** With SIMPSP_PAY_AFTER_MS somebody pays each charge in full, if it is still open then. */
function payLater(provider: Provider, { client, txid }: Charge): void {
  if (provider.payAfterMs === undefined) return
  provider.later(provider.payAfterMs, () => {
    const charge = provider.records.charges.get(chargeId(client, txid))
    if (!charge || !isPayable(charge, provider.now())) return
    receivePayment(provider, { client, txid, chave: charge.chave, valor: charge.original })
  })
}
