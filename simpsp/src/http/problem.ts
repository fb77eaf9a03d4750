import type { FastifyReply } from 'fastify'
import type { z } from 'zod'

export interface Violation {
  razao: string
  propriedade: string
}

const titles = {
  RequisicaoInvalida: [400, 'Requisição inválida.'],
  CobOperacaoInvalida: [400, 'Cobrança inválida.'],
  PixDevolucaoInvalida: [400, 'Devolução inválida.'],
  WebhookOperacaoInvalida: [400, 'Webhook inválido.'],
  AcessoNegado: [403, 'Acesso negado.'],
  CobNaoEncontrado: [404, 'Não encontrado.'],
  PixNaoEncontrado: [404, 'Não encontrado.'],
  PixDevolucaoNaoEncontrada: [404, 'Não encontrado.'],
  WebhookNaoEncontrado: [404, 'Não encontrado.'],
  ErroInternoDoServidor: [500, 'Erro interno.'],
  ServicoIndisponivel: [503, 'Serviço indisponível.'],
} as const

export type ProblemName = keyof typeof titles

/** An error of the standard (RFC 7807). */
export function refuse(reply: FastifyReply, name: ProblemName, violacoes: readonly Violation[] = []): FastifyReply {
  const [status, title] = titles[name]
  const type = `https://pix.bcb.gov.br/api/v2/error/${name}`
  const body = { type, title, status, ...(violacoes.length > 0 ? { violacoes } : {}) }
  return reply.code(status).type('application/problem+json').send(JSON.stringify(body))
}

/** What a schema did not take, as violations of fields under `prefix`. */
export function violationsOf(error: z.ZodError, prefix: string): Violation[] {
  return error.issues.flatMap((issue) => {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return paths.map((path) => ({ razao: issue.message, propriedade: [prefix, ...path].join('.') }))
  })
}
