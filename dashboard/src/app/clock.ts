/** The browser's clock, read here alone. It shows ages and counts down; what decides is the server's. */
export function nowMs(): number {
  return Date.now()
}
