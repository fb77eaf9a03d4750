import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, type Json, makeFolder, startPsp } from './support/psp-process.ts'

const txid = 'a'.repeat(30)
type Psp = Awaited<ReturnType<typeof startPsp>>

async function paid(psp: Psp, order: Json = {}): Promise<string> {
  await psp.call('PUT', `/cob/${txid}`, charge())
  const { status, body } = await psp.control('POST', '/pay', { txid, ...order })
  assert.equal(status, 200, JSON.stringify(body))
  return String(body['endToEndId'])
}

async function record(psp: Psp): Promise<Json> {
  const { body } = await psp.control('GET', `/records?txid=${txid}`)
  return (body['charges'] as Json[])[0] ?? {}
}

test('a charge is paid once with its amount, unless the payer is told to do otherwise', async (t) => {
  const psp = await startPsp(t)
  await psp.call('PUT', `/cob/${txid}`, charge())
  assert.deepEqual(await psp.control('POST', '/pay', { txid, amount: '110.00' }), {
    status: 409,
    body: { refused: 'amount' },
  })
  const first = await psp.control('POST', '/pay', {
    txid,
    payer: { cpf: '11144477735', nome: 'Ana' },
    info: 'Obrigada',
  })
  assert.match(String(first.body['endToEndId']), /^E99999999\d{12}[0-9a-f]{11}$/)
  assert.deepEqual((await psp.control('POST', '/pay', { txid })).body, { refused: 'paid' })
  await psp.control('POST', '/pay', { txid, amount: '110.00', even_if: ['paid', 'amount'] })
  const { body } = await psp.call('GET', `/cob/${txid}`)
  assert.deepEqual(
    [body['status'], (body['pix'] as Json[]).map(({ valor }) => valor)],
    ['CONCLUIDA', ['100.00', '110.00']],
  )
  const { received, payments, returns } = await record(psp)
  assert.deepEqual({ received, payments, returns }, { received: '210.00', payments: 2, returns: 0 })
})

test('an expired charge refuses payers, but a late payment can be forced', async (t) => {
  const psp = await startPsp(t)
  await psp.call('PUT', `/cob/${txid}`, charge())
  await psp.control('POST', '/clock', { advance_ms: 61_000 })
  assert.deepEqual((await psp.control('POST', '/pay', { txid })).body, { refused: 'expired' })
  assert.equal((await psp.call('GET', `/cob/${txid}`)).body['status'], 'ATIVA')
  assert.equal((await psp.control('POST', '/pay', { txid, even_if: ['expired'] })).status, 200)
})

test('refunds take their time, use an id once and never exceed the payment', async (t) => {
  const psp = await startPsp(t)
  const id = await paid(psp)
  await psp.control('PUT', '/refunds', { hold: true })
  const asked = await psp.call('PUT', `/pix/${id}/devolucao/r1`, { valor: '60.00', descricao: 'Troca' })
  assert.deepEqual([asked.status, asked.body['status'], asked.body['natureza']], [201, 'EM_PROCESSAMENTO', 'ORIGINAL'])
  const reused = await psp.call('PUT', `/pix/${id}/devolucao/r1`, { valor: '60.00' })
  assert.deepEqual([reused.status, String(reused.body['type']).split('/').at(-1)], [400, 'PixDevolucaoInvalida'])
  assert.equal((await psp.call('PUT', `/pix/${id}/devolucao/r2`, { valor: '40.01' })).status, 400)
  await psp.control('POST', '/settle', { end_to_end_id: id, id: 'r1', status: 'NAO_REALIZADO', motivo: 'Sem saldo' })
  const failed = await psp.call('GET', `/pix/${id}/devolucao/r1`)
  assert.deepEqual([failed.body['status'], failed.body['motivo']], ['NAO_REALIZADO', 'Sem saldo'])
  await psp.control('PUT', '/refunds', { hold: false, after_ms: 5_000 })
  assert.equal(
    (await psp.call('PUT', `/pix/${id}/devolucao/r2`, { valor: '40.01' })).body['status'],
    'EM_PROCESSAMENTO',
  )
  await psp.control('POST', '/clock', { advance_ms: 5_000 })
  assert.equal((await psp.call('GET', `/pix/${id}/devolucao/r2`)).body['status'], 'DEVOLVIDO')
  const { returned, returns } = await record(psp)
  assert.deepEqual({ returned, returns }, { returned: '40.01', returns: 1 })
  await psp.control('POST', '/clock', { advance_ms: 91 * 86_400_000 })
  const tooLate = await psp.call('PUT', `/pix/${id}/devolucao/r3`, { valor: '1.00' }, await psp.tokenOf('shop'))
  assert.equal(tooLate.status, 400)
  assert.equal((await psp.call('GET', `/pix/${id}/devolucao/r9`, undefined, await psp.tokenOf('shop'))).status, 404)
})

