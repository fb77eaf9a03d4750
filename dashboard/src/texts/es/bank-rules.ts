import type { bankRules as english } from '../en/bank-rules.ts'

export const bankRules: typeof english = {
  title: 'Reglas',
  explanation:
    'Lo que se repite en una cuenta, como comisiones e impuestos, lo explican reglas que escriben personas. Nada se aprende de clics, y una orden siempre va primero.',
  emptyTitle: 'Todavía no hay reglas',
  empty:
    'Una regla dice qué es una línea por una parte de su texto o por el código del banco. Las líneas que superan su límite siguen esperando a una persona.',
  add: 'Agregar una regla',
  account: 'Cuenta bancaria',
  sign: 'Dirección',
  signs: { C: 'Entrada', D: 'Salida' },
  text: 'El texto contiene',
  textHelp: 'Palabras enteras, al menos tres caracteres; no importan mayúsculas ni acentos.',
  code: 'Código del banco',
  codeHelp: 'Como lo escriben los extractos de este banco; puede quedar vacío.',
  limit: 'Hasta',
  limitHelp: 'Las líneas de más necesitan una persona.',
  klass: 'La línea es',
  lines: 'Líneas explicadas',
  since: 'Desde',
  ended: 'Terminada',
  inForce: 'Vigente',
  end: 'Terminar esta regla',
  endWords: 'Las líneas que lleguen desde ahora necesitan una persona u otra regla. Lo que explicó queda como está.',
  endDone: 'Terminada.',
  state: 'Estado',
}
