import assert from 'node:assert/strict'
import { test } from 'node:test'
import { charge, type Json, startPsp } from './support/psp-process.ts'

const txid = 'a'.repeat(30)

test('a charge is revised while it is active, and refuses changes afterwards', async (t) => {
  const psp = await startPsp(t)
  const made = await psp.call('PUT', `/cob/${txid}`, charge())
  assert.deepEqual([made.status, made.body['revisao'], made.body['status']], [201, 0, 'ATIVA'])
  const again = await psp.call('PUT', `/cob/${txid}`, charge({ valor: { original: '90.00' } }))
  assert.deepEqual([again.status, again.body['revisao'], again.body['valor']], [201, 1, { original: '90.00' }])
  assert.equal(again.body['location'], made.body['location'])
  const patched = await psp.call('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Pedido 1' })
  assert.deepEqual([patched.status, patched.body['revisao'], patched.body['valor']], [200, 2, { original: '90.00' }])
  const first = await psp.call('GET', `/cob/${txid}?revisao=0`)
  assert.deepEqual(first.body['valor'], { original: '100.00' })
  assert.equal((await psp.call('GET', `/cob/${txid}?revisao=3`)).status, 400)
  const both = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR', solicitacaoPagador: 'x' }
  assert.equal((await psp.call('PATCH', `/cob/${txid}`, both)).status, 400)
  const removed = await psp.call('PATCH', `/cob/${txid}`, { status: both.status })
  assert.deepEqual([removed.status, removed.body['status']], [200, both.status])
  const refused = await psp.call('PUT', `/cob/${txid}`, charge())
  assert.deepEqual(
    [refused.status, String(refused.body['type'])],
    [400, 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida'],
  )
  assert.deepEqual((await psp.control('POST', '/pay', { txid })).body, { refused: 'removed' })
})

test('what a charge breaks is named', async (t) => {
  const psp = await startPsp(t)
  const cases: [Json, string][] = [
    [{ valor: { original: '1.5' } }, 'cob.valor.original'],
    [{ valor: { original: '0.00' } }, 'cob.valor.original'],
    [{ chave: '+5511999990000' }, 'cob.chave'],
    [{ calendario: { expiracao: 0 } }, 'cob.calendario.expiracao'],
    [{ calendario: undefined }, 'cob.calendario'],
    [{ devedor: { cpf: '123', nome: 'A' } }, 'cob.devedor'],
    [{ devedor: { cpf: '12345678909' } }, 'cob.devedor'],
    [{ solicitacaoPagador: 'x'.repeat(141) }, 'cob.solicitacaoPagador'],
    [{ infoAdicionais: [{ nome: 'a' }] }, 'cob.infoAdicionais'],
  ]
  for (const [change, property] of cases) {
    const { status, body } = await psp.call('PUT', `/cob/${txid}`, charge(change))
    const violations = (body['violacoes'] ?? []) as Json[]
    assert.deepEqual([status, violations.map(({ propriedade }) => propriedade)], [400, [property]], property)
  }
  assert.equal((await psp.call('PUT', '/cob/short', charge())).status, 400)
  assert.equal((await psp.call('GET', `/cob/${txid}`)).status, 404)
})

test('a txid belongs to one payee, and to one kind of charge', async (t) => {
  const psp = await startPsp(t)
  await psp.call('PUT', `/cob/${txid}`, charge())
  const other = await psp.tokenOf('other')
  assert.equal((await psp.call('GET', `/cob/${txid}`, undefined, other)).status, 404)
  const own = charge({ chave: '+5511999990000', valor: { original: '5.00' } })
  assert.equal((await psp.call('PUT', `/cob/${txid}`, own, other)).body['revisao'], 0)
  const due = charge({ calendario: { dataDeVencimento: '2999-12-31' }, devedor: { cpf: '12345678909', nome: 'A' } })
  assert.equal((await psp.call('PUT', `/cobv/${txid}`, due)).status, 400)
  const reader = await psp.tokenOf('reader')
  assert.equal((await psp.call('GET', `/cob/${txid}`, undefined, reader)).status, 200)
  assert.equal((await psp.call('PUT', `/cob/${txid}`, charge(), reader)).status, 403)
  assert.equal((await psp.call('GET', `/cob/${txid}`, undefined, 'no token')).status, 401)
  await psp.control('POST', '/clock', { advance_ms: 3_600_000 })
  assert.equal((await psp.call('GET', `/cob/${txid}`)).status, 401)
})

test('a charge with a due date is payable until its last day in Brasília', async (t) => {
  const psp = await startPsp(t)
  const now = Date.parse(String((await psp.control('POST', '/clock', { advance_ms: 0 })).body['now']))
  const dataDeVencimento = new Date(now - 3 * 3_600_000).toISOString().slice(0, 10)
  const due = charge({
    calendario: { dataDeVencimento, validadeAposVencimento: 1 },
    devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa' },
    valor: {
      original: '100.00',
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 2, valorPerc: '1.00' },
    },
  })
  const unpaid = 'b'.repeat(30)
  const made = await psp.call('PUT', `/cobv/${txid}`, due)
  assert.deepEqual([made.status, (made.body['recebedor'] as Json)['cnpj']], [201, '12345678000195'])
  await psp.call('PUT', `/cobv/${unpaid}`, due)
  await psp.control('POST', '/clock', { advance_ms: 86_400_000 })
  assert.equal((await psp.control('POST', '/pay', { txid, amount: '103.00' })).status, 200)
  await psp.control('POST', '/clock', { advance_ms: 86_400_000 })
  assert.deepEqual((await psp.control('POST', '/pay', { txid: unpaid })).body, { refused: 'expired' })
  const past = await psp.call('PUT', `/cobv/${'c'.repeat(30)}`, due, await psp.tokenOf('shop'))
  assert.deepEqual([past.status, String(past.body['type']).split('/').at(-1)], [400, 'CobVOperacaoInvalida'])
})

test('the copied text is a Pix code with a right checksum', async (t) => {
  const psp = await startPsp(t)
  const { body } = await psp.call('PUT', `/cob/${txid}`, charge())
  const code = String(body['pixCopiaECola'])
  const location = String(body['location'])
  assert.match(code, /^00020101021226790014br\.gov\.bcb\.pix25/)
  assert.ok(
    code.includes(`25${location.length}${location}5204000053039865802BR5913Loja Sao Joao6009Sao Paulo62070503***6304`),
  )
  // The check of the code's checksum with the well-known bits of CRC-16/CCITT-FALSE: over text and checksum it leaves zero.
  let crc = 0xffff
  const bytes = [...Buffer.from(code.slice(0, -4)), ...Buffer.from(code.slice(-4), 'hex')]
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  assert.equal(crc, 0)
})
