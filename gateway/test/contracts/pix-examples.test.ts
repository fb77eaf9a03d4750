import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { outcomeOfAnswer } from '../../src/connectors/pix-api/answers.ts'
import { credentialsOf } from '../../src/connectors/pix-api/credentials.ts'
import { pixAccountCredentials } from '../support/pix-provider.ts'
import type { Wire } from '../support/world.ts'
import { contractCheck } from './contract-check.ts'
import { follow, withDescriptions } from './described-api.ts'
import { pixDescription } from './pix-description.ts'

interface Example {
  name: string
  method: string
  path: string
  status: number
  type: string
  value: Wire
}

/** Why examples of the description do not fit the description. */
const faultsOfExamples = [
  // `loc` has fields in answers that no example of it has.
  /\/loc must have required property '(criacao|tipoCob)'/,
  // Both forms of cash withdrawal fit each example of one.
  /\/valor\/retirada must match exactly one schema/,
  // Lists whose items are references to other examples, which a list cannot have.
  /\/(cobs|pix|webhooks)\/\d+ must have required property/,
  // An end-to-end id of 33 characters.
  /\/endToEndId must NOT have more than 32 characters/,
  // The example names the key instead.
  /must have required property 'cnpj'/,
]

describe('the official examples of the Pix API', withDescriptions, () => {
  const { description } = pixDescription()
  const contract = contractCheck(description)
  const examples = answersOf(description)

  it('fit the description, apart from faults of their own that are known', () => {
    assert.ok(examples.length >= 60, String(examples.length))
    const faulty = examples.flatMap(({ name, method, path, status, type, value }) => {
      const body = Buffer.from(JSON.stringify(value))
      return contract.faultsOfAnswer({ method, path }, { status, type, body }).map((fault) => `${name}: ${fault}`)
    })
    const unknown = faulty.filter((fault) => !faultsOfExamples.some((known) => known.test(fault)))
    assert.deepEqual(unknown, [])
    for (const known of faultsOfExamples)
      assert.ok(
        faulty.some((fault) => known.test(fault)),
        String(known),
      )
  })

  it('mean what the connector reads in them', () => {
    const read = examples
      .filter(({ path, method }) => method === 'GET' && path.startsWith('/cob/'))
      .map(({ name, status, value }) => {
        const found = outcomeOfAnswer(
          { key: value.txid ?? 'a'.repeat(32), credentials: { ...credentials, pix_key: value.chave } },
          { kind: 'answer', status, body: value, text: '', headers: {}, retryAfterMs: undefined },
        )
        return [name.split(' ').slice(2).join(' '), found.kind]
      })
    assert.deepEqual(Object.fromEntries(read), {
      '200 retorno1': 'pending',
      '200 retorno2': 'completed',
      '200 retorno3': 'pending',
      '200 retorno4': 'pending',
      '200 retorno5': 'pending',
      '403 exemplo1': 'not_sent',
      '404 exemplo1': 'not_found',
      '503 exemplo1': 'unknown',
    })
  })

  it('show a charge of 100.00 that was paid with 110.00, and the connector credits what came', () => {
    const paid = examples.find(({ name }) => name === 'GET /cob/{txid} 200 retorno2')
    const { txid, chave, valor } = paid?.value ?? {}
    const found = outcomeOfAnswer(
      { key: txid, credentials: { ...credentials, pix_key: chave } },
      { kind: 'answer', status: 200, body: paid?.value, text: '', headers: {}, retryAfterMs: undefined },
    )
    assert.equal(valor.original, '100.00')
    assert.ok(found.kind === 'completed' && found.creditedMinor === 11_000n)
  })
})

const credentials = credentialsOf({
  id: 'one',
  connector: 'pix-api',
  environment: 'test',
  credentials: JSON.stringify(pixAccountCredentials({ url: 'https://127.0.0.1:9', tls: undefined })),
})

/** Every example of an answer about charges, payments, returns and webhooks. */
function answersOf(description: Wire): Example[] {
  const found: Example[] = []
  for (const [template, item] of Object.entries<Wire>(description.paths)) {
    if (!/^\/(cob|pix|webhook)(\/|$)/.test(template)) continue
    const path = template
      .replace('{txid}', 'a'.repeat(30))
      .replace('{e2eid}', `E${'1'.repeat(31)}`)
      .replace('{id}', 'r1')
      .replace('{chave}', 'loja@example.com')
    for (const [verb, operation] of Object.entries<Wire>(item)) {
      const method = verb.toUpperCase()
      for (const [status, response] of Object.entries<Wire>(operation.responses ?? {})) {
        const content = Object.entries<Wire>(follow(description, response).content ?? {})
        for (const [type, { examples = {} }] of content) {
          for (const [name, example] of Object.entries<Wire>(examples)) {
            const { value } = follow(description, example)
            found.push({
              name: `${method} ${template} ${status} ${name}`,
              method,
              path,
              status: Number(status),
              type,
              value,
            })
          }
        }
      }
    }
  }
  return found
}