test('money that the payer takes back is a refund of the provider', async (t) => {
  const psp = await startPsp(t)
  const id = await paid(psp)
  await psp.control('POST', '/take-back', { end_to_end_id: id, amount: '30.00' })
  assert.equal((await psp.control('POST', '/take-back', { end_to_end_id: id, amount: '70.01' })).status, 400)
  const [taken] = (await psp.call('GET', `/pix/${id}`)).body['devolucoes'] as Json[]
  assert.deepEqual([taken?.['natureza'], taken?.['status'], taken?.['valor']], ['MED_FRAUDE', 'DEVOLVIDO', '30.00'])
})

test('what came in is listed by time, payer, charge and page', async (t) => {
  const psp = await startPsp(t)
  const id = await paid(psp, { payer: { cnpj: '12345678000195', nome: 'B' } })
  for (let count = 0; count < 4; count++) {
    await psp.control('POST', '/pay', {
      chave: 'loja@example.com',
      amount: '1.00',
      payer: { cpf: '11144477735', nome: 'A' },
    })
  }
  const between = 'inicio=2020-01-01T00:00:00Z&fim=2999-01-01T00:00:00Z'
  const list = async (more: string) => (await psp.call('GET', `/pix?${between}${more}`)).body
  const ids = async (more: string) => ((await list(more))['pix'] as Json[]).map(({ endToEndId }) => endToEndId)
  assert.deepEqual(await ids(`&txid=${txid}`), [id])
  assert.deepEqual(await ids('&cnpj=12345678000195'), [id])
  assert.deepEqual(await ids('&txIdPresente=true'), [id])
  assert.equal((await ids('&txIdPresente=false')).length, 4)
  assert.equal((await ids('&devolucaoPresente=true')).length, 0)
  const pages = await Promise.all(
    [0, 1, 2].map((page) => ids(`&paginacao.paginaAtual=${page}&paginacao.itensPorPagina=2`)),
  )
  assert.deepEqual([pages.map(({ length }) => length), new Set(pages.flat()).size], [[2, 2, 1], 5])
  const { paginacao } = (await list('&paginacao.itensPorPagina=2'))['parametros'] as Json
  assert.deepEqual(paginacao, { paginaAtual: 0, itensPorPagina: 2, quantidadeDePaginas: 3, quantidadeTotalDeItens: 5 })
  assert.equal((await psp.call('GET', '/pix?inicio=2020-01-01T00:00:00Z')).status, 400)
  assert.equal((await psp.call('GET', `/pix?${between}&cpf=11144477735&cnpj=12345678000195`)).status, 400)
})

test('a kill loses nothing that was answered: charges, money, refunds under way, tokens', async (t) => {
  const folder = makeFolder(t)
  const before = await startPsp(t, { folder, journal: true })
  const token = await before.tokenOf('shop')
  const id = await paid(before)
  await before.control('PUT', '/refunds', { after_ms: 60_000 })
  await before.call('PUT', `/pix/${id}/devolucao/r1`, { valor: '10.00' })
  const shown = await record(before)
  await before.kill()
  const after = await startPsp(t, { folder, journal: true })
  assert.deepEqual(await record(after), shown)
  await after.control('POST', '/clock', { advance_ms: 60_000 })
  assert.equal((await record(after))['returned'], '10.00', 'the refund ends')
  assert.equal((await after.call('GET', `/cob/${txid}`, undefined, token)).body['status'], 'CONCLUIDA')
})
