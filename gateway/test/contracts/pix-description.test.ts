import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CheckedRequest, contractCheck } from './contract-check.ts'
import { withDescriptions } from './described-api.ts'
import { pixDescription } from './pix-description.ts'

const txid = '0190f4a2c9b77e0fa3f1c2d4e5f60718'
const e2eid = 'E12345678203006151200abcdefghijk'

const charge = {
  calendario: { expiracao: 3600 },
  devedor: { cpf: '39053344705', nome: 'Maria Silva' },
  valor: { original: '123.45' },
  chave: 'loja@example.com',
}

const generated = {
  calendario: { criacao: '2030-06-15T12:00:00.000Z', expiracao: 3600 },
  txid,
  revisao: 0,
  location: `pix.example.com/qr/v2/${txid}`,
  status: 'ATIVA',
  valor: { original: '123.45' },
  chave: 'loja@example.com',
  pixCopiaECola: '00020126',
}

const returned = {
  id: 'r1',
  rtrId: 'D12345678203006151200abcdefghijk',
  valor: '1.00',
  horario: { solicitacao: '2030-06-15T12:00:00.000Z' },
  status: 'EM_PROCESSAMENTO',
}

interface Sent {
  method?: string
  path?: string
  query?: string
  body?: unknown
  headers?: Record<string, string | undefined>
}

function requestOf({ method = 'PUT', path = `/cob/${txid}`, query = '', body, headers }: Sent): CheckedRequest {
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: { authorization: 'Bearer token', 'content-type': 'application/json', ...headers },
    body: body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  }
}

