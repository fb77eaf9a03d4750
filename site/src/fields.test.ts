import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fieldList, resolveSchema, variantsOf } from './fields.ts'
import type { Schema } from './open-api.ts'

const schemas: Record<string, Schema> = {
  Amount: { type: ['number', 'string'], description: 'In `ARS`', example: 10 },
  Base: { type: 'object', properties: { reference: { type: 'string', maxLength: 255 } }, required: ['reference'] },
  Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' }, name: { type: 'string' } } },
}

describe('the fields of a schema', () => {
  it('are found behind references, and a reference to itself ends', () => {
    const shown = fieldList({ $ref: '#/components/schemas/Tree' }, schemas)
    assert.match(shown, /<code>child<\/code>/)
    assert.match(shown, /<code>name<\/code>/)
    assert.ok(shown.length < 5_000, String(shown.length))
    assert.deepEqual(resolveSchema({ $ref: '#/components/schemas/Unknown' }, schemas), { title: 'Unknown' })
  })

  it('are merged from allOf, with what each part requires', () => {
    const own: Schema = { properties: { amount: { $ref: '#/components/schemas/Amount' } }, required: ['amount'] }
    const shown = fieldList({ allOf: [{ $ref: '#/components/schemas/Base' }, own] }, schemas)
    assert.equal(shown.match(/class="required"/g)?.length, 2)
    assert.match(shown, /at most 255 characters/)
    assert.match(shown, /number or string/)
    assert.match(shown, /In <code>ARS<\/code>/)
  })

  it('become one form for each alternative, named by its service code, also where alternatives are nested', () => {
    const of = (code: string): Schema => ({
      type: 'object',
      properties: { service_code: { type: 'string', enum: [code] }, [code.toLowerCase()]: { type: 'string' } },
    })
    const body: Schema = { anyOf: [{ oneOf: [of('BT_AR'), of('PIX_BR')] }, of('YP_PE')] }
    const forms = variantsOf(body, schemas)
    assert.deepEqual(
      forms.map(({ name }) => name),
      ['BT_AR', 'PIX_BR', 'YP_PE'],
    )
    assert.match(fieldList(forms[1]?.schema ?? {}, schemas), /pix_br/)
  })

  it('keep what all alternatives share', () => {
    const body: Schema = {
      properties: { reference: { type: 'string' } },
      oneOf: [
        { title: 'One', properties: { a: { type: 'string' } } },
        { title: 'Two', properties: { b: { type: 'string' } } },
      ],
    }
    for (const { schema } of variantsOf(body, schemas)) assert.match(fieldList(schema, schemas), /reference/)
  })

  it('say which of several optional fields is needed, and are one form all the same', () => {
    const body: Schema = {
      type: 'object',
      properties: { available: { type: 'number' }, limit: { type: 'number' } },
      anyOf: [{ required: ['available'] }, { required: ['limit'] }],
    }
    assert.equal(variantsOf(body, schemas).length, 1)
    assert.match(fieldList(body, schemas), /Needed: <code>available<\/code> or <code>limit<\/code>/)
  })

  it('are shown as themselves where they may be null', () => {
    const shown = fieldList(
      { properties: { url: { anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] } } },
      schemas,
    )
    assert.match(shown, /string or null/)
    assert.match(shown, /at most 9 characters/)
  })

  it('escape what Vue and HTML would read', () => {
    const shown = fieldList({ properties: { 'a<b': { type: 'string', description: '{{ x }} & <b>' } } }, schemas)
    assert.doesNotMatch(shown, /\{|\}|<b>|a<b/)
  })
})
