import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sdkSource } from './support/gateway-world.ts'
import { typeErrors } from './support/type-check.ts'

/** The lines of a customer's function that has a client; the compiler's complaints. */
function complaints(lines: string): string[] {
  return typeErrors(`
import { pasarelaClient } from '${sdkSource('sdk.ts')}'
const client = pasarelaClient({ baseUrl: 'https://pay.example.com', apiKey: 'pas_test_x' })
export async function customer(code: 'BT_AR' | 'BT_CL') {
  ${lines}
}`)
}

const basics = "amount: '10.50', reference: 'order-1'"

describe('the types tell a customer', () => {
  it('nothing about a request that is right, and what the answer to it holds', () => {
    const right = `
  const { data } = await client.createPayin({ service_code: 'BT_AR', ${basics}, payer_doc_id: 'x' })
  const page: string = data.payment_url
  const either = await client.createPayin({ service_code: code, ${basics}, payer_doc_id: 'x' })
  for await (const each of client.eachTransaction()) console.log(page, either.data.currency, each.reason)`
    assert.deepEqual(complaints(right), [])
  })

  it('which instructions each service code has', () => {
    const { length } = complaints('')
    const sent = (serviceCode: string) =>
      `(await client.createPayin({ service_code: '${serviceCode}', ${basics}, payer_doc_id: 'x' })).data`
    const right = `
  const pix: string = ${sent('PIX_BR')}.pix_br_code
  const clabe: string = ${sent('SPEI_MX')}.clabe
  const account: string = ${sent('BT_AR')}.target_account_num
  console.log(pix, clabe, account)`
    assert.deepEqual(complaints(right), [])
    for (const wrong of [
      `${sent('BT_AR')}.pix_br_code`,
      `${sent('PIX_BR')}.clabe`,
      `${sent('SPEI_MX')}.redirect_url`,
    ]) {
      assert.equal(complaints(`console.log(${wrong})`).length, length + 1, wrong)
    }
  })

  it('that a field is missing, misspelt, of another code or not allowed', () => {
    for (const wrong of [
      `await client.createPayin({ service_code: 'BT_AR', ${basics} })`,
      `await client.createPayin({ service_code: 'BT_AR', ${basics}, payer_doc_id: 'x', payer_nmae: 'x' })`,
      `await client.createPayin({ service_code: 'BT_XX', ${basics}, payer_doc_id: 'x' })`,
      `await client.createPayout({ service_code: 'SPEI_MX', ${basics}, account_type: 'CBU', account: '1' })`,
      "await client.simulate('id', { event: 'stolen' })",
      'await client.listTransactions({ state: 1 })',
    ]) {
      assert.notDeepEqual(complaints(wrong), [], wrong)
    }
  })
})
