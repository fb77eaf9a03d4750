/** How far the server's clock is ahead of the browser's. The clock of a test deployment moves by days. */
let serverAheadMs = 0

/** The server's time, which its replies tell: for ages, days and whatever people see. */
export function nowMs(): number {
  return browserMs() + serverAheadMs
}

/** The browser's own clock: for what the page measures itself, and for people's sessions, which no test clock moves. */
export function browserMs(): number {
  return Date.now()
}

/** Notes the time of a reply that has just arrived. */
export function noteServerTime(headers: Headers): void {
  const serverMs = Date.parse(headers.get('x-pasarela-now') ?? '')
  if (!Number.isNaN(serverMs)) serverAheadMs = serverMs - browserMs()
}
