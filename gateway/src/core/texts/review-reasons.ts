import type { Language } from './messages/languages.ts'

/** Why a transaction needs review, as the state table words it. The database keeps the English text. */
interface ReviewReason {
  en: string
  es: string
  pt: string
}

/** `{0}` and `{1}` are the same part in each language. */
export const reviewReasons: readonly ReviewReason[] = [
  {
    en: 'part of the money arrived after the expiry',
    es: 'parte del dinero llegó después del vencimiento',
    pt: 'parte do dinheiro chegou depois do vencimento',
  },
  {
    en: 'expired with part of the money in suspense',
    es: 'venció con parte del dinero en suspenso',
    pt: 'expirou com parte do dinheiro em suspenso',
  },
  {
    en: 'paid by another document than the payer’s',
    es: 'pagado con otro documento que el del pagador',
    pt: 'pago com outro documento que não o do pagador',
  },
  { en: 'more was paid than ordered', es: 'se pagó más de lo pedido', pt: 'foi pago mais do que o pedido' },
  { en: 'paid after the expiry', es: 'pagado después del vencimiento', pt: 'pago depois do vencimento' },
  { en: 'paid again after {0}', es: 'pagado otra vez después de {0}', pt: 'pago de novo depois de {0}' },
  {
    en: 'more was taken back than arrived',
    es: 'se retiró más de lo que llegó',
    pt: 'foi retirado mais do que chegou',
  },
  {
    en: 'taken back after operators had sent money back: is it the same?',
    es: 'retirado después de que los operadores devolvieran dinero: ¿es el mismo?',
    pt: 'retirado depois que os operadores devolveram dinheiro: é o mesmo?',
  },
  {
    en: 'no answer from the provider for 24 hours',
    es: 'el proveedor no responde desde hace 24 horas',
    pt: 'o provedor não responde há 24 horas',
  },
  {
    en: 'a line of the bank names it and waits for a person',
    es: 'una línea del banco lo nombra y espera a una persona',
    pt: 'uma linha do banco o nomeia e espera por uma pessoa',
  },
  { en: 'completed without money', es: 'completada sin dinero', pt: 'concluída sem dinheiro' },
  {
    en: 'the provider could not be asked whether it was executed after all',
    es: 'no se pudo preguntar al proveedor si se ejecutó de todos modos',
    pt: 'não foi possível perguntar ao provedor se ela foi executada mesmo assim',
  },
  {
    en: 'the provider does not know the order, and it may still be executed',
    es: 'el proveedor no conoce la orden, y todavía puede ejecutarse',
    pt: 'o provedor não conhece a ordem, e ela ainda pode ser executada',
  },
  {
    en: 'executed after it was reported as not executed',
    es: 'ejecutada después de que se informó como no ejecutada',
    pt: 'executada depois de ter sido informada como não executada',
  },
  {
    en: 'accepted after it was reported as not executed',
    es: 'aceptada después de que se informó como no ejecutada',
    pt: 'aceita depois de ter sido informada como não executada',
  },
  { en: 'completed after {0}', es: 'completada después de {0}', pt: 'concluída depois de {0}' },
  { en: 'rejected after {0}', es: 'rechazada después de {0}', pt: 'rejeitada depois de {0}' },
  {
    en: 'rejected although money arrived',
    es: 'rechazada aunque llegó dinero',
    pt: 'rejeitada embora tenha chegado dinheiro',
  },
  { en: 'reversed after {0}', es: 'revertida después de {0}', pt: 'revertida depois de {0}' },
  { en: 'returned after {0}', es: 'devuelta después de {0}', pt: 'devolvida depois de {0}' },
  { en: 'another amount was paid out', es: 'se pagó otro importe', pt: 'outro valor foi pago' },
  {
    en: 'paid before it was approved',
    es: 'pagada antes de que se aprobara',
    pt: 'paga antes de ser aprovada',
  },
  { en: '{0} in {1}, ordered in {2}', es: '{0} en {1}, pedida en {2}', pt: '{0} em {1}, pedida em {2}' },
]

/** What stands in a part and is no amount, currency or name. */
const parts: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { COMPLETED: 'it was completed', ERROR: 'it failed', EXPIRED: 'it expired' },
  es: {
    ...{ COMPLETED: 'completarse', ERROR: 'fallar', EXPIRED: 'vencer' },
    ...{ completed: 'completada', reversed: 'revertida' },
  },
  pt: {
    ...{ COMPLETED: 'ser concluída', ERROR: 'falhar', EXPIRED: 'expirar' },
    ...{ completed: 'concluída', reversed: 'revertida' },
  },
}

const patterns = reviewReasons.map((reason) => ({
  reason,
  pattern: new RegExp(`^${reason.en.replace(/[?.]/g, '\\$&').replace(/\{\d\}/g, '(.+)')}$`),
}))

/** The reason in a language. A text that is none of them stays as it is. */
export function reviewReasonIn(language: Language, english: string): string {
  for (const { reason, pattern } of patterns) {
    const match = pattern.exec(english)
    if (!match) continue
    return reason[language].replace(/\{(\d)\}/g, (_whole, at) => {
      const part = match[Number(at) + 1] ?? ''
      return parts[language][part] ?? part
    })
  }
  return english
}
