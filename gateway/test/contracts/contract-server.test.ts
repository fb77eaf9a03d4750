import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { request as tlsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { type ContractServerOptions, contractServer, type ScriptedAnswer } from './contract-server.ts'
import type { Json } from './description.ts'
import { descriptionNames, needing } from './descriptions-folder.ts'
import { chargeAnswer, chargeBody, dueChargeBody, endToEndId, problem, txid } from './pix-messages.ts'
import { pixDescription } from './pix-patches.ts'

interface Call {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** A text is sent as it is. */
  body?: unknown
  answer?: ScriptedAnswer
}

const options = needing(descriptionNames.pix)

const charge = `/cob/${txid}`
const refund = `/pix/${endToEndId}/devolucao/r1`
const shown = { answer: { status: 200, body: chargeAnswer() } }
const between = 'inicio=2026-11-01T00:00:00Z&fim=2026-11-30T00:00:00Z'
const page = { paginaAtual: 0, itensPorPagina: 100, quantidadeDePaginas: 1, quantidadeTotalDeItens: 0 }
const parametros = { inicio: '2026-11-01T00:00:00Z', fim: '2026-11-30T00:00:00Z', paginacao: page }
const aPix = { endToEndId, txid, valor: '37.00', horario: '2026-11-30T10:00:00Z' }

/** The right charge but for one thing. */
const but = (change: Json) => ({ body: { ...chargeBody(), ...change } })
const showing = (change: Json) => ({ method: 'GET', answer: { status: 200, body: { ...chargeAnswer(), ...change } } })

const right: Record<string, Call> = {
  'a charge': {},
  'a charge without what is optional': { body: { calendario: {}, valor: { original: '1.00' }, chave: 'k' } },
  'a charge shown': { method: 'GET', ...shown },
  'an older revision': { method: 'GET', path: `${charge}?revisao=2`, ...shown },
  'a charge taken back': { method: 'PATCH', body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }, ...shown },
  'a due charge': { path: `/cobv/${txid}`, body: dueChargeBody(), answer: problem(403, 'AcessoNegado') },
  'a list': {
    method: 'GET',
    path: `/pix?${between}&txIdPresente=true`,
    answer: { status: 200, body: { parametros, pix: [aPix] } },
  },
  'a static code': {
    method: 'GET',
    path: `/pix/${endToEndId}`,
    answer: { status: 200, body: { ...aPix, txid: 'LOJA1' } },
  },
  'a refund': { path: refund, body: { valor: '7.89' }, answer: problem(400, 'PixDevolucaoInvalida') },
  'a webhook': {
    path: '/webhook/%2B5511999990000',
    body: { webhookUrl: 'https://a.example/x' },
    answer: { status: 200 },
  },
  'a webhook removed': { method: 'DELETE', path: '/webhook/a', answer: { status: 204 } },
  'no service': { answer: problem(504, 'IndisponibilidadePorTempoEsgotado') },
  'a page of a proxy, on purpose': { answer: { status: 502, body: '<html>', offContract: 'html' } },
}

