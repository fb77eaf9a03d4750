import { textsOf } from '../../app/languages.ts'
import { operator as en } from '../../texts/en/operator.ts'
import { operatorWords as wordsEn } from '../../texts/en/operator-words.ts'
import es from '../../texts/es/operator.json' with { type: 'json' }
import wordsEs from '../../texts/es/operator-words.json' with { type: 'json' }
import pt from '../../texts/pt/operator.json' with { type: 'json' }
import wordsPt from '../../texts/pt/operator-words.json' with { type: 'json' }

export const useOperatorTexts = textsOf(en, { es, pt })
export const useOperatorWords = textsOf(wordsEn, { es: wordsEs, pt: wordsPt })

/** A value of the wire in words; what has none is shown as it is. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value
}
