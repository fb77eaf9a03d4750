/** Actions on provider accounts and routes that operators propose. */
export type ProviderActionName =
  | 'provider_account'
  | 'provider_credentials'
  | 'provider_enable'
  | 'route_add'
  | 'route_remove'
