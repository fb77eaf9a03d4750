import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, follow, isObject, type Json } from './description.ts'
import { DescriptionSchemas } from './description-schemas.ts'
import { descriptionNames, needing } from './descriptions-folder.ts'
import { pixDescription } from './pix-patches.ts'

/** What official examples break, by the sentence that says so: faults of the central bank's own file, which we need not mend. */
const reasons = {
  'both shapes of valor.retirada fit every body': /\/valor\/retirada must match exactly one schema in oneOf$/,
  'a charge requires calendario': /^\/ must have required property 'calendario'$/,
  'loc requires tipoCob, which it does not describe': /\/loc must have required property 'tipoCob'$/,
  'charges of a list require idCob, which no charge has': /^\/cobs\/\d must have required property 'idCob'$/,
  'modalidade is written as text': /^\/valor\/\w+\/modalidade must be integer$/,
  'a due charge requires location, which the example has inside loc': / must have required property 'location'$/,
  'a batch requires id': / must have required property 'id'$/,
  'a location of a recurrence requires tipo': / must have required property 'tipo'$/,
  'endToEndId has 34 characters': /\/endToEndId must /,
  'a webhook requires cnpj': /^\/ must have required property 'cnpj'$/,
  'the list names another example instead of its value': /^\/webhooks\/0 must have required property /,
  'a recurrence requires retentativa': / must have required property 'retentativa'$/,
  'a recurrence requires ispbParticipante outside of recebedor': / must have required property 'ispbParticipante'$/,
  'a change requires status': /\/atualizacao\/\d must have required property 'status'$/,
  'both shapes of encerramento fit': /\/encerramento must match exactly one schema in oneOf$/,
  'vinculo.objeto has more than 35 characters': /\/vinculo\/objeto must NOT have more than 35/,
  'the debtor of a change has neither name nor document': /\/vinculo\/devedor must match exactly one schema/,
  'ativacao requires tipoJornada': /\/ativacao must have required property 'tipoJornada'$/,
  'a new recurrence requires its idRec': /^\/ must have required property 'idRec'$/,
  'a request for recurrence requires pagador': / must have required property 'pagador'$/,
  'a request for recurrence requires politicaRetentativa': / must have required property 'politicaRetentativa'$/,
  'a request for recurrence requires rec': / must have required property 'rec'$/,
  'cep is written with a dash': /\/cep must NOT have more than 8 characters$/,
  'recebedor requires cnpj and nome': /^\/recebedor must have required property '(cnpj|nome)'$/,
  'tipoConta is another word': /\/tipoConta must be equal to one of the allowed values/,
  'an attempt requires atualizacao': /\/tentativas\/\d must have required property 'atualizacao'$/,
}

