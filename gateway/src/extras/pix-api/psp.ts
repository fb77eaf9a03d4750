import type { SetUpValues } from '../../core/connectors/connector.ts'
import type { Environment } from '../../core/values/environment.ts'

/** Addresses of a PSP: the Pix API without a trailing slash, and where tokens come from. */
export interface PspAddresses {
  base: string
  token: string
}

/**
 * What a PSP (participant of Pix) does in its own way. Everything else is the standard of the Banco Central do Brasil (Pix API
 * 2.9.0). A deviation is a value or a function here, never a condition in the connector.
 */
export interface Psp {
  name: string
  live?: PspAddresses
  /** Its sandbox, where it has one with fixed addresses. */
  test?: PspAddresses
  tokenBody: 'form' | 'json'
  /** Query of every call, besides the standard's. */
  query?(values: SetUpValues): Readonly<Record<string, string>>
  /** Headers of every call. */
  headers?(values: SetUpValues): Readonly<Record<string, string>>
}

/** The scopes that a token is asked for. */
export const pixScope = 'cob.write cob.read cobv.write cobv.read pix.write pix.read webhook.write webhook.read'

const addresses = (base: string, token: string): PspAddresses => ({ base, token })

/** The plain standard. */
const other: Psp = { name: 'PSP', tokenBody: 'form' }

/**
 * PSPs by the name that an operator chooses. Addresses as the banks' own client libraries have them; none was tried against a
 * bank from here.
 */
export const psps: Readonly<Record<string, Psp>> = {
  bb: {
    name: 'Banco do Brasil',
    live: addresses('https://api.bb.com.br/pix/v2', 'https://oauth.bb.com.br/oauth/token'),
    test: addresses('https://api.hm.bb.com.br/pix/v2', 'https://oauth.hm.bb.com.br/oauth/token'),
    tokenBody: 'form',
    query: ({ application_key: key }) => (key === undefined ? {} : { 'gw-dev-app-key': key }),
  },
  efi: {
    name: 'Efí',
    live: addresses('https://pix.api.efipay.com.br/v2', 'https://pix.api.efipay.com.br/oauth/token'),
    test: addresses('https://pix-h.api.efipay.com.br/v2', 'https://pix-h.api.efipay.com.br/oauth/token'),
    tokenBody: 'json',
    // Its check calls the webhook without a certificate first; the address itself holds a secret.
    headers: () => ({ 'x-skip-mtls-checking': 'true' }),
  },
  inter: {
    name: 'Banco Inter',
    live: addresses(
      'https://cdpj.partners.bancointer.com.br/pix/v2',
      'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    ),
    tokenBody: 'form',
  },
  itau: {
    name: 'Itaú',
    live: addresses('https://secure.api.itau/pix_recebimentos/v2', 'https://sts.itau.com.br/as/token.oauth2'),
    tokenBody: 'form',
    headers: ({ client_id: id = '' }) => ({ 'x-itau-apikey': id }),
  },
  santander: {
    name: 'Santander',
    live: addresses('https://trust-pix.santander.com.br/api/v1', 'https://trust-pix.santander.com.br/oauth/token'),
    test: addresses('https://trust-pix-h.santander.com.br/api/v1', 'https://trust-pix-h.santander.com.br/oauth/token'),
    tokenBody: 'form',
  },
  sicoob: {
    name: 'Sicoob',
    live: addresses(
      'https://api.sicoob.com.br/pix/api/v2',
      'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    ),
    tokenBody: 'form',
    headers: ({ client_id: id = '' }) => ({ client_id: id }),
  },
  other,
}

/** The row of the values; the plain standard where it is not known. */
export function pspOf(values: SetUpValues): Psp {
  return psps[values['psp'] ?? ''] ?? other
}

/** Its addresses in an environment: those that were typed, else the known ones. */
export function addressesOf(values: SetUpValues, environment: Environment): PspAddresses | undefined {
  const known = pspOf(values)[environment]
  const { base_address: base = known?.base, token_address: token = known?.token } = values
  return base === undefined || token === undefined ? undefined : { base: base.replace(/\/+$/, ''), token }
}
