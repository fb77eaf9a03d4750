import type { Language } from '../values/language.ts'

/** Texts of actions on provider accounts and routes, in the audit log and in proposals. */
export const providerActionWords = {
  provider_account: {
    en: 'add an account at a provider',
    es: 'agregar una cuenta en un proveedor',
    pt: 'adicionar uma conta em um provedor',
  },
  provider_credentials: {
    en: 'replace the credentials of a provider account',
    es: 'reemplazar las credenciales de una cuenta en un proveedor',
    pt: 'substituir as credenciais de uma conta em um provedor',
  },
  provider_enable: {
    en: 'let a provider account take orders again',
    es: 'permitir que una cuenta en un proveedor reciba órdenes de nuevo',
    pt: 'permitir que uma conta em um provedor receba ordens de novo',
  },
  route_add: {
    en: 'add a route',
    es: 'agregar una ruta',
    pt: 'adicionar uma rota',
  },
  route_remove: {
    en: 'remove a route',
    es: 'quitar una ruta',
    pt: 'remover uma rota',
  },
  'provider_account.add': {
    en: 'added an account at a provider',
    es: 'agregó una cuenta en un proveedor',
    pt: 'adicionou uma conta em um provedor',
  },
  'provider_account.credentials': {
    en: 'replaced the credentials of a provider account',
    es: 'reemplazó las credenciales de una cuenta en un proveedor',
    pt: 'substituiu as credenciais de uma conta em um provedor',
  },
  'provider_account.disable': {
    en: 'disabled a provider account',
    es: 'desactivó una cuenta en un proveedor',
    pt: 'desativou uma conta em um provedor',
  },
  'provider_account.enable': {
    en: 'let a provider account take orders again',
    es: 'volvió a activar una cuenta en un proveedor',
    pt: 'reativou uma conta em um provedor',
  },
  'provider_account.certify': {
    en: 'tried a provider account by the certification list',
    es: 'probó una cuenta en un proveedor con la lista de certificación',
    pt: 'testou uma conta em um provedor com a lista de certificação',
  },
  'provider_account.notify': {
    en: 'told a provider where to send notifications',
    es: 'indicó a un proveedor adónde enviar las notificaciones',
    pt: 'informou a um provedor aonde enviar as notificações',
  },
  'route.add': { en: 'added a route', es: 'agregó una ruta', pt: 'adicionou uma rota' },
  'route.remove': { en: 'removed a route', es: 'quitó una ruta', pt: 'removeu uma rota' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>
