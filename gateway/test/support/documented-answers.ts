import { Ajv2020 } from 'ajv/dist/2020.js'
import { fieldCodes } from '../../src/core/values/problem.ts'
import type { Answer, Wire } from './world.ts'

/** What an answer is judged by. */
type Judged = Pick<Answer, 'status' | 'body'>

interface Operation {
  operationId: string
  responses: Record<string, { 'x-error-codes'?: readonly string[]; content?: Record<string, object> }>
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Wire> }
}

/** Compares the answers of a running gateway with its OpenAPI document. */
export interface DocumentedAnswers {
  /** What the document does not say about this answer: operation, status, code, body. Empty where it says all of it. */
  faultsOf(method: string, path: string, answer: Judged): string[]
  /** Where a body does not satisfy a component, in words. Empty where it does. */
  faultsOfBody(component: string, body: unknown): string
  /** Documented codes and successes of no answer so far, as `cancelPayin 200` and `cancelPayin not_in_this_state`. */
  unseen(): string[]
}

export function documentedAnswers(document: ApiDocument): DocumentedAnswers {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(document, 'document')
  const judge = (pointer: string, body: unknown) =>
    ajv.validate({ $ref: `document#${pointer}` }, body) ? '' : ajv.errorsText()
  const seen = new Set<string>()
  return {
    faultsOf: (method, path, answer) => {
      const found = operationAt(document, method, path)
      if (found === undefined) return [`${method} ${path} is no operation`]
      const { operation, place } = found
      const { status, body } = answer
      const said = `${operation.operationId} ${status} ${codeOf(body) ?? ''}`.trim()
      const response = operation.responses[status]
      if (response === undefined) return [`${said}: the status is not documented`]
      const code = codeOf(body)
      seen.add(`${operation.operationId} ${status < 300 ? status : code}`)
      const codes = [...(response['x-error-codes'] ?? []), ...(status === 422 ? Object.keys(fieldCodes) : [])]
      const faults = status >= 300 && !codes.includes(code ?? '') ? [`${said}: the code is not documented`] : []
      const misfit = judge(`${place}/responses/${status}/content/application~1json/schema`, body)
      return misfit === '' ? faults : [...faults, `${said}: ${misfit} ${JSON.stringify(body)}`]
    },
    faultsOfBody: (component, body) => judge(`/components/schemas/${component}`, body),
    unseen: () => documentedIn(document).filter((each) => !seen.has(each)),
  }
}

/** The operation of a path without its query. Fixed steps win over parameters, as in the router. */
function operationAt(document: ApiDocument, method: string, path: string) {
  const [plain = ''] = path.split('?')
  const fits = (template: string) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`).test(plain)
  const template = plain in document.paths ? plain : Object.keys(document.paths).find(fits)
  const operation = document.paths[template ?? '']?.[method.toLowerCase()]
  if (template === undefined || operation === undefined) return undefined
  const step = encodeURIComponent(template.replaceAll('~', '~0').replaceAll('/', '~1'))
  return { operation, place: `/paths/${step}/${method.toLowerCase()}` }
}

function codeOf(body: Wire): string | undefined {
  return body?.data === null ? body.error?.code : undefined
}

function documentedIn(document: ApiDocument): string[] {
  return Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1'))
    .flatMap(([, item]) => Object.values(item))
    .flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, response]) =>
        (response['x-error-codes'] ?? [status]).map((code) => `${operationId} ${code}`),
      ),
    )
}
