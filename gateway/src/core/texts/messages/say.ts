import { en } from './en.ts'
import es from './es.json' with { type: 'json' }
import { type Language, languages } from './languages.ts'
import pt from './pt.json' with { type: 'json' }

/** Texts of one language by their keys. */
type Catalogue = Readonly<Record<string, string>>

/** A key of the core. */
export type Key = keyof typeof en

/** Every message of the core and of the extras that were loaded. */
export const catalogues: Readonly<Record<Language, Record<string, string>>> = { en: { ...en }, es, pt }

/** Whether it is a key of the core or of an extra. */
export function isKey(text: string): boolean {
  return Object.hasOwn(catalogues.en, text)
}

/** Names, numbers and codes stay as they are; a message stands in another one. */
export type Value = string | number | bigint | Message

/** A string is English only: what only commands and logs say. Replies then tell the text of its code. */
export type Text = string | Message

/** What is said, without its language. `say` makes it; two messages are equal if their texts are. */
export class Message {
  readonly key: string
  readonly values: Readonly<Record<string, Value>>

  constructor(key: string, values: Readonly<Record<string, Value>>) {
    this.key = key
    this.values = values
  }

  /** In a log, in a command and in `${}` a message is English. */
  toString(): string {
    return textOf(this, 'en')
  }

  toJSON(): string {
    return this.toString()
  }
}

/** The `{names}` of a text; `{"json":1}` is none. */
type NamesOf<English extends string> = English extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `"${string}` ? never : Name) | NamesOf<Rest>
  : never

/** Makes messages of these texts. A wrong key or a missing value does not compile. */
type Say<Texts extends Catalogue> = <K extends keyof Texts & string>(
  key: K,
  ...given: NamesOf<Texts[K]> extends never ? [] : [{ readonly [Name in NamesOf<Texts[K]>]: Value }]
) => Message

/** A message of the core, from the place where it arises. */
export const say: Say<typeof en> = (key, ...given) => new Message(key, given[0] ?? {})

/** Adds what an extra says. Returns a `say` for its messages and the core's. A missing text does not compile. */
export function addMessages<English extends Catalogue>(
  english: English,
  others: Readonly<Record<'es' | 'pt', Readonly<Record<keyof English, string>>>>,
): Say<English & typeof en> {
  for (const language of languages) {
    for (const [key, text] of Object.entries<string>({ en: english, ...others }[language])) {
      if (Object.hasOwn(catalogues[language], key)) throw new Error(`Bug! two messages are called ${key}`)
      catalogues[language][key] = text
    }
  }
  return (key, ...given) => new Message(key, given[0] ?? {})
}

/** Each text is cut at its `{names}` once: names stand at the odd places. */
const cut = new Map<string, readonly string[]>()

/** What the database keeps of a message, so that it can be said in each language later. */
export function stored(text: Text): string {
  return typeof text === 'string' ? text : JSON.stringify(plain(text))
}

function plain({ key, values }: Message): object {
  const kept = (value: Value) => (typeof value === 'object' ? plain(value) : String(value))
  return { key, values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, kept(value)])) }
}

/** The other way round. Another text stays as it is. */
export function fromStored(text: string): Text {
  return text.startsWith('{"key":') ? revived(JSON.parse(text) as Kept) : text
}

interface Kept {
  key: string
  values: Record<string, string | Kept>
}

function revived({ key, values }: Kept): Message {
  const value = (kept: string | Kept) => (typeof kept === 'object' ? revived(kept) : kept)
  return new Message(key, Object.fromEntries(Object.entries(values).map(([name, kept]) => [name, value(kept)])))
}

/** The text of a message. */
export function textOf({ key, values }: Message, language: Language): string {
  const shown = (value: Value) => (typeof value === 'object' ? textOf(value, language) : String(value))
  return piecesOf(catalogues[language][key] ?? key)
    .map((piece, at) => (at % 2 === 0 ? piece : shown(values[piece] ?? '')))
    .join('')
}

function piecesOf(text: string): readonly string[] {
  const known = cut.get(text)
  if (known) return known
  const pieces = text.split(/\{([a-z_]+)\}/)
  cut.set(text, pieces)
  return pieces
}

/** `5 to 8`. */
export function range(from: number, to: number): Value {
  return say('list.to', { from, to })
}

/** `a or b or c`; of one item, only this. */
export function either(items: readonly Value[]): Value {
  return items.slice(1).reduce<Value>((one, other) => say('list.or', { one, other }), items[0] ?? '')
}
