import type { ScriptedAnswer } from './contract-server.ts'
import type { Json } from './description.ts'

/** Right messages of the Pix API, of invented people. */
export const txid = '7978c0c97ea847e78e8849634473c1f1'
export const endToEndId = 'E12345678202009091221abcdef12345'

const payeeKey = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906'

/** A charge to be paid at once, as we ask for it. */
export function chargeBody(): Json {
  return {
    calendario: { expiracao: 3600 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '37.00' },
    chave: payeeKey,
    solicitacaoPagador: 'Pedido 1',
    infoAdicionais: [{ nome: 'Pedido', valor: '1' }],
  }
}

/** A charge with a due date. */
export function dueChargeBody(): Json {
  return {
    calendario: { dataDeVencimento: '2026-12-31', validadeAposVencimento: 30 },
    devedor: {
      cnpj: '12ABC34501DE35',
      nome: 'Empresa',
      logradouro: 'Rua 1',
      cidade: 'Recife',
      uf: 'PE',
      cep: '70011750',
    },
    valor: {
      original: '123.45',
      multa: { modalidade: 2, valorPerc: '15.00' },
      juros: { modalidade: 2, valorPerc: '2.00' },
    },
    chave: payeeKey,
  }
}

/** The charge as the provider shows it. */
export function chargeAnswer(): Json {
  return {
    ...chargeBody(),
    calendario: { criacao: '2026-11-30T10:00:00.358Z', expiracao: 3600 },
    txid,
    revisao: 0,
    status: 'ATIVA',
    loc: { id: 789 },
    location: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25',
    pixCopiaECola: '00020101021226',
    aFieldOfTomorrow: true,
  }
}

export function problem(status: number, kind: string): ScriptedAnswer {
  return { status, body: { type: `https://pix.bcb.gov.br/api/v2/error/${kind}`, title: kind, status } }
}
