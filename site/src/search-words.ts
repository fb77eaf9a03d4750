import type { Query, SearchOptions } from 'minisearch'
import type { Language } from './languages.ts'

// The search dialog of the built pages bundles this file.

/** Words that say nothing about a page. */
const emptyWords: Readonly<Record<Language, string>> = {
  en: `a an and are at be by can do does for from get has have how i if in into is it me my of on or so that the their them there this to
    use want was we what when where which who why will with you your`,
  es: `a al algo como con cual cuando de del desde donde el ella en es esta este ha hace hacer hago hay la las le lo los me mi mis no o para
    pero por puedo que quien quiero se ser si sin sobre son su sus tengo un una unos y ya`,
  pt: `a ao aos as com como da das de do dos e ela ele em esse esta este eu faco fazer ha isso la mais mas me meu minha na nao nas no nos o
    onde os ou para pelo pode por posso qual quando que quem quero se sem ser seu sua tem tenho um uma`,
}

/** What people call a thing, and what the pages call it: a word of a line finds all of the line. */
const sameThing: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'webhook callback notification ipn',
    'signature hmac security_hash sign verify',
    'retry retries retried repeat again',
    'sandbox test testing simulate simulated',
    'refund refunds money-back devolution chargeback reversal',
    'payout payouts withdraw disbursement transfer send beneficiary supplier',
    'payin pay-in deposit collect charge',
    'link links invoice',
    'error errors code codes refused declined fail failed failure failures',
    'balance balances funds',
    'settlement release released available',
    'fee fees cost price commission',
    'key keys token credential credentials secret',
    'duplicate idempotent idempotency reference twice',
    'limit limits rate throttle 429',
    'status state states pending completed expired',
    'localhost local laptop listen tunnel',
    'statement statements report export csv reconcile reconciliation',
    'production live',
    'migrate move moving switch',
    'card cards 3ds',
  ],
  es: [
    'webhook callback notificacion aviso',
    'firma hmac security_hash verificar comprobar',
    'reintento reintentos repetir reenviar',
    'sandbox prueba pruebas simular',
    'reembolso reembolsos devolver devolucion contracargo reverso',
    'payout pagos desembolso dispersion transferencia enviar beneficiario proveedor',
    'payin cobro cobros cobrar deposito',
    'enlace link liga enlaces',
    'error errores codigo rechazo rechazado rechazados falla fallo fallos falló',
    'saldo saldos balance dinero',
    'liquidacion disponible liberacion',
    'comision comisiones tarifa costo fee',
    'clave llave key token credencial secreto',
    'duplicado idempotencia referencia doble dos',
    'limite limites 429',
    'estado estados pendiente completado vencido expirado',
    'localhost local',
    'extracto estado-de-cuenta reporte informe exportar csv conciliacion conciliar',
    'produccion vivo live',
    'migrar mudarse cambiar',
    'tarjeta tarjetas 3ds',
  ],
  pt: [
    'webhook callback notificacao aviso',
    'assinatura hmac security_hash verificar conferir',
    'reenvio repetir novamente tentativa',
    'sandbox teste testes simular',
    'reembolso estorno devolucao devolver chargeback',
    'payout pagamentos repasse saque transferencia enviar beneficiario fornecedor',
    'payin cobranca recebimento receber deposito',
    'link links',
    'erro erros codigo recusa recusado recusada falha falhas falhou',
    'saldo saldos dinheiro',
    'liquidacao disponivel liberacao',
    'tarifa taxa comissao custo fee',
    'chave key token credencial segredo',
    'duplicado idempotencia referencia duas',
    'limite limites 429',
    'status estado pendente concluido expirado vencido',
    'localhost local',
    'extrato relatorio exportar csv conciliacao conciliar',
    'producao live',
    'migrar mudar',
    'cartao cartoes 3ds',
  ],
}

/** Guides answer questions; the reference and the pages of methods name everything. */
const weights = [
  [/\/guides\//, 2],
  [/\/operator\//, 1.3],
  [/\/reference\//, 0.8],
  [/\/(methods|countries)\//, 0.6],
] as const

/** How the dialog searches: any word counts, more words count more, one typing error is forgiven. */
export const searchOptions: SearchOptions = {
  prefix: (term) => term.length > 2,
  fuzzy: (term) => (term.length > 4 ? 1 : false),
  weights: { fuzzy: 0.3, prefix: 0.6 },
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: (id) => weights.find(([path]) => path.test(String(id)))?.[1] ?? 1,
  combineWith: 'OR',
}

/** What is looked for where somebody types `words`. */
export function queryOf(words: string, language: Language): Query {
  const typed = words.split(/[\s,.;:?!¿¡()"«»“”]+/).filter((word) => word !== '')
  const empty = new Set(emptyWords[language].split(/\s+/))
  const told = typed.filter((word) => !empty.has(plain(word)))
  return {
    combineWith: 'OR',
    queries: (told.length > 0 ? told : typed).map((word) => ({
      combineWith: 'OR',
      queries: [word, { queries: othersOf(word, language), fuzzy: false, prefix: false, combineWith: 'OR' }],
    })),
  }
}

function othersOf(word: string, language: Language): string[] {
  const lines = sameThing[language].map((line) => line.split(' ')).filter((line) => line.includes(plain(word)))
  return [...new Set(lines.flat())].filter((other) => other !== plain(word))
}

function plain(word: string): string {
  return word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
