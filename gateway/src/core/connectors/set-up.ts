import type { Message } from '../texts/messages/say.ts'
import type { Environment } from '../values/environment.ts'
import type { FieldProblem } from '../values/problem.ts'
import type { ConnectorAccount } from './connector.ts'

/**
 * A value that an operator gives to set up an account at a provider. `secret` and `private_key` are never shown again.
 * `certificate` and `private_key` are PEM texts that belong together. `address` is an https URL.
 */
export interface SetUpField {
  /** Snake case: the credentials hold the value by it. */
  name: string
  kind: 'text' | 'secret' | 'certificate' | 'private_key' | 'address' | 'choice'
  label: Message
  help?: Message
  isOptional?: true
  lengthMax: number
  /** Of a `choice`: its values. */
  choices?: readonly string[]
}

/** Values by the names of fields. One that was not given is missing. */
export type SetUpValues = Readonly<Record<string, string>>

/** `works`: what the provider answered, for people. `fails`: why, in the provider's words or ours. */
export type Trial = { kind: 'works'; said: string } | { kind: 'fails'; why: string }

/** How operators connect an account at the provider: by page and by command. The credentials are the values as JSON. */
export interface ProviderSetUp {
  fields: readonly SetUpField[]
  /** What is wrong with values that each have their form, such as an address outside of the provider's hosts. */
  check?(values: SetUpValues, environment: Environment): readonly FieldProblem[]
  /** Calls the provider once with the credentials. It moves no money and changes nothing there. */
  try(account: ConnectorAccount, timeoutMs: number): Promise<Trial>
}
