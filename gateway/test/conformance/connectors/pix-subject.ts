import type { Order } from '../../../src/connectors/connector.ts'
import { pixApi } from '../../../src/connectors/pix-api/connector.ts'
import { uuidV7 } from '../../../src/platform/ids.ts'
import { formatAmount } from '../../../src/values/money.ts'
import type { ProviderScript, Said, UnderTest } from './under-test.ts'

const notificationSecret = '5b'.repeat(32)
const pixKey = '123e4567-e12b-12d1-a456-426655440000'
const token = { path: '/oauth/token', body: { access_token: 'token-of-the-kit', expires_in: 3_600 } }
const error = 'https://pix.bcb.gov.br/api/v2/error'

function anOrder(): Order {
  return {
    transactionId: uuidV7(new Date()),
    pointId: uuidV7(new Date()),
    environment: 'live',
    payType: 'payin',
    serviceCode: 'PIX_BR',
    kind: 'qr',
    country: 'BR',
    currency: 'BRL',
    amountMinor: 123_456n,
    sequence: 36n ** 5n,
    expiresAt: new Date(Date.now() + 3_600_000),
    executeBefore: null,
    details: { payer_doc_id: '39053344705' },
    instructions: {},
  }
}

/** An end-to-end id as banks make it. */
function endToEndId(key: string): string {
  return `E12345678203006151200${key.slice(0, 11)}`
}

function chargeOf(order: Order, key: string, said: Said): object {
  const txid = said.key ?? key
  const moved = said.state === 'completed' || said.state === 'reversed'
  const valor = formatAmount(said.creditedMinor ?? order.amountMinor, 'BRL')
  const returned = formatAmount(said.reversedMinor ?? order.amountMinor, 'BRL')
  const devolution = { id: 'd1', rtrId: 'D1', valor: returned, status: 'DEVOLVIDO', natureza: 'MED_FRAUDE' }
  const states = { pending: 'ATIVA', rejected: 'REMOVIDA_PELO_PSP', completed: 'CONCLUIDA', reversed: 'CONCLUIDA' }
  return {
    txid,
    revisao: 0,
    status: said.state === 'words that nobody knows' ? 'ARQUIVADA' : states[said.state],
    calendario: { criacao: '2030-06-15T12:00:00.000Z', expiracao: 3_600 },
    valor: { original: formatAmount(said.amountMinor ?? order.amountMinor, 'BRL') },
    chave: pixKey,
    ...(said.withoutInstructions ? {} : { pixCopiaECola: '00020126code6304ABCD', location: 'pix.example.com/qr/v2/1' }),
    ...(moved
      ? {
          pix: [
            {
              endToEndId: endToEndId(key),
              ...{ txid, valor, horario: '2030-06-15T12:01:00.000Z' },
              ...(said.state === 'reversed' ? { devolucoes: [devolution] } : {}),
            },
          ],
        }
      : {}),
  }
}

const speaksPix: ProviderScript = {
  answer: chargeOf,
  notFound: { status: 404, body: { type: `${error}/CobNaoEncontrado`, title: 'Não encontrado', status: 404 } },
  calledOff: (order, key) => ({
    cancelled: {
      status: 200,
      body: { ...chargeOf(order, key, { state: 'pending' }), status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
    },
    tooLate: (method) =>
      method === 'PATCH'
        ? { status: 400, body: { type: `${error}/CobOperacaoInvalida`, title: 'Operação inválida.', status: 400 } }
        : { status: 200, body: chargeOf(order, key, { state: 'completed' }) },
  }),
  bell: (keys, { again = false, otherReceiver = false } = {}) => ({
    body: Buffer.from(
      JSON.stringify({
        pix: keys.map((txid, at) => ({
          endToEndId: `${endToEndId(txid).slice(0, -2)}0${at}`,
          ...{ txid, valor: '1.00', horario: '2030-06-15T12:01:00.000Z' },
          chave: otherReceiver ? 'somebody@example.com' : pixKey,
          ...(again ? { devolucoes: [{ id: 'd1', rtrId: 'D1', valor: '1.00', status: 'DEVOLVIDO' }] } : {}),
        })),
      }),
    ),
    headers: {},
    arrival: { path: `/${notificationSecret}/pix`, query: {}, remoteAddress: '127.0.0.1' },
  }),
}

const credentials = (url: string) =>
  JSON.stringify({
    psp: 'other',
    base_url: url,
    token_url: `${url}${token.path}`,
    client_id: 'client',
    client_secret: 'secret',
    pix_key: pixKey,
    receiver_name: 'Loja Exemplo Ltda',
    receiver_document: '11222333000181',
    bank: 'Banco Exemplo',
    notification_secret: notificationSecret,
  })

const account = { id: uuidV7(new Date()), connector: 'pix-api', environment: 'live' } as const

export const pixSubject: UnderTest = {
  name: 'the Pix API',
  make: () => pixApi(),
  account: { ...account, credentials: credentials('http://127.0.0.1:9') },
  accountAt: (url) => ({ ...account, credentials: credentials(url) }),
  token,
  namesNoCurrency: true,
  order: anOrder,
  provider: speaksPix,
  keyLengthMax: 35,
}
