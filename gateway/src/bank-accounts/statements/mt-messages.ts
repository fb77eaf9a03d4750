import { ReadingFault } from './statement.ts'

/** A field with its first line and those that continue it, without the tag. */
export interface Field {
  tag: string
  /** UTF-16 units from the start of the text. */
  at: number
  lines: string[]
}

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

const tagPattern = /^:(13D?|20|21|25P?|28[CD]?|34F|60[FM]|61|62[FM]|64|65|86|90[CD]|NS|94[02]):(.*)$/

/** Fields after which free text means that another message begins. */
const lastTags = /^(62[FM]|64|65|90[CD])$/

/** Splits a file into messages. Lines before a message are the bank's own. */
export function messagesOf(text: string): Message[] {
  const messages: Message[] = []
  let current: Message | undefined
  let stray: number | undefined
  let isEnveloped = false
  const finish = (end: number, isTerminated: boolean) => {
    if (current) messages.push({ ...current, end, isTerminated })
    current = undefined
    stray = undefined
    isEnveloped = false
  }
  for (const { at, line, hasEnd } of linesOf(text)) {
    if (!current && line.startsWith('{1:')) isEnveloped = true
    const [, tag, value = ''] = tagPattern.exec(line) ?? []
    if (tag === '940' || tag === '942') continue
    if (tag !== undefined) {
      // Some messages have no reference, or name it after their account.
      const isNext = tag === '20' && current?.fields.some((field) => field.tag === '20')
      if (isNext || (tag === '25' && current?.fields.some((field) => lastTags.test(field.tag)))) finish(at, false)
      current ??= { at, end: at, fields: [], isTerminated: false, isOpenEnded: false }
      current.fields.push({ tag, at, lines: [value] })
      current.isOpenEnded = !hasEnd
      stray = undefined
    } else if (current && isTerminator(line, current)) finish(at, true)
    else if (current) {
      current.fields.at(-1)?.lines.push(line)
      current.isOpenEnded = !hasEnd
    } else if (line.trim() !== '' && !/^(-|\{5:|\})/.test(line)) stray = at
  }
  if (current && isEnveloped)
    throw new ReadingFault(text.length, 'The file ends inside an envelope of SWIFT: it is cut.')
  finishFile(text, current, stray, messages)
  return messages
}

function finishFile(text: string, current: Message | undefined, stray: number | undefined, messages: Message[]): void {
  if (stray !== undefined)
    throw new ReadingFault(stray, 'The file ends with text that begins no statement: it may be cut.')
  if (current) {
    const last = current.fields.at(-1)
    if (last && lastTags.test(last.tag) && last.lines.slice(1).some((line) => line.trim() !== '')) {
      throw new ReadingFault(
        last.at,
        'The file ends with text after the balance that begins no statement: it may be cut.',
      )
    }
    messages.push({ ...current, end: text.length, isTerminated: false })
  }
  if (messages.length === 0) throw new ReadingFault(0, 'The file holds no statement.')
}

function isTerminator(line: string, { fields }: Message): boolean {
  if (/^-(\}.*)?\s*$/.test(line)) return true
  return line.startsWith('-') && lastTags.test(fields.at(-1)?.tag ?? '')
}

function* linesOf(text: string): Generator<{ at: number; line: string; hasEnd: boolean }> {
  const pattern = /([^\r\n]*)(\r\n|\n|\r|$)/gy
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [all, raw = '', end = ''] = match
    if (all === '') return
    // Control characters at both ends are of the transmission.
    const line = raw.replace(/^\p{Cc}+/u, '').replace(/\p{Cc}+$/u, '')
    const envelope = /^\{1:.*\{4:(?=:)/.exec(line)?.[0].length ?? 0
    yield { at: match.index, line: line.slice(envelope), hasEnd: end !== '' || raw.length > line.length }
  }
}
