/**
 * Where a payment service provider deviates from the standard in its addresses, tokens and queries. Hosts are those of
 * public documentation and were never tried from here; an account can name others.
 */
export interface Psp {
  /** Address of the API, without a trailing slash. Undefined: the account says it. */
  base?: string
  /** Address of the token. Undefined: the account says it. */
  token?: string
  /** How the token is asked for. */
  tokenBody: 'form' | 'json'
  /** Name of a query parameter in which every call carries the account's `app_key`. */
  appKeyParameter?: string
}

/** By the name that an account's credentials give. */
export const psps = {
  bb: {
    base: 'https://api.bb.com.br/pix/v2',
    token: 'https://oauth.bb.com.br/oauth/token',
    tokenBody: 'form',
    appKeyParameter: 'gw-dev-app-key',
  },
  efi: {
    base: 'https://pix.api.efipay.com.br/v2',
    token: 'https://pix.api.efipay.com.br/oauth/token',
    tokenBody: 'json',
  },
  inter: {
    base: 'https://cdpj.partners.bancointer.com.br/pix/v2',
    token: 'https://cdpj.partners.bancointer.com.br/oauth/v2/token',
    tokenBody: 'form',
  },
  itau: {
    base: 'https://secure.api.itau/pix_recebimentos/v2',
    token: 'https://sts.itau.com.br/as/token.oauth2',
    tokenBody: 'form',
  },
  santander: {
    base: 'https://trust-pix.santander.com.br/api/v1',
    token: 'https://trust-pix.santander.com.br/oauth/token',
    tokenBody: 'form',
  },
  sicoob: {
    base: 'https://api.sicoob.com.br/pix/api/v2',
    token: 'https://auth.sicoob.com.br/auth/realms/cooperado/protocol/openid-connect/token',
    tokenBody: 'form',
  },
  other: { tokenBody: 'form' },
} as const satisfies Record<string, Psp>

export type PspName = keyof typeof psps

export const pspNames = Object.keys(psps) as [PspName, ...PspName[]]
