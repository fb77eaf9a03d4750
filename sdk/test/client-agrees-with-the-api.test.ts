import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pasarelaClient } from '../src/client/client.ts'
import { routes } from '../src/client/routes.ts'
import { agreementProgram, methodFor } from './support/agreement.ts'
import { type GatewayWorld, startGatewayWorld } from './support/gateway-world.ts'
import { type ApiDocument, type OperationTypes, operationTypes, typeOf } from './support/schema-types.ts'
import { typeErrors } from './support/type-check.ts'

/** Routes that the client knows before the gateway has them; empty but while one is being built. */
const notThereYet = new Set<string>()

/** Methods that walk through the pages of another one. */
const walks = new Set(['eachTransaction', 'eachDelivery', 'eachBalanceTransaction'])

describe('the client and the OpenAPI document of a running gateway', () => {
  let world: GatewayWorld
  let operations: OperationTypes[]
  before(async () => {
    world = await startGatewayWorld({ docs: true })
    const response = await fetch(`${world.url}/openapi.json`)
    operations = operationTypes((await response.json()) as ApiDocument)
  })
  after(async () => await world.stop())

  it('know the same operations', () => {
    assert.ok(operations.length >= 30, `only ${operations.length} operations were found`)
    const missing = operations.filter(({ route }) => methodFor(route) === undefined).map(({ route }) => route)
    assert.deepEqual(missing, [], 'operations without a method of the client')
    const documented = new Set(operations.map(({ route }) => route))
    const invented = Object.values(routes)
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !documented.has(route) && !notThereYet.has(route))
    assert.deepEqual(invented, [], 'methods of the client without an operation')
  })

  it('call them the same, and every method is there', () => {
    for (const { route, operationId } of operations) {
      if (!notThereYet.has(route)) assert.equal(methodFor(route), operationId)
    }
    const client = pasarelaClient({ baseUrl: world.url, apiKey: world.demo.api_key })
    assert.deepEqual(
      Object.keys(client).filter((name) => !walks.has(name)),
      Object.keys(routes).toSorted((a, b) => Object.keys(client).indexOf(a) - Object.keys(client).indexOf(b)),
    )
  })

  it('mean the same by every request and reply: names, types, values, what is required', () => {
    const program = agreementProgram(operations)
    assert.ok(program.split('\n').length >= operations.length * 2)
    assert.deepEqual(typeErrors(program), [])
  })

  it('are compared behind references too, and an unknown part of a schema is refused', () => {
    const components = {
      Name: { type: 'string' },
      Names: { type: 'array', items: { $ref: '#/components/schemas/Name' } },
    }
    assert.equal(typeOf({ $ref: '#/components/schemas/Names' }, components), '(string)[]')
    assert.throws(() => typeOf({ $ref: '#/components/schemas/Nobody' }, components), /is no component/)
    assert.throws(() => typeOf({ $ref: '#/components/responses/Name' }, components), /is no component/)
    assert.throws(() => typeOf({ type: 'date' }, components), /no type is known/)
  })

  it('are compared so that a difference is seen, whatever it is', () => {
    const changes: [string, (type: string) => string][] = [
      ['getBalances', (type) => type.replace('"overdraft_limit": number', '"overdraft_limit"?: number')],
      ['listBanks', (type) => type.replace('"country": string', '"country": string; "region": string')],
      ['getTransaction', (type) => type.replace('"card_bin"?: string', '"card_prefix"?: string')],
      ['cancelPayin', (type) => type.replace('"paid_late" | ', '')],
      ['readTestClock', (type) => type.replace('"offset_seconds": number', '"offset_seconds": string')],
      ['getWebhook', (type) => type.replace('string | null', 'string')],
      ['setWebhook', (type) => type.replace('"alerts": ', '"alarms": ')],
      ['listDeliveries', (type) => type.replace('"exhausted" | ', '')],
      ['explainCallback', (type) => type.replace('boolean | null', 'boolean')],
      ['rotateApiToken', (type) => type.replace('"auth_api_token": string | null', '"auth_api_token": string')],
      ['createPayin', (type) => type.replace('"pix_br_code": string', '"pix_br_code"?: string')],
    ]
    const changed = operations.map((operation) => {
      const change = changes.find(([id]) => id === operation.operationId)?.[1]
      if (!change) return operation
      const reply = change(operation.reply)
      assert.notEqual(reply, operation.reply, operation.operationId)
      return { ...operation, reply }
    })
    assert.equal(typeErrors(agreementProgram(changed)).length, changes.length)

    const bodies = operations.map((operation) => ({
      ...operation,
      ...(operation.operationId === 'createPayout' && operation.body
        ? { body: operation.body.replace('"account_state": string', '"account_state"?: string') }
        : {}),
      ...(operation.query ? { query: operation.query.replace('"limit"?: number', '"limit"?: string') } : {}),
    }))
    const changedInputs = bodies.filter(({ query, body }, at) => {
      return query !== operations[at]?.query || body !== operations[at]?.body
    })
    assert.ok(changedInputs.length >= 3)
    const complaints = typeErrors(agreementProgram(bodies))
    assert.equal(complaints.length, changedInputs.length, complaints.join('\n'))
  })
})
