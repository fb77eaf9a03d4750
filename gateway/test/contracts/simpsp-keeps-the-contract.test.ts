import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Agent, request } from 'undici'
import { issueCertificate, testAuthority } from '../support/certificates.ts'
import { eventually } from '../support/eventually.ts'
import { httpsReceiver } from '../support/https-receiver.ts'
import { checkedPsp, pixKey as key, pspCaller } from './checked-psp.ts'
import { contractServer } from './contract-server.ts'
import type { Json } from './description.ts'
import { descriptionNames, needing } from './descriptions-folder.ts'
import { pixDescription } from './pix-patches.ts'
import { simulatedPsp } from './simulated-psp.ts'

const options = needing(descriptionNames.pix)
const [txid, dueTxid] = ['a'.repeat(32), 'b'.repeat(32)]
const charge = { calendario: { expiracao: 3600 }, valor: { original: '100.00' }, chave: key }
const due = {
  ...charge,
  calendario: { dataDeVencimento: '2999-12-31' },
  devedor: { cpf: '12345678909', nome: 'Ana', email: 'ana@example.com' },
  valor: {
    original: '100.00',
    multa: { modalidade: 2, valorPerc: '2.00' },
    juros: { modalidade: 2, valorPerc: '1.00' },
    abatimento: { modalidade: 1, valorPerc: '5.00' },
    desconto: { modalidade: 1, descontoDataFixa: [{ data: '2999-12-01', valorPerc: '3.00' }] },
  },
}

async function opened(t: Parameters<typeof checkedPsp>[0]) {
  const checked = await checkedPsp(t)
  return { ...checked, call: await pspCaller(checked) }
}

