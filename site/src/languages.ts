import type { DefaultTheme } from 'vitepress'

export const languages = ['en', 'es', 'pt'] as const

export type Language = (typeof languages)[number]

export const languageNames: Readonly<Record<Language, string>> = { en: 'English', es: 'Español', pt: 'Português' }

interface ThemeTexts {
  readonly description: string
  readonly guides: string
  readonly countries: string
  readonly methods: string
  readonly reference: string
  /** In the bar above, which is narrow. */
  readonly shortReference: string
  readonly errors: string
  readonly operator: string
  /** In the bar above. */
  readonly shortOperator: string
  readonly theme: DefaultTheme.Config
}

/** What stands around the text of a page. Search and the page for unknown addresses have theirs in `theme/page-texts.ts`. */
export const themeTexts: Readonly<Record<Language, ThemeTexts>> = {
  en: {
    description: 'Guides, payment methods and API reference of the Pasarela payment gateway.',
    guides: 'Guides',
    countries: 'Countries',
    methods: 'Payment methods',
    reference: 'API reference',
    shortReference: 'API',
    errors: 'Errors',
    operator: 'Operator’s guide',
    shortOperator: 'Operator',
    theme: { outline: { level: [2, 3], label: 'On this page' } },
  },
  es: {
    description: 'Guías, métodos de pago y referencia de la API de la pasarela de pagos Pasarela.',
    guides: 'Guías',
    countries: 'Países',
    methods: 'Métodos de pago',
    reference: 'Referencia de la API',
    shortReference: 'API',
    errors: 'Errores',
    operator: 'Guía del operador',
    shortOperator: 'Operador',
    theme: {
      outline: { level: [2, 3], label: 'En esta página' },
      docFooter: { prev: 'Anterior', next: 'Siguiente' },
      returnToTopLabel: 'Volver arriba',
      sidebarMenuLabel: 'Menú',
      darkModeSwitchLabel: 'Apariencia',
      lightModeSwitchTitle: 'Cambiar a modo claro',
      darkModeSwitchTitle: 'Cambiar a modo oscuro',
      langMenuLabel: 'Cambiar de idioma',
      skipToContentLabel: 'Ir al contenido',
    },
  },
  pt: {
    description: 'Guias, métodos de pagamento e referência da API do gateway de pagamentos Pasarela.',
    guides: 'Guias',
    countries: 'Países',
    methods: 'Métodos de pagamento',
    reference: 'Referência da API',
    shortReference: 'API',
    errors: 'Erros',
    operator: 'Guia do operador',
    shortOperator: 'Operador',
    theme: {
      outline: { level: [2, 3], label: 'Nesta página' },
      docFooter: { prev: 'Anterior', next: 'Próxima' },
      returnToTopLabel: 'Voltar ao início',
      sidebarMenuLabel: 'Menu',
      darkModeSwitchLabel: 'Aparência',
      lightModeSwitchTitle: 'Mudar para o modo claro',
      darkModeSwitchTitle: 'Mudar para o modo escuro',
      langMenuLabel: 'Mudar de idioma',
      skipToContentLabel: 'Ir para o conteúdo',
    },
  },
}