const wrong: Record<string, Call & { finds: RegExp }> = {
  'an amount as number': { ...but({ valor: { original: 37 } }), finds: /\/valor\/original must be string/ },
  'one decimal': { ...but({ valor: { original: '37.0' } }), finds: /\/valor\/original must match pattern/ },
  'an amount inside a text': { ...but({ valor: { original: 'x-37.009zz' } }), finds: /\/valor\/original must match/ },
  'an amount of zero': { ...but({ valor: { original: '0.00' } }), finds: /\/valor.* must NOT be valid/ },
  'a misspelt field': {
    ...but({ solicitaçaoPagador: 'x' }),
    finds: /must NOT have unevaluated.*: solicitaçaoPagador$/,
  },
  'a misspelt field inside': {
    ...but({ calendario: { expiração: 60 } }),
    finds: /\/calendario must NOT.*: expiração$/,
  },
  'a misspelt field of the payer': {
    ...but({ devedor: { cpf: '12345678909', nome: 'A', fone: '1' } }),
    finds: /\/devedor must NOT have unevaluated.*: fone$/,
  },
  'no calendario': { ...but({ calendario: undefined }), finds: /must have required property 'calendario'/ },
  'an expiry of zero': { ...but({ calendario: { expiracao: 0 } }), finds: /\/calendario\/expiracao must be >= 1/ },
  'an expiry as text': {
    ...but({ calendario: { expiracao: '60' } }),
    finds: /\/calendario\/expiracao must be integer/,
  },
  'a CPF of ten digits': {
    ...but({ devedor: { cpf: '1234567890', nome: 'A' } }),
    finds: /\/devedor\/cpf must match pattern "\^\\d\{11\}\$"/,
  },
  'a payer without name': { ...but({ devedor: { cnpj: '12345678000195' } }), finds: /\/devedor .*'nome'/ },
  'a payer with two documents': {
    ...but({ devedor: { cpf: '12345678909', cnpj: '12345678000195', nome: 'A' } }),
    finds: /\/devedor must match exactly one/,
  },
  'a key of 78 characters': { ...but({ chave: 'k'.repeat(78) }), finds: /\/chave must NOT have more than 77/ },
  '51 additional facts': {
    ...but({ infoAdicionais: Array.from({ length: 51 }, () => ({ nome: 'a', valor: 'b' })) }),
    finds: /\/infoAdicionais must NOT have more than 50 items/,
  },
  'a status that we may not set': {
    method: 'PATCH',
    body: { status: 'CONCLUIDA' },
    ...shown,
    finds: /\/status .*REMOVIDA/,
  },
  'a due charge without due date': {
    path: `/cobv/${txid}`,
    body: { ...dueChargeBody(), calendario: {} },
    answer: problem(403, 'AcessoNegado'),
    finds: /\/calendario must have required property 'dataDeVencimento'/,
  },
  'a txid of 60 characters': { path: `/cob/${'a'.repeat(60)}`, finds: /path parameter txid: .*pattern/ },
  'a txid of 25 characters': { path: `/cob/${'a'.repeat(25)}`, finds: /path parameter txid: .*pattern/ },
  'a wrong method': { method: 'DELETE', body: undefined, finds: /\/cob\/\{txid\} has no DELETE/ },
  'a wrong path': { path: `/cobs/${txid}`, finds: /the description has no path \/cobs/ },
  'no credentials': { headers: { authorization: '' }, finds: /credentials are missing: OAuth2/ },
  'no time': {
    method: 'GET',
    path: '/pix?inicio=2026-11-01T00:00:00Z',
    ...problemOf(400),
    finds: /parameter fim is missing/,
  },
  'a time without zone': {
    method: 'GET',
    path: `/pix?${between.replace('Z', '')}`,
    ...problemOf(400),
    finds: /inicio: .*date-time/,
  },
  'a page of text': {
    method: 'GET',
    path: `/pix?${between}&paginacao.paginaAtual=a`,
    ...problemOf(400),
    finds: /must be integer/,
  },
  'a misspelt parameter': {
    method: 'GET',
    path: `/pix?${between}&txId=a`,
    ...problemOf(400),
    finds: /txId is not described/,
  },
  'a form': { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1', finds: /its type is/ },
  'no JSON': { body: '{"valor":', finds: /request body: is no JSON/ },
  'no body': { body: '', finds: /request body: is missing/ },
  'a body that nobody reads': {
    method: 'DELETE',
    path: '/webhook/a',
    body: {},
    answer: { status: 204 },
    finds: /none/,
  },
  'a refund of another nature': {
    path: refund,
    body: { valor: '7.89', natureza: 'MED_FRAUDE' },
    answer: problem(400, 'PixDevolucaoInvalida'),
    finds: /\/natureza .*ORIGINAL, RETIRADA/,
  },
  'an answer of an unknown status': { ...showing({ status: 'PAGA' }), finds: /answer 200: \/status .*CONCLUIDA/ },
  'an answer without revision': { ...showing({ revisao: undefined }), finds: /answer 200: .*'revisao'/ },
  'an answer with an amount as number': { ...showing({ valor: { original: 37 } }), finds: /answer 200: .*be string/ },
  'an answer with a payment without id': {
    ...showing({ pix: [{ ...aPix, endToEndId: undefined }] }),
    finds: /\/pix\/0 .*'endToEndId'/,
  },
  'an answer with a status code of its own': { answer: { status: 202, body: chargeAnswer() }, finds: /answers 202/ },
  'a fault as plain JSON': {
    answer: { ...problem(400, 'CobOperacaoInvalida'), headers: { 'content-type': 'application/json' } },
    finds: /answer 400: its type is application\/json, not application\/problem\+json/,
  },
  'a fault without title': {
    answer: { status: 400, body: { type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', status: 400 } },
    finds: /answer 400: .*'title'/,
  },
}

function problemOf(status: number) {
  return { answer: problem(status, 'PixConsultaInvalida') }
}

async function played(t: TestContext, more: Partial<ContractServerOptions> = {}) {
  let answer: ScriptedAnswer | undefined
  const server = await contractServer(t, { description: pixDescription(), answer: () => answer, ...more })
  const play = async (call: Call) => {
    answer = call.answer ?? { status: 201, body: chargeAnswer() }
    const { method = 'PUT', path = charge, body = method === 'PUT' ? chargeBody() : undefined } = call
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: 'Bearer t', 'content-type': 'application/json', ...call.headers },
      ...(text === undefined ? {} : { body: text }),
    })
    await response.arrayBuffer()
    return server.faults.splice(0)
  }
  return { server, play }
}

