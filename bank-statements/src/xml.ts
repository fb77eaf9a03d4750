import { Buffer } from 'node:buffer'
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { Content } from './content.ts'
import { given, ReadingFault, statementLimits } from './statement.ts'

/** An element by its local name. */
export interface Element {
  name: string
  /** UTF-16 units from the start of the text. */
  at: number
  /** From 1: where it begins, and where it ends. */
  line: number
  endLine: number
  text: string
  currency: string | undefined
  /** The namespace that the element itself declares. */
  namespace: string | undefined
  children: Element[]
  /** A comment or an instruction stands inside, or CDATA that holds an end tag: two texts may have begun and ended it. */
  holdsMarkup: boolean
}

/** Bytes that are decoded at once. */
const chunkBytes = 65_536

/**
 * Reads XML as a stream. `onElement` gets each element when it ends, with its path, and returns true to let it go: it
 * is then no child of its parent, so that memory holds one entry at a time. Document types and entities of one's own
 * are refused.
 */
export function readXml(
  { bytes }: Content,
  onElement: (element: Element, path: readonly Element[]) => boolean,
  onStart: (element: Element, path: readonly Element[]) => void,
): void {
  const own = ownTexts()
  const parser = new SaxesParser({ position: true, xmlns: false })
  const path: Element[] = []
  refuseFaults(parser)
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => {
    if (path.length >= statementLimits.xmlDepth)
      throw new ReadingFault(parser.position, 'The XML is nested too deeply.')
    const local = name.slice(name.indexOf(':') + 1)
    const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
    const element: Element = {
      name: local,
      at: parser.position,
      line: parser.line,
      endLine: 0,
      text: '',
      currency: given(attributes['Ccy']),
      namespace: given(attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`]),
      children: [],
      holdsMarkup: false,
    }
    onStart(element, path)
    path.push(element)
  })
  const addText = (text: string) => {
    const element = path.at(-1)
    // White space between elements says nothing, and there is some for each entry.
    if (!element || (element.text === '' && text.trim() === '')) return
    element.text += text
    if (element.text.length > statementLimits.fieldCharacters) {
      throw new ReadingFault(parser.position, `The text of <${element.name}> is too long.`)
    }
  }
  parser.on('text', addText)
  noteMarkup(parser, path, addText)
  parser.on('closetag', () => {
    const element = path.pop()
    if (element) element.endLine = parser.line
    if (element && element.children.length === 0) element.text = own(element.text)
    else if (element && element.text !== '') {
      throw new ReadingFault(element.at, `<${element.name}> holds elements inside its text, which no statement does.`)
    }
    if (!element || onElement(element, path)) return
    const parent = path.at(-1)
    parent?.children.push(element)
    if (parent && element.holdsMarkup) parent.holdsMarkup = true
  })
  parse(parser, bytes)
}

function noteMarkup(parser: SaxesParser, path: readonly Element[], addText: (text: string) => void): void {
  const note = () => {
    const element = path.at(-1)
    if (element) element.holdsMarkup = true
  }
  parser.on('cdata', (text) => {
    if (text.includes('</')) note()
    addText(text)
  })
  parser.on('comment', note)
  parser.on('processinginstruction', note)
}

function parse(parser: SaxesParser, bytes: Uint8Array): void {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }))
  }
  parser.write(decoder.decode())
  parser.close()
}

function refuseFaults(parser: SaxesParser<{ position: true; xmlns: false }>): void {
  parser.on('doctype', () => {
    throw new ReadingFault(
      parser.position,
      'The XML holds a document type (DTD), which no statement needs. Entities are not read.',
    )
  })
  parser.on('error', ({ message }) => {
    // The parser's own line and column stand before its words.
    const words = message.slice(message.indexOf(' ') + 1)
    throw new ReadingFault(parser.position, `This is not well-formed XML: ${words}`)
  })
}

/** Copies texts, one copy of those that repeat: a piece of a text keeps the whole chunk in memory. */
function ownTexts(): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    if (text === '') return text
    const before = known.get(text)
    if (before !== undefined) return before
    const copy = Buffer.from(text).toString()
    if (copy.length <= 40 && known.size < 4096) known.set(copy, copy)
    return copy
  }
}

/** Every element at a path below one, in the order of the file. */
export function all(element: Element | undefined, path: string): Element[] {
  let found = element ? [element] : []
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name))
  return found
}

/** The first element that exists at one of the paths. */
export function first(element: Element | undefined, ...paths: readonly string[]): Element | undefined {
  for (const path of paths) {
    const found = all(element, path)[0]
    if (found) return found
  }
  return undefined
}

/** The first text that is not blank at one of the paths. */
export function textAt(element: Element | undefined, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    for (const { text } of all(element, path)) if (given(text) !== undefined) return given(text)
  }
  return undefined
}
