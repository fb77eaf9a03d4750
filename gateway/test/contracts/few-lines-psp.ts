import assert from 'node:assert/strict'
import type { ScriptedAnswer } from './contract-server.ts'
import type { Json } from './description.ts'
import type { ContractRequest } from './operations.ts'
import { problem } from './pix-messages.ts'

/** What a PSP keeps of a charge, as it tells it. */
export type Charge = Json & { txid: string; status: string; pix?: Json[] }

/** A PSP of a few lines: it keeps charges and refunds, and refuses what the standard refuses. */
export class FewLinesPsp {
  charges = new Map<string, Charge>()
  /** Fields that it leaves out of a new charge. */
  without: readonly string[] = []
  tokens = 0

  answer({ method, path, body: text }: ContractRequest): ScriptedAnswer {
    const body = (text === '' || path.startsWith('/oauth') ? {} : JSON.parse(text)) as Json
    const [, resource = '', id = '', , refundId = ''] = path.split('/')
    if (resource === 'oauth') return { status: 200, body: { access_token: `t${++this.tokens}`, expires_in: 300 } }
    if (resource === 'webhook') return this.#hook(method, id, body)
    if (resource === 'pix' && id === '') return { status: 200, body: this.#list() }
    if (resource === 'pix') return this.#refund(method, { paymentId: id, refundId, body })
    const kept = this.charges.get(`${resource}/${id}`)
    if (method === 'GET') return kept ? { status: 200, body: kept } : problem(404, 'CobNaoEncontrado')
    if (method === 'PATCH' && !kept) return problem(404, 'CobNaoEncontrado')
    if (kept && kept.status !== 'ATIVA') return problem(400, 'CobOperacaoInvalida')
    const charge = { ...kept, ...this.#made(resource, id), ...body } as Charge
    charge['calendario'] = { criacao: '2026-11-30T10:00:00Z', ...(charge['calendario'] as Json) }
    for (const name of this.without) delete charge[name]
    this.charges.set(`${resource}/${id}`, charge)
    return { status: method === 'PUT' ? 201 : 200, body: charge }
  }

  /** By the Pix key. */
  hooks = new Map<string, Json>()

  #hook(method: string, key: string, body: Json): ScriptedAnswer {
    if (method === 'PUT')
      this.hooks.set(key, { ...body, chave: key, cnpj: '12ABC34501DE35', criacao: '2026-11-30T10:00:00Z' })
    const kept = this.hooks.get(key)
    if (method === 'PUT') return { status: 200 }
    return kept ? { status: 200, body: kept } : problem(404, 'WebhookNaoEncontrado')
  }

  #made(resource: string, txid: string): Json {
    const recebedor = {
      nome: 'Loja',
      cnpj: '12ABC34501DE35',
      logradouro: 'Rua 1',
      cidade: 'Recife',
      uf: 'PE',
      cep: '70011750',
    }
    return {
      ...{
        txid,
        revisao: 0,
        status: 'ATIVA',
        location: `pix.example.com/qr/v2/${txid}`,
        pixCopiaECola: '00020101021226',
      },
      ...(resource === 'cobv' && { recebedor }),
    }
  }

  #list(): Json {
    const paginacao = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 }
    return { parametros: { inicio: '2026-11-30T10:00:00Z', fim: '2026-11-30T11:00:00Z', paginacao }, pix: [] }
  }

  /** A payer pays: `CONCLUIDA`, as much as he likes. */
  pay(txid: string, ...payments: readonly Json[]): void {
    const [place, charge] = [...this.charges].find(([, each]) => each.txid === txid) ?? assert.fail('the charge')
    const paid = payments.map((each) => ({ txid, horario: '2026-11-30T10:05:00Z', ...each }))
    this.charges.set(place, { ...charge, status: 'CONCLUIDA', pix: [...(charge.pix ?? []), ...paid] })
  }

  #refund(
    method: string,
    { paymentId, refundId, body }: { paymentId: string; refundId: string; body: Json },
  ): ScriptedAnswer {
    const payment = [...this.charges.values()]
      .flatMap(({ pix = [] }) => pix)
      .find((each) => each['endToEndId'] === paymentId)
    if (!payment) return problem(404, 'PixNaoEncontrado')
    if (refundId === '') return { status: 200, body: payment }
    payment['devolucoes'] ??= []
    const returned = payment['devolucoes'] as Json[]
    const known = returned.find(({ id }) => id === refundId)
    if (method === 'GET') return known ? { status: 200, body: known } : problem(404, 'PixDevolucaoNaoEncontrada')
    if (known) return problem(400, 'PixDevolucaoInvalida')
    const made = devolucao(refundId, { ...body, status: 'EM_PROCESSAMENTO' })
    returned.push(made)
    return { status: 201, body: made }
  }
}

/** A return that was made, but for `change`. */
export function devolucao(id: string, change: Json): Json {
  return {
    id,
    rtrId: 'D12345678202009091000abcde123456',
    horario: { solicitacao: '2026-11-30T11:00:00Z' },
    status: 'DEVOLVIDO',
    ...change,
  }
}
