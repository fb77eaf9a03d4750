import type { Order } from '../../../src/core/connectors/connector.ts'
import { providerHttp } from '../../../src/core/net/provider-http.ts'
import { uuidV7 } from '../../../src/core/platform/ids.ts'
import { formatAmount } from '../../../src/core/values/money.ts'
import { pixApi } from '../../../src/extras/pix-api/connector.ts'
import { webhookSecret } from '../../../src/extras/pix-api/credentials.ts'
import type { ProviderScript, Said, ToldRecord, UnderTest } from './under-test.ts'

const host = 'https://psp.example.com'

const account = {
  id: uuidV7(new Date()),
  connector: 'pix-api',
  environment: 'test',
  credentials: JSON.stringify({
    ...{ psp: 'other', base_address: `${host}/api/v2`, token_address: `${host}/oauth/token` },
    ...{ client_id: 'client', client_secret: 'secret-of-the-kit', pix_key: '5f84a4c5-c5cb-4599-9f13-7eb4d419dacc' },
    holder: 'Loja',
  }),
} as const

const brl = (minor: bigint) => formatAmount(minor, 'BRL')
const endToEndId = 'E12345678202601021200abcdef12345'
const statuses: Readonly<Record<Said['state'], string>> = {
  pending: 'ATIVA',
  completed: 'CONCLUIDA',
  reversed: 'CONCLUIDA',
  rejected: 'REMOVIDA_PELO_PSP',
  'words that nobody knows': 'EM_ESPERA',
}

/** A charge as PSPs tell it. `key` of a reversal is the id of the return where it is a refund of ours. */
function charge(order: Order, key: string, said: Said): object {
  const isPaid = said.state === 'completed' || said.state === 'reversed'
  const credited = said.creditedMinor ?? order.amountMinor
  const returned = {
    ...{ id: said.key ?? 'med1', rtrId: 'D12345678202601021200abcdef12345', status: 'DEVOLVIDO' },
    ...{ valor: brl(said.reversedMinor ?? credited), horario: { solicitacao: '2026-01-02T12:00:00Z' } },
    ...(said.key === undefined && { natureza: 'MED_FRAUDE' }),
  }
  return {
    calendario: { criacao: '2026-01-02T12:00:00Z', expiracao: 3600 },
    txid: said.state === 'reversed' ? key : (said.key ?? key),
    ...{ revisao: 0, status: statuses[said.state], chave: '5f84a4c5-c5cb-4599-9f13-7eb4d419dacc' },
    valor: { original: brl(said.amountMinor ?? order.amountMinor) },
    pixCopiaECola: '00020101021226…6304ABCD',
    ...(isPaid && {
      pix: [
        {
          ...{ endToEndId, txid: key, valor: brl(credited), horario: '2026-01-02T12:00:00Z' },
          ...(said.state === 'reversed' && { devolucoes: said.reversals?.map(listed) ?? [returned] }),
        },
      ],
    }),
  }
}

function listed({ id, amountMinor, isDone }: NonNullable<Said['reversals']>[number]): object {
  const status = isDone ? 'DEVOLVIDO' : 'EM_PROCESSAMENTO'
  return { id, status, valor: brl(amountMinor), horario: { solicitacao: '2026-01-02T12:00:00Z' } }
}

const notActive = {
  status: 400,
  body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', status: 400 },
}

const speaksPix: ProviderScript = {
  hasOneCurrency: true,
  token: {
    isRequest: (path) => path === '/oauth/token',
    granted: (count) => ({
      status: 200,
      body: { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 600 },
    }),
    refused: { status: 401, body: {}, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
  },
  answer: charge,
  alwaysListsReversals: true,
  incomingMoney: { providerId: endToEndId, amountMinor: 4_321n, currency: 'BRL', reference: 'aluguel' },
  incoming: ({ providerId, amountMinor, reference, at }) => ({
    status: 200,
    body: { endToEndId: providerId, valor: brl(amountMinor), horario: at.toISOString(), infoPagador: reference },
  }),
  refundAnswer: (id, amountMinor) => ({
    ...{ id, rtrId: 'D12345678202601021200abcdef12345', status: 'DEVOLVIDO', valor: brl(amountMinor) },
    horario: { solicitacao: '2026-01-02T12:00:00Z' },
  }),
  notFound: { status: 404, body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobNaoEncontrado', status: 404 } },
  calledOff: (order, key) => ({
    cancelled: {
      status: 200,
      body: { ...charge(order, key, { state: 'pending' }), status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    },
    tooLate: notActive,
    known: { status: 200, body: charge(order, key, { state: 'completed' }) },
  }),
  records: (path, told) => {
    const query = new URL(path, host).searchParams
    const [from, to, page] = ['inicio', 'fim', 'paginacao.paginaAtual'].map((name) => query.get(name) ?? '')
    const isIn = ({ at }: ToldRecord) => at >= new Date(from ?? '') && at <= new Date(to ?? '')
    const pix = told.filter(isIn).flatMap(({ key: txid, payments, backMinor, at }, charge) =>
      payments.map((valor, n) => ({
        ...{ endToEndId: `E${charge}${n}`, txid, valor: brl(valor), horario: at.toISOString() },
        ...(n === 0 &&
          backMinor > 0n && { devolucoes: [listed({ id: 'med1', amountMinor: backMinor, isDone: true })] }),
      })),
    )
    const counts = { quantidadeDePaginas: Math.max(1, Math.ceil(pix.length / 2)), quantidadeTotalDeItens: pix.length }
    const paginacao = { paginaAtual: Number(page), itensPorPagina: 2, ...counts }
    const parametros = { inicio: from, fim: to, paginacao }
    return { status: 200, body: { parametros, pix: pix.slice(Number(page) * 2, Number(page) * 2 + 2) } }
  },
  prompt: (txid) => ({
    body: Buffer.from(JSON.stringify({ pix: [{ endToEndId, txid, valor: '1.00', horario: '2026-01-02T12:00:00Z' }] })),
    ...{ headers: {}, path: `/${webhookSecret(account)}/pix` },
  }),
}

let sequence = 1n

export const pixSubject: UnderTest = {
  name: 'the Pix API',
  make: (url) => {
    const http = providerHttp()
    const near = {
      ...http,
      call: async (wanted: Parameters<typeof http.call>[0]) =>
        await http.call({ ...wanted, url: wanted.url.replace(host, url) }),
    }
    return { ...pixApi({ of: () => near, close: http.close }), close: http.close }
  },
  account,
  // The standard has no payouts: every order of the kit is a charge.
  order: () => ({
    ...{ transactionId: uuidV7(new Date()), pointId: uuidV7(new Date()), environment: 'test', payType: 'payin' },
    ...{
      serviceCode: 'PIX_BR',
      kind: 'qr',
      country: 'BR',
      currency: 'BRL',
      amountMinor: 123_456n,
      sequence: sequence++,
    },
    ...{ expiresAt: new Date(Date.now() + 3_600_000), executeBefore: null, details: {}, instructions: {} },
  }),
  provider: speaksPix,
  keyLengthMax: 35,
}
