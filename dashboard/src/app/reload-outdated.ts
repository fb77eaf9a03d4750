import { nowMs } from './clock.ts'

/** A second failure within this time is no outdated page: it is shown instead. */
const reloadAgainAfterMs = 60_000

const noteKey = 'pasarela.reloaded'

/** After an update of the gateway an open page asks for files that are gone: it is loaded anew, once. */
export function reloadOnceWhenOutdated(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(noteKey) ?? 0)
    if (nowMs() - last < reloadAgainAfterMs) return
    event.preventDefault()
    sessionStorage.setItem(noteKey, String(nowMs()))
    location.reload()
  })
}