test('right requests and answers pass', options, async (t) => {
  const { server, play } = await played(t)
  for (const [what, call] of Object.entries(right)) assert.deepEqual(await play(call), [], what)
  assert.equal(server.exchanges.length, Object.keys(right).length)
  assert.deepEqual(
    server.exchanges.map(({ operation }) => operation).filter((name) => name?.includes('devolucao')),
    ['PUT /pix/{e2eid}/devolucao/{id}'],
  )
})

test('a parameter that a provider demands of its own passes where the test says so', options, async (t) => {
  const { server, play } = await played(t, { extraQuery: ['app-key'] })
  assert.deepEqual(await play({ path: `${charge}?app-key=k` }), [])
  assert.equal(server.exchanges[0]?.request.query.get('app-key'), 'k')
  assert.equal((await play({ path: `${charge}?app-kee=k` })).length, 1)
})

test('each mistake is found, by one sentence or few', options, async (t) => {
  const { play } = await played(t)
  assert.ok(Object.keys(wrong).length > 30)
  for (const [what, call] of Object.entries(wrong)) {
    const faults = await play(call)
    assert.ok(
      faults.some((fault) => call.finds.test(fault)) && faults.length <= 3,
      `${what}:\n${faults.join('\n') || 'nothing was found'}`,
    )
  }
})

test('what the provider sends by itself is held against its callback', options, async (t) => {
  const { server } = await played(t)
  server.checkCallback('listaPix', { pix: [aPix, { ...aPix, devolucoes: [] }] })
  assert.deepEqual(server.faults, [])
  server.checkCallback('listaPix', { pix: [{ ...aPix, valor: 37 }] })
  assert.deepEqual(server.faults, ['callback listaPix: /pix/0/valor must be string'])
})

test('a server behind it is heard as it answers: whole, cut off, or not at all', options, async (t) => {
  const seen: string[] = []
  const upstream = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url} ${incoming.headers.authorization}`)
    const text = JSON.stringify(chargeAnswer())
    if (seen.length === 1) response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    if (seen.length === 2) response.writeHead(429, { 'x-off-contract': 'too many' }).end('<html>')
    if (seen.length === 3) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length })
      response.write(text.slice(0, 20), () => incoming.socket.destroy())
    }
    if (seen.length >= 4) incoming.socket.destroy()
  })
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  t.after(() => upstream.close())
  const { port } = upstream.address() as AddressInfo
  const server = await contractServer(t, {
    description: pixDescription(),
    upstream: `http://127.0.0.1:${port}`,
    basePath: '/api/v2',
    besides: ['/api/v2/oauth/', '/oauth/'],
  })
  const get = () => fetch(`${server.url}${charge}?revisao=1`, { headers: { authorization: 'Bearer t' } })
  assert.deepEqual(await (await get()).json(), chargeAnswer())
  const busy = await get()
  assert.deepEqual([busy.status, busy.headers.get('x-off-contract')], [429, null])
  await assert.rejects(async () => (await get()).text())
  await assert.rejects(get)
  assert.deepEqual(server.faults, [])
  assert.equal(seen[0], `GET /api/v2${charge}?revisao=1 Bearer t`)
  assert.deepEqual(
    server.exchanges.map(({ answer }) => answer?.status),
    [200, 429, 200, undefined],
  )
  await fetch(new URL('/oauth/token', server.url), { method: 'POST', body: 'grant_type=client_credentials' }).catch(
    () => undefined,
  )
  assert.deepEqual([seen.length, server.faults], [5, []])
})

test('by HTTPS it speaks with clients of its authority alone', options, async (t) => {
  const authority = await testAuthority()
  const [own, client] = [await issueCertificate(authority), await issueCertificate(authority, { use: 'client' })]
  const { server } = await played(t, {
    tls: { ...own, ca: authority.cert },
    answer: () => ({ status: 200, body: chargeAnswer() }),
  })
  const call = (certificate: object) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: 'Bearer t' }
      const sent = tlsRequest(server.url + charge, { headers, ca: authority.cert, agent: false, ...certificate })
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject)
      sent.end()
    })
  assert.equal(await call(client), 200)
  await assert.rejects(call({}))
  assert.deepEqual([server.faults, server.exchanges.length], [[], 1])
})
