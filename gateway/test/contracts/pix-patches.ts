import {
  at,
  type Description,
  eachObject,
  isObject,
  type Json,
  objectAt,
  type Patch,
  readDescription,
} from './description.ts'
import { descriptionFile, descriptionNames } from './descriptions-folder.ts'

/**
 * Where the tests deviate from version 2.9.0 of the central bank's description of the Pix API, and why. Each place that a patch
 * names must be there.
 */
export const pixPatches: readonly Patch[] = [
  {
    name: 'patterns between slashes',
    reason: 'a pattern is no literal of JavaScript: "/^\\d{11}$/" refuses every document and every code of a city',
    apply: (document) => replacePatterns(document, (pattern) => /^\/(\^.*\$)\/$/.exec(pattern)?.[1]),
  },
  {
    name: 'patterns without ends',
    reason: 'an amount of "x-37.009zz" and an id of sixty characters hold what is meant somewhere inside',
    apply: (document) =>
      replacePatterns(document, (pattern) => (/^\^.*\$$/.test(pattern) ? undefined : `^${pattern}$`)),
  },
  {
    name: 'txid of a received Pix',
    reason: 'it is said to have 1 to 35 characters (static codes) and, by a second reference, 26 to 35',
    apply: (document) =>
      replaceObjects(document, ({ allOf }) => {
        const isTxid = Array.isArray(allOf) && at(allOf[0], '$ref') === '#/components/schemas/TxId'
        const pattern = isTxid ? at(allOf[1], 'pattern') : undefined
        return pattern === '^[a-zA-Z0-9]{1,35}$' ? { type: 'string', pattern } : undefined
      }),
  },
  {
    name: 'list of Pix',
    reason: 'PixConsultados requires "cobs", a field that it does not have; its list is "pix"',
    apply: (document) => {
      const list = objectAt(document, 'components', 'schemas', 'PixConsultados')
      list['required'] = ['parametros', 'pix']
      return 1
    },
  },
  {
    name: 'loc of a charge',
    reason: 'the answer requires loc.txid, which no schema has, and loc.criacao, which official examples lack',
    apply: (document) =>
      ['CobGerada', 'CobVGerada'].filter((name) => {
        const parts = objectAt(document, 'components', 'schemas', name)['allOf'] as Json[]
        const part = parts.find((each) => at(each, 'properties', 'loc') !== undefined)
        objectAt(part, 'properties')['loc'] = { type: 'object', required: ['id'] }
        return true
      }).length,
  },
  {
    name: 'location is no URI',
    reason: 'it has no scheme ("pix.example.com/qr/v2/…"), in the examples as in the codes that payers scan',
    apply: (document) => {
      let places = 0
      eachObject(document, (object) => {
        const location = at(object, 'properties', 'location')
        if (!isObject(location) || location['format'] !== 'uri') return
        delete location['format']
        places++
      })
      return places
    },
  },
  {
    name: 'at most 50 infoAdicionais',
    reason: '"maximum" limits numbers; a list is limited by "maxItems"',
    apply: (document) => {
      const list = objectAt(document, 'components', 'schemas', 'CobBase', 'properties', 'infoAdicionais')
      list['maxItems'] = list['maximum']
      delete list['maximum']
      return 1
    },
  },
  {
    name: 'address of the payee',
    reason: 'the answer of a due charge requires city, state and street beside "recebedor" instead of inside it',
    apply: (document) => {
      delete objectAt(document, 'components', 'schemas', 'DadosRecebedor')['required']
      return 1
    },
  },
  {
    name: 'zero',
    reason: 'its text refuses charges of zero (but for cash back), and those that expire at once; its schemas do not',
    apply: (document) => {
      const isMore = { properties: { original: { not: { pattern: '^0+\\.00$' } } } }
      for (const name of ['CobValor', 'CobVValor']) {
        objectAt(document, 'components', 'schemas', name)['anyOf'] = [isMore, { required: ['retirada'] }]
      }
      objectAt(document, 'components', 'schemas', 'CobExpiracao', 'properties', 'expiracao')['minimum'] = 1
      return 3
    },
  },
  {
    name: 'general errors',
    reason: 'its text gives every operation the errors 400, 410, 500 and 504, and 401 belongs to OAuth 2 (RFC 6750)',
    apply: (document) => {
      const problem = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problema' } } }
      let places = 0
      eachObject(objectAt(document, 'paths'), ({ responses }) => {
        if (!isObject(responses)) return
        for (const status of ['400', '410', '500', '504']) responses[status] ??= { content: problem }
        responses['401'] ??= {}
        places++
      })
      return places
    },
  },
  {
    name: 'paths of payers',
    reason:
      "the payer's bank calls them, where the locations lie: here they would hide GET /cobv/{txid} and /rec/{idRec}",
    apply: (document) => {
      const paths = objectAt(document, 'paths')
      const found = Object.keys(paths).filter((path) => path.includes('UrlAccessToken}'))
      for (const path of found) delete paths[path]
      return found.length
    },
  },
]

let read: Description | undefined

/** The patched description, read once for a file of tests; see `needing`. */
export function pixDescription(): Description {
  read ??= readDescription(descriptionFile(descriptionNames.pix) ?? '', pixPatches)
  return read
}

function replacePatterns(document: Json, replacement: (pattern: string) => string | undefined): number {
  let places = 0
  eachObject(document, (object) => {
    const { pattern } = object
    const replaced = typeof pattern === 'string' ? replacement(pattern) : undefined
    if (replaced === undefined) return
    object['pattern'] = replaced
    places++
  })
  return places
}

/** Replaces the contents of objects in place. */
function replaceObjects(document: Json, replacement: (object: Json) => Json | undefined): number {
  let places = 0
  eachObject(document, (object) => {
    const replaced = replacement(object)
    if (!replaced) return
    for (const key of Object.keys(object)) delete object[key]
    Object.assign(object, replaced)
    places++
  })
  return places
}
