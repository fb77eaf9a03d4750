import { createHmac } from 'node:crypto'
import type { ConnectorAccount, SetUpField, SetUpValues } from '../../core/connectors/connector.ts'
import { checkPixKey } from '../../core/identifiers/br/pix-key.ts'
import { isRefused } from '../../core/identifiers/checked.ts'
import type { Environment } from '../../core/values/environment.ts'
import type { FieldProblem } from '../../core/values/problem.ts'
import { say } from './messages/en.ts'
import { addressesOf, psps } from './psp.ts'

const pemLengthMax = 16_000

/** What an operator gives to connect an account at a PSP. */
export const pixFields: readonly SetUpField[] = [
  { name: 'psp', kind: 'choice', label: say('pix.psp'), lengthMax: 20, choices: Object.keys(psps) },
  {
    name: 'base_address',
    kind: 'address',
    label: say('pix.base'),
    help: say('pix.known'),
    lengthMax: 300,
    isOptional: true,
  },
  {
    name: 'token_address',
    kind: 'address',
    label: say('pix.token'),
    help: say('pix.known'),
    lengthMax: 300,
    isOptional: true,
  },
  { name: 'client_id', kind: 'text', label: say('pix.client_id'), lengthMax: 300 },
  { name: 'client_secret', kind: 'secret', label: say('pix.client_secret'), lengthMax: 1_000 },
  {
    name: 'certificate',
    kind: 'certificate',
    label: say('pix.certificate'),
    lengthMax: pemLengthMax,
    isOptional: true,
  },
  {
    name: 'private_key',
    kind: 'private_key',
    label: say('pix.private_key'),
    lengthMax: pemLengthMax,
    isOptional: true,
  },
  {
    name: 'ca',
    kind: 'certificate',
    label: say('pix.ca'),
    help: say('pix.ca_help'),
    lengthMax: pemLengthMax,
    isOptional: true,
  },
  { name: 'pix_key', kind: 'text', label: say('pix.key'), lengthMax: 77 },
  { name: 'holder', kind: 'text', label: say('pix.holder'), help: say('pix.holder_help'), lengthMax: 200 },
  { name: 'application_key', kind: 'secret', label: say('pix.application_key'), lengthMax: 300, isOptional: true },
]

/**
 * What the values lack together. Addresses of a known PSP are its own where money is real: a typed one could send its secret
 * elsewhere.
 */
export function checkPixValues(values: SetUpValues, environment: Environment): readonly FieldProblem[] {
  const faults: FieldProblem[] = []
  const refuse = (param: string, message: FieldProblem['message']) =>
    faults.push({ code: 'not_allowed', param, message })
  const isTyped = values['base_address'] !== undefined || values['token_address'] !== undefined
  if (isTyped && environment === 'live' && values['psp'] !== 'other') refuse('base_address', say('pix.own_addresses'))
  if (addressesOf(values, environment) === undefined) refuse('base_address', say('pix.needs_addresses'))
  if ((values['certificate'] === undefined) !== (values['private_key'] === undefined)) {
    refuse('certificate', say('pix.certificate_and_key'))
  }
  const key = checkPixKey(values['pix_key'] ?? '')
  if (isRefused(key)) refuse('pix_key', key.findings[0]?.message ?? say('account.pix_key'))
  return faults
}

/** The values of an account, read from its credentials. */
export function valuesOf({ credentials }: Pick<ConnectorAccount, 'credentials'>): SetUpValues {
  return JSON.parse(credentials) as SetUpValues
}

/**
 * The part of the webhook's address that only the PSP knows. It changes with the client's secret. Who finds it out can make the
 * gateway ask the PSP, and nothing else.
 */
export function webhookSecret(account: Pick<ConnectorAccount, 'id' | 'credentials'>): string {
  const { client_secret: secret = '' } = valuesOf(account)
  return createHmac('sha256', secret).update(`webhook of ${account.id}`).digest('hex')
}
