import { browserMs } from './clock.ts'

/** What a page asks this long after the person last touched it, it asks by itself: it keeps nobody signed in. */
const presentMs = 10_000

/** Opening the page counts as a touch. */
let lastTouchMs = browserMs()
let lastAskedMs = browserMs()

/** Notes every key and pointer. Call once. */
export function watchPresence(): void {
  const touched = () => {
    lastTouchMs = browserMs()
  }
  for (const event of ['pointerdown', 'keydown', 'wheel', 'touchstart']) {
    addEventListener(event, touched, { passive: true, capture: true })
  }
}

/** Whether a person was just at the page. */
export function isPersonPresent(): boolean {
  return browserMs() - lastTouchMs < presentMs
}

/** The server saw a request that counts as the person's: their idle time begins anew. */
export function noteRequestOfPerson(): void {
  lastAskedMs = browserMs()
}

/** When the person last touched the page, and when the server last heard of them; milliseconds of the page's clock. */
export function presence(): { lastTouchMs: number; lastAskedMs: number } {
  return { lastTouchMs, lastAskedMs }
}