describe('the check by the Pix API’s own description', withDescriptions, () => {
  const { description, mends } = pixDescription()
  const contract = contractCheck(description)

  it('mends exactly the faults that the description has', () => {
    assert.deepEqual(mends, { slashes: 14, location: 6, loc: 2, list: 1 })
  })

  it('takes what is right', () => {
    const rights: Sent[] = [
      { body: charge },
      { body: { ...charge, devedor: { cnpj: '11222333000181', nome: 'Loja' } } },
      { body: { ...charge, devedor: undefined } },
      { method: 'PATCH', body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' } },
      { method: 'GET' },
      { method: 'GET', path: '/pix', query: 'inicio=2030-06-15T12:00:00Z&fim=2030-06-16T12:00:00Z' },
      { path: `/pix/${e2eid}/devolucao/r1`, body: { valor: '1.00' } },
      { path: '/webhook/loja@example.com', body: { webhookUrl: 'https://pay.example.com/x' } },
    ]
    for (const right of rights) assert.deepEqual(contract.faultsOfRequest(requestOf(right)), [], JSON.stringify(right))
    const said = (method: string, path: string, status: number, body: unknown) =>
      contract.faultsOfAnswer(
        { method, path },
        { status, type: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(body)) },
      )
    assert.deepEqual(said('PUT', `/cob/${txid}`, 201, generated), [])
    assert.deepEqual(said('PUT', `/cob/${txid}`, 201, { ...generated, fieldOfTheProvider: 1 }), [])
    assert.deepEqual(said('PUT', `/pix/${e2eid}/devolucao/r1`, 201, returned), [])
  })

  const wrongRequests: Record<string, Sent> = {
    'an amount as a number': { body: { ...charge, valor: { original: 123.45 } } },
    'an amount with a comma': { body: { ...charge, valor: { original: '123,45' } } },
    'an amount with three decimals': { body: { ...charge, valor: { original: '123.456' } } },
    'an amount with a sign before it': { body: { ...charge, valor: { original: '-123.45' } } },
    'an amount in centavos': { body: { ...charge, valor: { original: '12345' } } },
    'no amount': { body: { ...charge, valor: {} } },
    'no key': { body: { ...charge, chave: undefined } },
    'a key that is too long': { body: { ...charge, chave: 'a'.repeat(78) } },
    'no calendar': { body: { ...charge, calendario: undefined } },
    'an expiry as a text': { body: { ...charge, calendario: { expiracao: '3600' } } },
    'a misspelt expiry': { body: { ...charge, calendario: { expiration: 3600 } } },
    'a misspelt field': { body: { ...charge, solicitacaoPagadora: 'x' } },
    'a misspelt field within another': { body: { ...charge, valor: { original: '1.00', moeda: 'BRL' } } },
    'a payer without a name': { body: { ...charge, devedor: { cpf: '39053344705' } } },
    'a payer with a short CPF': { body: { ...charge, devedor: { cpf: '3905334470', nome: 'M' } } },
    'a payer with a CPF in dots': { body: { ...charge, devedor: { cpf: '390.533.447-05', nome: 'M' } } },
    'a payer with an unknown field': { body: { ...charge, devedor: { cpf: '39053344705', nome: 'M', telefone: '1' } } },
    'a message that is too long': { body: { ...charge, solicitacaoPagador: 'x'.repeat(141) } },
    'a txid with dashes': { path: '/cob/0190f4a2-c9b7-7e0f-a3f1-c2d4e5f60718', body: charge },
    'a txid that is too short': { path: '/cob/0190f4a2c9b7', body: charge },
    'a txid that is too long': { path: `/cob/${'a'.repeat(36)}`, body: charge },
    'a query that nobody knows': { method: 'GET', query: 'revision=1' },
    'a method that is not described': { method: 'DELETE' },
    'a path that is not described': { path: `/charges/${txid}`, body: charge },
    'a read with a body': { method: 'GET', body: charge },
    'no body': {},
    'a broken body': { body: '{"valor"' },
    'a body that is called a form': { body: charge, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    'no token': { body: charge, headers: { authorization: undefined } },
    'a token by another scheme': { body: charge, headers: { authorization: 'Basic YTpi' } },
    'a removal in the words of the description’s text': { method: 'PATCH', body: { status: 'REMOVIDO' } },
    'a list without its days': { method: 'GET', path: '/pix' },
    'a return of a number': { path: `/pix/${e2eid}/devolucao/r1`, body: { valor: 1 } },
    'a return with an unknown nature': { path: `/pix/${e2eid}/devolucao/r1`, body: { valor: '1.00', natureza: 'MED' } },
    'a return id with a dash': { path: `/pix/${e2eid}/devolucao/r-1`, body: { valor: '1.00' } },
    'a webhook without its address': { path: '/webhook/loja@example.com', body: { url: 'https://pay.example.com' } },
  }
  for (const [what, sent] of Object.entries(wrongRequests)) {
    it(`finds ${what} in a request`, () => assert.notDeepEqual(contract.faultsOfRequest(requestOf(sent)), []))
  }

  const cob = { method: 'PUT', path: `/cob/${txid}` }
  const wrongAnswers: Record<string, [{ method: string; path: string }, number, unknown, string?]> = {
    'a status that nobody knows': [cob, 201, { ...generated, status: 'PAGA' }],
    'an amount as a number': [cob, 201, { ...generated, valor: { original: 123.45 } }],
    'no revision': [cob, 201, { ...generated, revisao: undefined }],
    'no txid': [cob, 201, { ...generated, txid: undefined }],
    'no moment of creation': [cob, 201, { ...generated, calendario: { expiracao: 1 } }],
    'a code that is too long': [cob, 201, { ...generated, pixCopiaECola: 'x'.repeat(513) }],
    'a payment without its id': [
      { method: 'GET', path: `/cob/${txid}` },
      200,
      { ...generated, status: 'CONCLUIDA', pix: [{ valor: '1.00', horario: '2030-06-15T12:00:00Z' }] },
    ],
    'a moment without its zone': [
      { method: 'GET', path: `/pix/${e2eid}` },
      200,
      { endToEndId: e2eid, valor: '1.00', horario: '15/06/2030' },
    ],
    'a return without its state': [
      { method: 'PUT', path: `/pix/${e2eid}/devolucao/r1` },
      201,
      { ...returned, status: undefined },
    ],
    'a return in an unknown state': [
      { method: 'GET', path: `/pix/${e2eid}/devolucao/r1` },
      200,
      { ...returned, status: 'PENDENTE' },
    ],
    'an HTTP status that is not described': [cob, 202, generated],
    'an error that is called JSON': [cob, 400, { type: 'x', title: 'x', status: 400 }, 'application/json'],
    'an error without a title': [cob, 400, { type: 'x', status: 400 }, 'application/problem+json'],
  }
  for (const [what, [asked, status, body, type = 'application/json']] of Object.entries(wrongAnswers)) {
    it(`finds ${what} in an answer`, () => {
      const answer = { status, type, body: Buffer.from(JSON.stringify(body)) }
      assert.notDeepEqual(contract.faultsOfAnswer(asked, answer), [])
    })
  }
})
