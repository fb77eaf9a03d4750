import assert from 'node:assert/strict'
import { it } from 'node:test'
import { holderOf, isOwnAccount } from './holder.ts'

it('an account is the merchant’s own by its document, unless its Pix key names another owner', () => {
  const documents = [{ country: 'BR', type: 'CNPJ', number: '11222333000181' }]
  const isOwn = (account: string, number = '11222333000181', country = 'BR') =>
    isOwnAccount({ account, account_doc_id: number }, country, documents)
  assert.ok(isOwn('11.222.333/0001-81'))
  assert.ok(isOwn('caixa@example.com'))
  assert.ok(!isOwn('529.982.247-25'))
  assert.ok(!isOwn('caixa@example.com', '52998224725'))
  assert.ok(!isOwn('11222333000181', '11222333000181', 'AR'))
})

it('an account that is not known as the merchant’s says what is missing', () => {
  const documents = [{ country: 'AR', type: 'CUIT', number: '20267565393' }]
  const of = (details: Record<string, string>, country = 'AR') => holderOf(details, country, documents)
  assert.equal(of({ account_doc_id: '20267565393' }), 'own')
  assert.equal(of({ account_doc_id: '20111111112' }), 'other')
  assert.equal(of({ account_doc_id: 'XAXX010101000' }, 'MX'), 'unrecorded')
  assert.equal(of({}, 'MX'), 'unnamed')
})
