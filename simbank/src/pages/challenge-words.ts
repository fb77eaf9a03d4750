export const LANGUAGES = ['en', 'es', 'pt'] as const
export type Language = (typeof LANGUAGES)[number]

/** What the issuer's page says to the card holder. */
export interface ChallengeWords {
  languages: string
  ribbon: string
  footer: string
  confirm: string
  confirmText: (shop: string) => string
  /** In place of a name that is not known. */
  aShop: string
  closed: string
  closedText: string
  approved: string
  refused: string
  late: string
  card: string
  shop: string
  date: string
  reference: string
  approve: string
  decline: string
  back: string
  help: string
  /** What each button does; the last is for leaving. */
  approveHelp: string
  approveRefusedHelp: string
  declineHelp: string
  leaveHelp: string
}

export const CHALLENGE_WORDS: Readonly<Record<Language, ChallengeWords>> = {
  en: {
    languages: 'Language',
    ribbon: 'TEST MODE · simulated bank, no real money moves',
    footer: 'This page belongs to the simulated outside world of the test environment.',
    confirm: 'Confirm it is you',
    confirmText: (shop) => `${shop} asks for a payment with your card. Approve it only if you started it.`,
    aShop: 'A shop',
    closed: 'Card payment',
    closedText: 'There is nothing left to confirm.',
    approved: 'The payment was approved.',
    refused: 'The payment was not approved.',
    late: 'It is too late: the payment has expired.',
    card: 'Card',
    shop: 'Shop',
    date: 'Date',
    reference: 'Reference',
    approve: 'Approve',
    decline: 'Decline',
    back: 'Return to the shop',
    help: 'Need help?',
    approveHelp: 'Approve: the payment completes.',
    approveRefusedHelp: 'Approve: the bank refuses the payment after all (this test card does).',
    declineHelp: 'Decline: the payment fails.',
    leaveHelp: 'Leave this page: the payment stays open until it expires.',
  },
  es: {
    languages: 'Idioma',
    ribbon: 'MODO DE PRUEBA · banco simulado, no se mueve dinero real',
    footer: 'Esta página es parte del mundo exterior simulado del entorno de pruebas.',
    confirm: 'Confirme que es usted',
    confirmText: (shop) => `${shop} pide un pago con su tarjeta. Apruébelo solo si usted lo inició.`,
    aShop: 'Un comercio',
    closed: 'Pago con tarjeta',
    closedText: 'No queda nada por confirmar.',
    approved: 'El pago fue aprobado.',
    refused: 'El pago no fue aprobado.',
    late: 'Es demasiado tarde: el pago venció.',
    card: 'Tarjeta',
    shop: 'Comercio',
    date: 'Fecha',
    reference: 'Referencia',
    approve: 'Aprobar',
    decline: 'Rechazar',
    back: 'Volver al comercio',
    help: '¿Necesita ayuda?',
    approveHelp: 'Aprobar: el pago se completa.',
    approveRefusedHelp: 'Aprobar: el banco rechaza el pago de todos modos (así es esta tarjeta de prueba).',
    declineHelp: 'Rechazar: el pago falla.',
    leaveHelp: 'Salir de esta página: el pago sigue abierto hasta que vence.',
  },
  pt: {
    languages: 'Idioma da página',
    ribbon: 'MODO DE TESTE · banco simulado, nenhum dinheiro real é movimentado',
    footer: 'Esta página pertence ao mundo externo simulado do ambiente de testes.',
    confirm: 'Confirme que é você',
    confirmText: (shop) => `${shop} pede um pagamento com o seu cartão. Aprove somente se foi você que o iniciou.`,
    aShop: 'Uma loja',
    closed: 'Pagamento com cartão',
    closedText: 'Não há mais nada a confirmar.',
    approved: 'O pagamento foi aprovado.',
    refused: 'O pagamento não foi aprovado.',
    late: 'É tarde demais: o pagamento expirou.',
    card: 'Cartão',
    shop: 'Loja',
    date: 'Data',
    reference: 'Referência',
    approve: 'Aprovar',
    decline: 'Recusar',
    back: 'Voltar à loja',
    help: 'Precisa de ajuda?',
    approveHelp: 'Aprovar: o pagamento é concluído.',
    approveRefusedHelp: 'Aprovar: o banco recusa o pagamento mesmo assim (este cartão de teste faz isso).',
    declineHelp: 'Recusar: o pagamento falha.',
    leaveHelp: 'Sair desta página: o pagamento continua aberto até expirar.',
  },
}

/** The language that the page's switch chose (`?lang=`), else the first of ours in `Accept-Language`, else English. */
export function languageOf(chosen: unknown, header: string | undefined): Language {
  const asked = (header ?? '').toLowerCase().match(/\b(?:en|es|pt)(?=$|[-,; ])/)?.[0]
  return LANGUAGES.find((one) => one === chosen) ?? LANGUAGES.find((one) => one === asked) ?? 'en'
}
