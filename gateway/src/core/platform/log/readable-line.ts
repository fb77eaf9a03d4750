const levels: Readonly<Record<number, string>> = { 40: 'WARN ', 50: 'ERROR ', 60: 'FATAL ' }

/** A line of the log for a person at a terminal: the time in the zone of the machine, what happened, and its facts. */
export function readableLine(json: string): string {
  const { level, time, msg, err, error, ...facts } = JSON.parse(json) as Record<string, unknown>
  const at = new Date(String(time)).toTimeString().slice(0, 8)
  const fault = (err ?? error) as { type?: unknown; message?: unknown; stack?: unknown } | undefined
  const why = fault === undefined ? [] : [plain(fault.stack ?? `${fault.type}: ${fault.message}`)]
  const what = msg === 'request' ? requestIn(facts) : [plain(msg), ...factsIn(facts)]
  return `${at} ${levels[Number(level)] ?? ''}${[...what, ...why].join('  ')}\n`
}

function requestIn({ method, route, status, ms, ...others }: Record<string, unknown>): string[] {
  return [`${plain(method)} ${plain(route)} ${plain(status)} in ${plain(ms)} ms`, ...factsIn(others)]
}

function factsIn(facts: Record<string, unknown>): string[] {
  return Object.entries(facts).map(([name, value]) => `${name}=${plain(value)}`)
}

/** What others sent must not move the cursor or clear the screen. */
function plain(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return String(text).replace(/[^\P{Cc}\n]|\p{Cf}/gu, '?')
}
