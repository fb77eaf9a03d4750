import type { Language } from '../../../core/texts/messages/languages.ts'
import { inLanguages } from '../../../core/texts/translated.ts'
import { actionIn } from '../../audit-log/action-words.ts'
import type { AlertKind } from '../rules/alert-kinds.ts'
import { en } from './en.ts'
import es from './es.json' with { type: 'json' }
import pt from './pt.json' with { type: 'json' }

type Texts = typeof en

/** The facts of an alert as texts: names, ids, times in ISO 8601. */
export type AlertFacts = Readonly<Record<string, string>>

const texts = inLanguages(en, { es, pt })

/** The facts of an alert for its sentences. Only texts and numbers are kept. */
export function plainFacts(facts: Readonly<Record<string, unknown>>): AlertFacts {
  return Object.fromEntries(
    Object.entries(facts)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => [name, String(value)]),
  )
}

/** The name of a kind in a person's settings. */
export function kindName(kind: AlertKind, language: Language): string {
  return texts[language].kinds[kind].name
}

/** What an alert says: its title, also the subject of the mail; what it means and what to do. */
export function alertSentences(
  kind: AlertKind,
  facts: AlertFacts,
  language: Language,
): { title: string; text: string } {
  const { title, text } = sentencesOf(kind, facts, texts[language])
  const values = { ...facts, ...chosenWords(facts, language) }
  return { title: withFacts(title, values), text: withFacts(text, values) }
}

function sentencesOf(kind: AlertKind, facts: AlertFacts, { kinds, instead, words }: Texts) {
  if (kind === 'callbacks_failing' && isOutage(facts['level'], words)) return instead.callbacks_down
  if (kind === 'authentication_failing' && !facts['point']) return instead.credentials_of_nobody
  if (kind !== 'payment_reversed' || facts['pay_type'] === 'payin') return kinds[kind]
  return facts['pay_type'] === 'refund' ? instead.refund_returned : instead.payout_returned
}

/** Values that are words of a language, chosen by the facts. */
function chosenWords(facts: AlertFacts, language: Language): AlertFacts {
  const { words } = texts[language]
  const level = facts['level']
  return {
    action: actionIn(language, facts['action']),
    done: actionIn(language, facts['done']),
    address: facts['address'] ?? words.several_addresses,
    outage: isOutage(level, words) ? words.outages[level] : '',
    days: level === '3d' ? '3' : '14',
    in_part: facts['part'] === 'part' ? words.in_part : '',
    told: facts['status'] === 'ERROR' ? words.told.error : words.told.completed,
    more: (facts['payment_ids'] ?? '').split(', ').length < Number(facts['payments'] ?? 0) ? ', …' : '',
  }
}

function isOutage(level: string | undefined, words: Texts['words']): level is keyof Texts['words']['outages'] {
  return level !== undefined && Object.hasOwn(words.outages, level)
}

function withFacts(text: string, values: AlertFacts): string {
  return text.replace(/\{([a-z_]+)\}/g, (_whole, name: string) => values[name] ?? '')
}
