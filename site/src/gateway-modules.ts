import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from './languages.ts'

/** A wrong or unusual field, as the gateway's checks name it. */
export interface FieldProblem {
  readonly code: string
  readonly param: string
  readonly message: string
}

interface ReadResult {
  readonly ok: boolean
  readonly problems?: readonly FieldProblem[]
  readonly warnings: readonly FieldProblem[]
}

type ReadBody = (body: unknown, options: { checks: 'strict' | 'lenient'; now: Date }) => ReadResult

interface Checked {
  readonly normalised: string
  readonly findings: readonly { readonly severity: string; readonly code: string; readonly message: string }[]
}

export interface Bank {
  readonly code: string
  readonly name: string
  readonly alt?: readonly string[]
  readonly aliases?: readonly string[]
  /** Brazil: its identifier in the payment system. */
  readonly ispb?: string
  /** Venezuela: whether it has Pago Móvil. */
  readonly p2p?: boolean
}

/** The functions of the compiled gateway that the pages are made with. */
export interface GatewayModules {
  readonly readOpenApi: () => Promise<unknown>
  readonly methods: readonly unknown[]
  readonly currencyDecimals: Readonly<Record<string, number>>
  readonly countries: Readonly<Record<string, { currency: string; timeZone: string; language: Language }>>
  readonly identifiersOf: Readonly<
    Record<
      string,
      {
        banks: readonly Bank[]
        bankSentAs: 'code' | 'name'
        documents: { declared: ReadonlyMap<string, unknown> }
      }
    >
  >
  readonly checkDeclaredDocument: (country: string, type: string, raw: string) => Checked
  readonly readPayin: ReadBody
  readonly readPayout: ReadBody
  readonly fieldsIn: (fields: readonly FieldProblem[], language: Language) => readonly FieldProblem[]
  /** `description` as a field has it. */
  readonly descriptionIn: (language: Language, description: unknown) => string
  readonly printAmount: (amount: string, currency: string, options: { language: Language; country: string }) => string
}

/** Loads the compiled gateway below `root`. It starts no server and reaches no database. */
export async function loadGateway(root: string): Promise<GatewayModules> {
  const load = async (path: string) => await import(pathToFileURL(join(root, 'gateway', 'dist', 'src', path)).href)
  const modules = await Promise.all(
    [
      'read-open-api.js',
      'core/payment-methods/index.js',
      'core/payment-methods/read-request.js',
      'core/values/currency.js',
      'core/values/country.js',
      'core/values/printed-amount.js',
      'core/identifiers/countries.js',
      'core/identifiers/documents.js',
      'core/web/reply-problem.js',
      'core/payment-methods/fields.js',
    ].map(load),
  )
  return Object.assign({}, ...modules)
}
