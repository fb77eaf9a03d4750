import type { FormatSettings } from './bank-profile.ts'
import { ReadingFault } from './statement.ts'
import { isControl, textLines, withoutEnds } from './text-lines.ts'

/** A field with its first line and those that continue it, without the tag. */
export interface Field {
  tag: string
  /** UTF-16 units from the start of the text. */
  at: number
  lines: string[]
  /** It may be a part of the text before it: a line that the bank broke, or the supplement of an entry. */
  mayBeText?: boolean
}

/** What an operator knows of how a bank writes MT940; see `FormatSettings`. */
export type MtSettings = Pick<FormatSettings, 'wraps' | 'supplements'>

/** One message: a statement or a page of one. */
export interface Message {
  at: number
  end: number
  fields: Field[]
  /** A line `-` ends it. */
  isTerminated: boolean
  /** It is the file's last one, and its last line has no line end. */
  isOpenEnded: boolean
}

const tagPattern = /^:(13D?|20|21|25P?|28[CD]?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|94[02]):(.*)$/

/** Fields after which free text means that another message begins. */
const lastTags = /^(62[FM]|64|65|90[CD])$/

/** An entry (`:61:`) without its tag: value date, entry date, mark, letter of the currency, amount, type, references. */
export const entryPattern =
  /^(\d{6})(\d{4}| {4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{1,15}(?:,\d{0,15})?)([A-Z][A-Z0-9 ]{3})(.*)$/

/** Whole fields that may follow the information of an entry. */
const wholeFields: Readonly<Record<string, RegExp>> = {
  61: entryPattern,
  62: /^[CD]\d{6}[A-Z]{3}\d{1,15}(?:,\d{0,5})?$/,
  90: /^\d{1,5}[A-Z]{3}\d{1,15}(?:,\d{0,5})?$/,
}

/** No bank breaks the lines of a text that are shorter. */
const brokenLineMin = 20

/** Where the standard breaks the lines of an information. */
const standardLine = 65

/** Characters behind a line: a text, or the fields before the first entry, has no more. */
const lookedAt = 500

/** Characters of the supplement, the line behind the first one of an entry. */
const supplementMax = 34

/**
 * Splits a file into messages. Lines before a message are the bank's own. The information of an entry (`:86:`) is a payer's
 * text, and a bank breaks long texts: a line behind one that may be broken is text, whatever it begins with, unless it is a
 * whole field. An entry there may be text. So may be what stands where an entry has its supplement. `settingsOf`: how the bank
 * of an account writes.
 */
export function messagesOf(text: string, settingsOf: (account: string) => MtSettings): Message[] {
  const messages: Message[] = []
  const longest = longestInformation(text)
  let current: Message | undefined
  let settings: MtSettings = {}
  let stray: number | undefined
  let isEnveloped = false
  // Which tags the message has had.
  const nothing = { reference: false, account: false, opening: false, last: false }
  const seen = { ...nothing }
  const finish = (end: number, isTerminated: boolean) => {
    if (current) messages.push({ ...current, end, isTerminated })
    current = undefined
    settings = {}
    stray = undefined
    isEnveloped = false
    Object.assign(seen, nothing)
  }
  // Whether the last field may be behind a line of a text that the bank broke.
  let [before, isBroken] = ['', false]
  for (const { at, end, text: raw, hasEnd } of textLines(text)) {
    const line = plainLine(raw)
    const isOpenEnded = !hasEnd && !isControl(raw.charCodeAt(raw.length - 1))
    if (!current && line.startsWith('{1:')) isEnveloped = true
    const last = current?.fields.at(-1)
    const { isBehindText, isInText } = placeOf(line, { last, before, isBroken, longest, settings })
    // Without an opening balance a message may end without a closing one.
    const mayEnd = !seen.opening || (current !== undefined && endsEntries(current))
    const after = text.slice(end, end + lookedAt)
    const isHead = isInText && mayEnd && !isFull(before, longest) && beginsMessage(line, after, seen.last)
    const isText = isInText && !isHead
    before = raw
    const [, tag, value = ''] = (isText ? wholeField(line) : tagPattern.exec(line)) ?? []
    if (tag === '940' || tag === '942') continue
    if (tag !== undefined) {
      // Some messages have no reference, or name it after their account.
      if ((tag === '20' && seen.reference) || (tag === '25' && seen.last)) finish(at, false)
      if (tag.startsWith('25') && !seen.account) settings = settingsOf(value.replace(/\s/g, ''))
      seen.account ||= tag.startsWith('25')
      seen.reference ||= tag === '20'
      seen.opening ||= /^60/.test(tag)
      seen.last ||= lastTags.test(tag)
      current ??= { at, end: at, fields: [], isTerminated: false, isOpenEnded: false }
      current.fields.push({ tag, at, lines: [value], ...(isText ? { mayBeText: true } : {}) })
      isBroken = isBehindText && !isHead
      current.isOpenEnded = isOpenEnded
      stray = undefined
    } else if (current && mayEnd && isTerminator(line, current, after)) finish(at, true)
    else if (current) {
      current.fields.at(-1)?.lines.push(line)
      current.isOpenEnded = isOpenEnded
    } else if (line.trim() !== '' && !/^(-|\{5:|\})/.test(line)) stray = at
  }
  if (current && isEnveloped)
    throw new ReadingFault(text.length, 'The file ends inside an envelope of SWIFT: it is cut.')
  finishFile(text, current, stray, messages)
  return messages
}

/** How long the longest line of all informations is in each unit, without its tag. */
function longestInformation(text: string): number[] {
  let [longest, isInside]: [number[], boolean] = [[], false]
  for (const { text: raw } of textLines(text)) {
    const tag = tagPattern.exec(plainLine(raw))?.[1]
    if (tag !== undefined) isInside = tag === '86'
    if (!isInside) continue
    longest = lengthsOf(raw).map((length, unit) => Math.max(longest[unit] ?? 0, length - tagLength(tag)))
  }
  return longest
}

function tagLength(tag: string | undefined): number {
  return tag === undefined ? 0 : tag.length + 2
}

/** What a bank may count: UTF-16 units, characters or bytes, with or without the control characters at both ends. */
function lengthsOf(raw: string): number[] {
  return [raw, plainLine(raw)].flatMap((line) => [line.length, [...line].length, Buffer.byteLength(line)])
}

/** A bank may have broken the line there. */
function isFull(raw: string, longest: readonly number[]): boolean {
  const tag = tagLength(tagPattern.exec(plainLine(raw))?.[1])
  return lengthsOf(raw).some(
    (length, unit) =>
      length >= Math.max(longest[unit] ?? 0, brokenLineMin) || length === standardLine || length - tag === standardLine,
  )
}

interface Before {
  last: Field | undefined
  before: string
  isBroken: boolean
  longest: readonly number[]
  settings: MtSettings
}

/** Whether the bank may have broken a text in front of the line, and whether the line may be a text for that or as a supplement. */
function placeOf(line: string, { last, before, isBroken, longest, settings: { wraps, supplements } }: Before) {
  if (!last) return { isBehindText: false, isInText: false }
  const holdsText = last.tag === '86' || isBroken || (last.tag === '61' && last.lines.length > 1)
  // Where nobody said how the bank writes, any line may be broken. A second line is not as `none` says.
  const isAnyLine = wraps === undefined || wraps === 'trimmed'
  const isOther = wraps === 'none' && (isBroken || last.lines.length > 1)
  const isFullLine = wraps !== 'none' && isFull(before, longest)
  const isWord = wraps === 'words' && mayMissWord(before, line, longest)
  const isBehindText = holdsText && (isAnyLine || isOther || isFullLine || isWord)
  return { isBehindText, isInText: isBehindText || (supplements !== false && isSupplement(line, last)) }
}

/** The first word of the line would not have stood in the line before it. */
function mayMissWord(before: string, line: string, longest: readonly number[]): boolean {
  const word = lengthsOf(line.slice(0, line.indexOf(' ') < 0 ? line.length : line.indexOf(' ')))
  return lengthsOf(before).some(
    (length, unit) => length + 1 + (word[unit] ?? 0) > Math.min(longest[unit] ?? 0, standardLine),
  )
}

/** Only what follows a closing balance stands behind one. */
function endsEntries({ fields }: Message): boolean {
  let at = -1
  while (at > -6 && /^(6[45]|86|90[CD])$/.test(fields.at(at)?.tag ?? '')) at -= 1
  return /^62[FM]$/.test(fields.at(at)?.tag ?? '')
}

/** The line begins a header, which has an account and, behind a balance (`hasLast`), goes on as headers do. `after`: what follows. */
function beginsMessage(line: string, after: string, hasLast: boolean): boolean {
  if (!/^:(20|25P?):/.test(line)) return false
  const header = `${line}\n${after.split(/^:(?:61|86|62[FM]):/m)[0]}`
  return /^:25P?:/m.test(header) && (hasLast ? /^:(60[FM]|34F|13D?):/m.test(header) : line.startsWith(':20:'))
}

/** The line may be the supplement of the entry before it. */
function isSupplement(line: string, { tag, lines }: Field): boolean {
  return tag === '61' && lines.length === 1 && [...line].length <= supplementMax
}

/** The tag and the value of a line that is a whole field. Any text is information. */
function wholeField(line: string): RegExpExecArray | undefined {
  const found = tagPattern.exec(line)
  if (found?.[1] === '86') return found
  const pattern = wholeFields[(found?.[1] ?? '').replace(/^6[45]$/, '62').slice(0, 2)]
  return found && pattern?.test((found[2] ?? '').trimEnd()) ? found : undefined
}

/** The fields of a message where some of those that may be text are a part of the text before them. */
export function withTexts(fields: readonly Field[], isText: (field: Field) => boolean): Field[] {
  const found: Field[] = []
  for (const field of fields) {
    const before = found.at(-1)
    // The information behind an entry is that of the entry.
    const tag = before?.tag ?? ''
    const isBehindText =
      tag === '86' || (tag === '61' && field.tag !== '86') || (before?.mayBeText && lastTags.test(tag))
    const [first = '', ...others] = field.lines
    if (before && isBehindText && field.mayBeText === true && isText(field)) {
      before.lines.push(`:${field.tag}:${first}`)
      for (const line of others) before.lines.push(line)
    } else found.push({ ...field, lines: [first, ...others] })
  }
  return found
}

function finishFile(text: string, current: Message | undefined, stray: number | undefined, messages: Message[]): void {
  if (stray !== undefined)
    throw new ReadingFault(stray, 'The file ends with text that begins no statement: it may be cut.')
  if (current) {
    const last = current.fields.at(-1)
    if (
      last &&
      lastTags.test(last.tag) &&
      last.lines.slice(1).some((line) => line.trim() !== '' && !line.startsWith(':NS:'))
    ) {
      throw new ReadingFault(
        last.at,
        'The file ends with text after the balance that begins no statement: it may be cut.',
      )
    }
    messages.push({ ...current, end: text.length, isTerminated: false })
  }
  if (messages.length === 0) throw new ReadingFault(0, 'The file holds no statement.')
}

/**
 * A dash ends a message after its last fields. Elsewhere a payer may have written it: then the message goes on. `after`: what
 * follows in the file.
 */
function isTerminator(line: string, { fields }: Message, after: string): boolean {
  if (!line.startsWith('-')) return false
  const { tag, mayBeText, lines } = fields.at(-1) as Field
  const isDash = line.trimEnd() === '-' || line.startsWith('-}')
  if (tag === '86') return isDash && /^(:20:|\{[15]:|-|\}|$)/.test(after.trimStart())
  if (tag !== '61' && !mayBeText) return isDash || lastTags.test(tag)
  // Entries go on behind a dash that is text, and so do balances.
  const next = /^:(\d\d)[A-Z]?:/m.exec(after)?.[1]
  return lines.length < 4 && (isDash || lastTags.test(tag)) && !/^(6[01245]|86|90)$/.test(next ?? '')
}

/** The line without what the transmission added: control characters at both ends, and an envelope. */
function plainLine(raw: string): string {
  const line = withoutEnds(raw, isControl)
  if (!line.startsWith('{1:')) return line
  const block = line.indexOf('{4::')
  return block < 0 ? line : line.slice(block + 3)
}
