/** One thing that the specification says: a table row, a numbered rule, a bullet or a sentence of a paragraph. */
export interface SpecUnit {
  /** `section:kind`, such as `payin:row amount`, `events:rule 2`, `payin:bullet 3.1`, `states:text 1.2`. */
  locator: string
  text: string
  notShown: boolean
}

/** The headings of the specification, shortened. A heading that is not here stops the test of completeness. */
const sections: Readonly<Record<string, string>> = {
  'Payment Gateway: Card Pay-in, Pay-in, Payout and Status Callbacks': 'title',
  'What the service does': 'service',
  'Resources and their fields': 'resources',
  Transaction: 'transaction',
  'Callback notification': 'notification',
  'States and transitions': 'states',
  Endpoints: 'endpoints',
  '1. Create card pay-in': 'card',
  '2. Create pay-in': 'payin',
  '3. Create payout': 'payout',
  'Other endpoints': 'other',
  Authentication: 'authentication',
  Events: 'events',
  Errors: 'errors',
  Limits: 'limits',
  Versioning: 'versioning',
}

interface Reading {
  section: string
  counts: Map<string, number>
  tables: number
  inTable: boolean
  units: SpecUnit[]
}

/** Takes the specification apart, so that a test can say what no rule covers. */
export function specUnits(markdown: string): SpecUnit[] {
  const reading: Reading = { section: 'title', counts: new Map(), tables: 0, inTable: false, units: [] }
  for (const line of markdown.split('\n')) readLine(reading, line.trimEnd())
  return reading.units
}

function readLine(reading: Reading, line: string): void {
  const heading = /^#+ (.*)$/.exec(line)?.[1]
  if (heading !== undefined) {
    const section = sections[heading]
    if (section === undefined) throw new Error(`The specification has a heading that no rule knows: ${heading}`)
    Object.assign(reading, { section, counts: new Map(), tables: 0, inTable: false })
    return
  }
  if (line.startsWith('|')) {
    readRow(reading, line)
    return
  }
  reading.inTable = false
  if (line === '') return
  const item = /^\s*(?:-|(\d+)\.) (.*)$/.exec(line)
  if (item === null) addSentences(reading, 'text', line)
  else if (item[1] === undefined) addSentences(reading, 'bullet', item[2] ?? '')
  else add(reading, `rule ${item[1]}`, item[2] ?? '')
}

/** The header and the line below it are no rows. */
function readRow(reading: Reading, line: string): void {
  if (!reading.inTable) {
    reading.tables += 1
    reading.inTable = true
    return
  }
  if (/^\|[\s|:-]+\|$/.test(line)) return
  const cells = line.split('|').map((cell) => cell.trim())
  const key = cells[1] ?? ''
  const name = `${reading.tables > 1 ? `row ${reading.tables}` : 'row'} ${key}`
  const count = (reading.counts.get(name) ?? 0) + 1
  reading.counts.set(name, count)
  add(reading, count > 1 ? `${name} ${count}` : name, line)
}

function addSentences(reading: Reading, kind: string, text: string): void {
  const number = (reading.counts.get(kind) ?? 0) + 1
  reading.counts.set(kind, number)
  // A full stop before a capital ends a sentence; one inside a path or a number does not.
  const sentences = text.split(/(?<=\.) (?=[A-Z{])/)
  sentences.forEach((sentence, index) => {
    add(reading, sentences.length === 1 ? `${kind} ${number}` : `${kind} ${number}.${index + 1}`, sentence)
  })
}

function add(reading: Reading, place: string, text: string): void {
  reading.units.push({ locator: `${reading.section}:${place}`, text, notShown: /not shown/.test(text) })
}
