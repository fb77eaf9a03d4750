import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Provider } from '../provider.ts'
import type { Payment } from '../records/records.ts'
import { returnPayment, whyNoReturn } from '../records/return-payment.ts'
import type { OfClient } from './of-client.ts'
import { refuse, violationsOf } from './problem.ts'
import { centavos, pixView, returnView } from './views.ts'

const returnForm = z.strictObject({
  valor: z.string().regex(/^\d{1,10}\.\d{2}$/),
  natureza: z.enum(['ORIGINAL', 'RETIRADA']).default('ORIGINAL'),
  descricao: z.string().max(140).optional(),
})

const returnIdForm = /^[a-zA-Z0-9]{1,35}$/

const instant = z.iso.datetime({ offset: true })

const query = z.object({
  inicio: instant,
  fim: instant,
  txid: z.string().max(35).optional(),
  cpf: z.string().optional(),
  cnpj: z.string().optional(),
  'paginacao.paginaAtual': z.coerce.number().int().min(0).default(0),
  'paginacao.itensPorPagina': z.coerce.number().int().min(1).max(1_000).default(100),
})

interface ById {
  Params: { e2eid: string }
}

interface ByReturn {
  Params: { e2eid: string; id: string }
}

/** Received Pix and their returns. */
export function registerPixRoutes(scope: FastifyInstance, provider: Provider, clientOf: OfClient): void {
  const found = (request: Parameters<OfClient>[0], id: string): Payment | undefined => {
    const payment = provider.records.payments.get(id)
    return payment?.client === clientOf(request).client_id ? payment : undefined
  }

  scope.get('/pix', async (request, reply) => {
    const read = query.safeParse(request.query)
    if (!read.success) return refuse(reply, 'RequisicaoInvalida', violationsOf(read.error, 'query'))
    return reply.send(listView(read.data, matching(provider, clientOf(request).client_id, read.data)))
  })

  scope.get<ById>('/pix/:e2eid', async (request, reply) => {
    const payment = found(request, request.params.e2eid)
    return payment ? reply.send(pixView(payment)) : refuse(reply, 'PixNaoEncontrado')
  })

  scope.put<ByReturn>('/pix/:e2eid/devolucao/:id', async (request, reply) => {
    const { e2eid, id } = request.params
    const payment = found(request, e2eid)
    if (!payment) return refuse(reply, 'PixNaoEncontrado')
    const read = returnForm.safeParse(request.body)
    if (!read.success) return refuse(reply, 'PixDevolucaoInvalida', violationsOf(read.error, 'devolucao'))
    const wanted = { id, valor: centavos(read.data.valor), natureza: read.data.natureza }
    const why = returnIdForm.test(id) && wanted.valor > 0 ? whyNoReturn(provider, payment, wanted) : badForm
    if (why) return refuse(reply, 'PixDevolucaoInvalida', [why])
    return reply.code(201).send(returnView(returnPayment(provider, payment, wanted)))
  })

  scope.get<ByReturn>('/pix/:e2eid/devolucao/:id', async (request, reply) => {
    const { e2eid, id } = request.params
    const known = found(request, e2eid)?.returns.find((each) => each.id === id)
    return known ? reply.send(returnView(known)) : refuse(reply, 'PixDevolucaoNaoEncontrada')
  })
}

const badForm = { razao: 'O identificador ou o valor não tem a forma certa.', propriedade: 'devolucao' }

type Query = z.infer<typeof query>

function matching({ records }: Provider, clientId: string, { inicio, fim, txid, cpf, cnpj }: Query): Payment[] {
  const [from, to] = [Date.parse(inicio), Date.parse(fim)]
  const payer = cpf ?? cnpj
  return [...records.payments.values()].filter((each) => {
    const at = Date.parse(each.horario)
    const isWanted = (txid === undefined || each.txid === txid) && (payer === undefined || each.payer === payer)
    return each.client === clientId && at >= from && at <= to && isWanted
  })
}

function listView(asked: Query, all: readonly Payment[]): object {
  const { 'paginacao.paginaAtual': page, 'paginacao.itensPorPagina': size, inicio, fim } = asked
  return {
    parametros: {
      inicio,
      fim,
      paginacao: {
        paginaAtual: page,
        itensPorPagina: size,
        quantidadeDePaginas: Math.ceil(all.length / size),
        quantidadeTotalDeItens: all.length,
      },
    },
    pix: all.slice(page * size, (page + 1) * size).map(pixView),
  }
}
