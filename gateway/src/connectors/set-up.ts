import { z } from 'zod'
import type { Language } from '../values/language.ts'
import type { CertificationContext, CertificationStep } from './certification.ts'
import type { CallContext } from './connector.ts'

/** How a field of the credentials is shown to the operator who fills it in. */
export interface CredentialField {
  label: Readonly<Record<Language, string>>
  /** A secret is written and never shown again. Other values stand on the account's page and in proposals. */
  isSecret: boolean
  /** A made-up value in the provider's form. */
  example: string
  /** PEM text of several lines, usually from a file. */
  isPem?: boolean
}

/** A certificate among the credentials, by which the gateway proves itself to the provider. */
export interface WatchedCertificate {
  /** The field that has it. */
  field: string
  /** One certificate or a chain, PEM. */
  pem: string
  /** The private key that belongs to the first one, PEM. Checked when the credentials are entered. */
  key?: string
}

/** Whether the provider takes the credentials. `facts` are shown: they hold no secret. */
export type TriedCredentials = { ok: true; facts: Readonly<Record<string, string>> } | { ok: false; why: string }

/** What an account of a connector needs. Operators add accounts of connectors that have it. */
export interface ConnectorSetUp {
  /** An object whose fields are registered by `credentialField`. The account stores its JSON. */
  credentials: z.ZodObject
  /** The certificates whose expiry is watched. `credentials`: what the schema read. */
  certificates?(credentials: Readonly<Record<string, unknown>>): readonly WatchedCertificate[]
  /** A call that moves no money and that the provider answers only with right credentials. */
  tryCredentials?(context: CallContext): Promise<TriedCredentials>
  /** Tells the provider to send this account's notifications to `context.notifyUrl`. The same again changes nothing. */
  registerNotifications?(context: CallContext): Promise<TriedCredentials>
  /** Tries at the provider what the connector relies on, in order. Moves money of the sandbox. */
  certification?(context: CertificationContext): readonly CertificationStep[]
}

const credentialFields = z.registry<CredentialField>()

/** A field of the credentials, with how it is shown. `.optional()` and the like stand inside of it. */
export function credentialField<Schema extends z.ZodType>(schema: Schema, field: CredentialField): Schema {
  credentialFields.add(schema, field)
  return schema
}

export interface NamedCredentialField extends CredentialField {
  name: string
  isRequired: boolean
  /** The values that it may have. Undefined: any text. */
  options: readonly string[] | undefined
}

/** The fields of the credentials, in their order. Throws if one was not made by `credentialField`. */
export function fieldsOfSetUp({ credentials }: Pick<ConnectorSetUp, 'credentials'>): readonly NamedCredentialField[] {
  return Object.entries(credentials.shape).map(([name, schema]) => {
    const field = credentialFields.get(schema as z.ZodType)
    if (!field) throw new Error(`the credential ${name} has no label`)
    const isRequired = !(schema as z.ZodType).safeParse(undefined).success
    return { name, isRequired, options: optionsOf(schema as z.ZodType), ...field }
  })
}

function optionsOf(schema: z.ZodType): readonly string[] | undefined {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined
}