/** Each example that fails, patches applied, with its reasons. */
const failing: Record<string, readonly (keyof typeof reasons)[]> = {
  cobBody1: ['loc requires tipoCob, which it does not describe', 'modalidade is written as text'],
  cobBody3: ['loc requires tipoCob, which it does not describe'],
  cobBody6: ['a charge requires calendario', 'both shapes of valor.retirada fit every body'],
  cobBody7: ['loc requires tipoCob, which it does not describe'],
  cobBody8: ['a charge requires calendario', 'both shapes of valor.retirada fit every body'],
  cobBody9: ['a charge requires calendario', 'both shapes of valor.retirada fit every body'],
  cobRBody1: ['cep is written with a dash'],
  cobRResponse1: ['cep is written with a dash', 'recebedor requires cnpj and nome'],
  cobRResponse2: ['cep is written with a dash', 'recebedor requires cnpj and nome'],
  cobRResponse3: ['an attempt requires atualizacao', 'cep is written with a dash'],
  cobRResponse4: [
    'an attempt requires atualizacao',
    'both shapes of encerramento fit',
    'cep is written with a dash',
    'tipoConta is another word',
  ],
  cobResponse4: ['a due charge requires location, which the example has inside loc'],
  cobResponse5: ['both shapes of valor.retirada fit every body'],
  cobResponse6: ['both shapes of valor.retirada fit every body'],
  cobResponse7: ['both shapes of valor.retirada fit every body'],
  getCobR1: ['cep is written with a dash'],
  getCobs1: ['both shapes of valor.retirada fit every body', 'charges of a list require idCob, which no charge has'],
  getCobs2: ['charges of a list require idCob, which no charge has'],
  getCobsV1: [
    'a due charge requires location, which the example has inside loc',
    'charges of a list require idCob, which no charge has',
  ],
  getLotesCobsV: ['a batch requires id'],
  getPayloadLocationRec1: ['a location of a recurrence requires tipo'],
  getPix1: ['endToEndId has 34 characters'],
  getRec1: [
    'a change requires status',
    'a location of a recurrence requires tipo',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
  ],
  getWebhook1: ['the list names another example instead of its value'],
  loteCobVBody1: ['loc requires tipoCob, which it does not describe'],
  loteCobVResponse1: ['a batch requires id'],
  payloadLocationRecResponse1: ['a location of a recurrence requires tipo'],
  payloadLocationRecResponse2: ['a location of a recurrence requires tipo'],
  pixResponse2: ['endToEndId has 34 characters'],
  pixResponse3: ['endToEndId has 34 characters'],
  recBody1: ['a new recurrence requires its idRec', 'a recurrence requires retentativa'],
  recBody2: ['a new recurrence requires its idRec', 'a recurrence requires retentativa'],
  recBody3: ['the debtor of a change has neither name nor document'],
  recResponse1: [
    'a change requires status',
    'a location of a recurrence requires tipo',
    'a recurrence requires retentativa',
    'ativacao requires tipoJornada',
  ],
  recResponse2: ['a change requires status', 'a recurrence requires retentativa'],
  recResponse3: [
    'a change requires status',
    'a location of a recurrence requires tipo',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
  ],
  recResponse4: [
    'a change requires status',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
  ],
  recResponse5: [
    'a change requires status',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
    'both shapes of encerramento fit',
  ],
  recResponse6: [
    'a change requires status',
    'a location of a recurrence requires tipo',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
  ],
  recResponse7: [
    'a change requires status',
    'a location of a recurrence requires tipo',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
    'vinculo.objeto has more than 35 characters',
  ],
  recResponse8: [
    'a change requires status',
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
  ],
  solicRecBody1: ['a request for recurrence requires pagador'],
  solicRecResponse1: [
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
    'a request for recurrence requires pagador',
    'a request for recurrence requires politicaRetentativa',
    'a request for recurrence requires rec',
  ],
  solicRecResponse2: [
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
    'a request for recurrence requires pagador',
    'a request for recurrence requires politicaRetentativa',
    'a request for recurrence requires rec',
  ],
  solicRecResponse3: [
    'a recurrence requires ispbParticipante outside of recebedor',
    'a recurrence requires retentativa',
    'a request for recurrence requires pagador',
    'a request for recurrence requires politicaRetentativa',
    'a request for recurrence requires rec',
  ],
  webhookResponse1: ['a webhook requires cnpj'],
}

function collect(): { all: string[]; found: Record<string, string[]> } {
  const { document, version } = pixDescription()
  const schemas = new DescriptionSchemas({ document, version })
  const all = new Set<string>()
  const found: Record<string, string[]> = {}
  const look = (holder: unknown, direction: 'sent' | 'received') => {
    for (const media of Object.values(at(follow(document, holder), 'content') ?? {})) {
      for (const [key, example] of Object.entries(at(media, 'examples') ?? {})) {
        const name = String(at(example, '$ref') ?? key).replace(/^.*\//, '')
        all.add(name)
        const value = resolved(document, at(follow(document, example), 'value'))
        const sentences = schemas.check(at(media, 'schema'), direction)(value)
        if (sentences.length > 0)
          found[name] = [...new Set([...(found[name] ?? []), ...sentences.map(reasonOf)])].sort()
      }
    }
  }
  for (const item of Object.values(at(document, 'paths') ?? {})) {
    for (const operation of Object.values(item as Json).filter(isObject)) {
      look(operation['requestBody'], 'sent')
      for (const answer of Object.values(operation['responses'] ?? {})) look(answer, 'received')
    }
  }
  return { all: [...all], found }
}

function reasonOf(sentence: string): string {
  return Object.entries(reasons).find(([, pattern]) => pattern.test(sentence))?.[0] ?? sentence
}

/** Examples of lists name other examples by references. */
function resolved(document: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item))
  if (!isObject(value)) return value
  if (typeof value['$ref'] === 'string') return resolved(document, follow(document, value))
  if (Array.isArray(value['allOf'])) return Object.assign({}, ...value['allOf'].map((part) => resolved(document, part)))
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(document, inner)]))
}

test('the official examples pass, but for those that break their own schema', needing(descriptionNames.pix), () => {
  const { all, found } = collect()
  const sorted = (given: Record<string, readonly string[]>) =>
    Object.fromEntries(
      Object.entries(given)
        .map(([name, list]) => [name, [...list].sort()])
        .sort(),
    )
  assert.equal(all.length, 89)
  assert.deepEqual(sorted(found), sorted(failing))
  assert.deepEqual(Object.keys(reasons).sort(), [...new Set(Object.values(failing).flat())].sort())
})
