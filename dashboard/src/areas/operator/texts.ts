import { textsOf } from '../../app/languages.ts'
import { operator as en, recoveries as recoveriesEn } from '../../texts/en/operator.ts'
import { operatorWords as wordsEn } from '../../texts/en/operator-words.ts'
import { operator as es, recoveries as recoveriesEs } from '../../texts/es/operator.ts'
import { operatorWords as wordsEs } from '../../texts/es/operator-words.ts'
import { operator as pt, recoveries as recoveriesPt } from '../../texts/pt/operator.ts'
import { operatorWords as wordsPt } from '../../texts/pt/operator-words.ts'

export const useRecoveryTexts = textsOf({ en: recoveriesEn, es: recoveriesEs, pt: recoveriesPt })
export const useOperatorTexts = textsOf({ en, es, pt })
export const useOperatorWords = textsOf({ en: wordsEn, es: wordsEs, pt: wordsPt })

/** A value of the wire in words; what has none is shown as it is. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value
}
