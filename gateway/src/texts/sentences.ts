import type { Language } from '../values/language.ts'
import { dashboardSentences } from './sentences/dashboard.ts'
import { merchantApiSentences } from './sentences/merchant-api.ts'
import { operatorSentences, reviewSentences } from './sentences/operator.ts'
import { webhookToolSentences } from './sentences/webhook-tools.ts'
import type { Sentence } from './texts.ts'

/**
 * Translations of the English sentences that use cases and routes write. A sentence without a translation is replaced
 * by the text of its code. `sentences.test.ts` finds missing ones.
 */
export const sentences: readonly Sentence[] = [
  ...merchantApiSentences,
  ...dashboardSentences,
  ...operatorSentences,
  ...reviewSentences,
  ...webhookToolSentences,
]

const patterns = sentences.map((sentence) => ({ sentence, pattern: patternOf(sentence.en) }))

/** The translated sentence; undefined if only its code has a translation. */
export function sentenceIn(language: Exclude<Language, 'en'>, english: string): string | undefined {
  for (const { sentence, pattern } of patterns) {
    const match = pattern.exec(english)
    if (match) return sentence[language].replace(/\{(\d)\}/g, (_whole, index) => match[Number(index) + 1] ?? '')
  }
  return undefined
}

function patternOf(english: string): RegExp {
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/\{(?!\d\})/g, '\\{').replace(/\{\d\}/g, '(.+)')}$`)
}
