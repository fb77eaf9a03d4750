import type { Language } from './messages/languages.ts'
import { type Message, textOf } from './messages/say.ts'
import { dashboardSentences } from './sentences/dashboard.ts'
import { fieldSentences } from './sentences/fields.ts'
import { merchantApiSentences } from './sentences/merchant-api.ts'
import { operatorSentences, reviewSentences } from './sentences/operator.ts'
import { fieldEndings, requestSentences, settingSentences } from './sentences/settings.ts'
import { webhookToolSentences } from './sentences/webhook-tools.ts'
import type { Sentence } from './texts.ts'

/**
 * Translations of the English sentences that use cases and routes still write; new ones are keys of `messages/`. A
 * sentence without a translation is replaced by the text of its code. `sentences.test.ts` finds missing ones.
 */
export const sentences: readonly Sentence[] = [
  ...merchantApiSentences,
  ...dashboardSentences,
  ...operatorSentences,
  ...reviewSentences,
  ...webhookToolSentences,
]

/** The only value that a field may have, behind its description. */
const looseEnding: Sentence = { en: '{0}; {1}', es: '{0}; {1}', pt: '{0}; {1}' }

/**
 * Translations of what is said about a field, and of parts of sentences. Of those that fit, an ending is
 * taken, else the one with most words of its own. A part that stands in another sentence is translated too.
 */
export const partialSentences: readonly Sentence[] = [
  ...fieldEndings,
  ...requestSentences,
  ...fieldSentences,
  ...settingSentences,
  looseEnding,
]

type Other = Exclude<Language, 'en'>

/** More than any sentence has letters. */
const endingsFirst = 10_000

const partialPatterns = withPatterns(partialSentences)
const allPatterns = [...withPatterns(sentences), ...partialPatterns]

/** The translated sentence; undefined if only its code has a translation. */
export function sentenceIn(language: Other, english: string): string | undefined {
  return translate(language, english, allPatterns)
}

/** The translation of what is said about a field, without its name in front; undefined if there is none. */
export function fieldSentenceIn(language: Other, english: string): string | undefined {
  return translate(language, english, partialPatterns)
}

/** A message; of its values, those that are still an English sentence or a part of one are recognised. */
export function messageIn(language: Language, message: Message): string {
  return textOf(message, language, (_language, english) =>
    language === 'en' || !english.includes(' ') ? english : partIn(language, english, 0),
  )
}

type Patterns = ReturnType<typeof withPatterns>

/** Sentences stand in one another three deep at most; a part cannot contain itself. */
const depthMax = 5

function translate(language: Other, english: string, list: Patterns, depth = 0): string | undefined {
  for (const { sentence, core, pattern, isEnding } of list) {
    const match = english.includes(core) ? pattern.exec(english) : null
    if (!match) continue
    const parts = match.slice(1).map((part) => partIn(language, part, depth))
    // What stands before an ending is a sentence of ours, else the text only looks as if it had the ending.
    if (isEnding && parts[0] === match[1]) continue
    return sentence[language].replace(/\{(\d)\}/g, (_whole, index) => parts[Number(index)] ?? '')
  }
  return undefined
}

/** Codes, numbers and names stay as they are. */
function partIn(language: Other, english: string, depth: number): string {
  if (depth >= depthMax) return english
  const translated = translate(language, english, partialPatterns, depth + 1)
  if (translated !== undefined) return translated
  // Only words that are the same in all languages, such as `7 or 8`, `5 to 20` or `webhook and settings`.
  if (!/^[\w".-]+(?: (?:to|or|and) [\w".-]+)+$/.test(english)) return english
  return english.replace(/ (to|or|and) /g, (_whole, word) => ` ${joining[language][word as JoiningWord]} `)
}

type JoiningWord = 'to' | 'or' | 'and'

const joining: Readonly<Record<Other, Readonly<Record<JoiningWord, string>>>> = {
  es: { to: 'a', or: 'o', and: 'y' },
  pt: { to: 'a', or: 'ou', and: 'e' },
}

function withPatterns(list: readonly Sentence[]) {
  const words = ({ en }: Sentence) => en.replace(/\{\d\}/g, '').length
  const rank = (sentence: Sentence) => {
    const at = fieldEndings.indexOf(sentence)
    return at < 0 ? words(sentence) : endingsFirst - at
  }
  return list
    .toSorted((one, other) => rank(other) - rank(one))
    .map((sentence) => {
      const isEnding = sentence === looseEnding || fieldEndings.includes(sentence)
      return { sentence, isEnding, core: coreOf(sentence.en), pattern: patternOf(sentence.en, isEnding) }
    })
}

/** The longest text between parts: looking for it costs less than the pattern. */
function coreOf(english: string): string {
  return english.split(/\{\d\}/).reduce((longest, text) => (text.length > longest.length ? text : longest), '')
}

/** Parts are as short as possible, as `is required for BT_AR: …` may hold more colons; before an ending as long. */
function patternOf(english: string, isEnding: boolean): RegExp {
  const escaped = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  const part = isEnding ? '(.+)' : '(.+?)'
  return new RegExp(`^${escaped.replace(/\{(?!\d\})/g, '\\{').replace(/\{\d\}/g, part)}$`)
}