test(
  'every answer of the simulated provider, right or refusing, is as described, and so is what it pushes',
  options,
  async (t) => {
    const { psp, server, call, own, authority } = await opened(t)
    const merchant = await httpsReceiver(t, own, { ca: authority.cert, requestCert: true, rejectUnauthorized: true })
    const seen: string[] = []
    const calling = async (status: number, method: string, path: string, body?: Json) => {
      const answer = await call(method, path, body)
      assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
      seen.push(`${method} ${path.replace(/\?.*/, '')}`)
      return answer.body
    }
    await calling(200, 'PUT', `/webhook/${key}`, { webhookUrl: merchant.url })
    await calling(200, 'GET', `/webhook/${key}`)
    await calling(400, 'PUT', '/webhook/%2B5511999990000', { webhookUrl: merchant.url })
    await calling(404, 'GET', '/webhook/%2B5511999990000')
    await calling(404, 'GET', `/cob/${txid}`)
    await calling(201, 'PUT', `/cob/${txid}`, charge)
    await calling(201, 'PUT', `/cob/${txid}`, { ...charge, solicitacaoPagador: 'Pedido 1', infoAdicionais: [] })
    await calling(200, 'PATCH', `/cob/${txid}`, { devedor: { cnpj: '12ABC34501DE35', nome: 'Empresa' } })
    await calling(400, 'PUT', `/cob/${txid}`, { ...charge, chave: '+5511999990000' })
    await calling(200, 'GET', `/cob/${txid}?revisao=1`)
    await calling(400, 'GET', `/cob/${txid}?revisao=9`)
    await calling(201, 'PUT', `/cobv/${dueTxid}`, due)
    await calling(400, 'PUT', `/cobv/${dueTxid}`, { ...due, calendario: { dataDeVencimento: '2020-01-01' } })
    await calling(200, 'PATCH', `/cobv/${dueTxid}`, { solicitacaoPagador: 'Parcela 1' })
    await psp.control('POST', '/pay', { txid: dueTxid, amount: '95.00' })
    const { body } = await psp.control('POST', '/pay', { txid, amount: '110.00', even_if: ['amount'], info: 'Pago' })
    const pix = `/pix/${body['endToEndId']}`
    await psp.control('POST', '/pay', { chave: key, amount: '7.00' })
    await calling(200, 'GET', `/cob/${txid}`)
    await calling(200, 'GET', `/cobv/${dueTxid}`)
    await calling(400, 'PATCH', `/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
    await calling(201, 'PUT', `${pix}/devolucao/r1`, { valor: '10.00', descricao: 'Troca' })
    await calling(400, 'PUT', `${pix}/devolucao/r1`, { valor: '10.00' })
    await calling(404, 'GET', `${pix}/devolucao/r2`)
    await psp.control('POST', '/take-back', { end_to_end_id: body['endToEndId'], amount: '1.00' })
    const isReturned = async () =>
      (await calling(200, 'GET', `${pix}/devolucao/r1`))['status'] === 'DEVOLVIDO' || undefined
    await eventually(isReturned, 'the end of the refund')
    await calling(200, 'GET', pix)
    await calling(404, 'GET', `/pix/${'E'.repeat(32)}`)
    await calling(200, 'GET', '/pix?inicio=2020-01-01T00:00:00Z&fim=2999-01-01T00:00:00Z&paginacao.itensPorPagina=2')
    await calling(400, 'GET', '/pix?inicio=2999-01-01T00:00:00Z&fim=2020-01-01T00:00:00Z')
    await psp.control('POST', '/faults', { kind: 'status', status: 503 })
    await calling(503, 'GET', pix)
    await psp.control('POST', '/faults', { kind: 'html' })
    await calling(200, 'GET', pix)
    await merchant.received(4)
    for (const pushed of merchant.requests) server.checkCallback('listaPix', JSON.parse(pushed.body))
    const falsified = { end_to_end_id: body['endToEndId'] }
    assert.equal((await psp.control('POST', '/falsify', { ...falsified, amount: '120.00' })).status, 200)
    assert.equal((await calling(200, 'GET', pix))['valor'], '120.00')
    await psp.control('POST', '/falsify', falsified)
    await calling(404, 'GET', pix)
    assert.equal((await calling(200, 'GET', `/cob/${txid}`))['pix'], undefined)
    await calling(204, 'DELETE', `/webhook/${key}`)
    await psp.control('POST', '/tokens/expire')
    await calling(401, 'GET', pix)
    assert.deepEqual(server.faults, [])
    assert.equal(server.exchanges.filter(({ operation }) => operation !== undefined).length, seen.length)
  },
)

test('it demands a certificate, and shows another one of its own without a restart', options, async (t) => {
  const { authority, client, psp, server, call } = await opened(t)
  assert.equal((await call('PUT', `/cob/${txid}`, charge)).status, 201)
  await assert.rejects(
    request(`${psp.url}/cob/${txid}`, { dispatcher: new Agent({ connect: { ca: authority.cert } }) }),
  )
  await psp.showCertificate(await issueCertificate(await testAuthority('Another authority')))
  await assert.rejects(call('GET', `/cob/${txid}`))
  const direct = new Agent({ connect: { ...client, ca: authority.cert } })
  await assert.rejects(request(`${psp.url}/cob/${txid}`, { dispatcher: direct }))
  await psp.showCertificate(await issueCertificate(authority))
  assert.equal((await call('GET', `/cob/${txid}`)).status, 200)
  assert.deepEqual(server.faults, [])
})

test('it comes back after a kill with all that it answered', options, async (t) => {
  const psp = await simulatedPsp(t, { journal: true })
  const server = await contractServer(t, { description: pixDescription(), upstream: psp.hostUrl, besides: ['/oauth/'] })
  const authority = await testAuthority()
  const call = await pspCaller({ server, authority, client: await issueCertificate(authority, { use: 'client' }) })
  await psp.control('POST', '/faults', { kind: 'lose_answer' })
  await assert.rejects(call('PUT', `/cob/${txid}`, charge))
  await psp.kill()
  await assert.rejects(call('GET', `/cob/${txid}`))
  await psp.restart()
  assert.equal((await call('GET', `/cob/${txid}`)).body['status'], 'ATIVA')
  assert.deepEqual(server.faults, [])
})
