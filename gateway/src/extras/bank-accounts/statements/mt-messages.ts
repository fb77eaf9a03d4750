import { ReadingFault } from './statement.ts'
import { isControl, textLines, withoutEnds } from './text-lines.ts'

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
  // Which tags the message has had.
  const seen = { reference: false, last: false }
  const finish = (end: number, isTerminated: boolean) => {
    if (current) messages.push({ ...current, end, isTerminated })
    current = undefined
    stray = undefined
    isEnveloped = false
    Object.assign(seen, { reference: false, last: false })
  }
  for (const { at, text: raw, hasEnd } of textLines(text)) {
    const line = plainLine(raw)
    const isOpenEnded = !hasEnd && !isControl(raw.charCodeAt(raw.length - 1))
    if (!current && line.startsWith('{1:')) isEnveloped = true
    const [, tag, value = ''] = tagPattern.exec(line) ?? []
    if (tag === '940' || tag === '942') continue
    if (tag !== undefined) {
      // Some messages have no reference, or name it after their account.
      if ((tag === '20' && seen.reference) || (tag === '25' && seen.last)) finish(at, false)
      seen.reference ||= tag === '20'
      seen.last ||= lastTags.test(tag)
      current ??= { at, end: at, fields: [], isTerminated: false, isOpenEnded: false }
      current.fields.push({ tag, at, lines: [value] })
      current.isOpenEnded = isOpenEnded
      stray = undefined
    } else if (current && isTerminator(line, current)) finish(at, true)
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
  if (line.trimEnd() === '-' || line.startsWith('-}')) return true
  return line.startsWith('-') && lastTags.test(fields.at(-1)?.tag ?? '')
}

/** The line without what the transmission added: control characters at both ends, and an envelope. */
function plainLine(raw: string): string {
  const line = withoutEnds(raw, isControl)
  if (!line.startsWith('{1:')) return line
  const block = line.indexOf('{4::')
  return block < 0 ? line : line.slice(block + 3)
}
