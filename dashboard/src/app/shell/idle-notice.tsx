import { useEffect, useState } from 'react'
import { browserMs } from '../clock.ts'
import { reloadWhenAnswered } from '../load-code.ts'
import { presence } from '../presence.ts'
import { refreshSession } from '../session.ts'
import { useCode } from '../use-code.ts'

/** The server ends a session after this long without a request of its person. */
const idleSeconds = 15 * 60

/** How long before that the page asks. */
const noticeSeconds = 120

/** Somebody who types without asking anything is told to the server at most this often. */
const tellSeconds = 4 * 60

const tickMs = 1000

const loadDialog = () => import('./idle-dialog.tsx')

/** The gateway that does not give the dialog does not keep the session either. */
const withoutDialog = () => undefined

/** Asks before the session ends for idleness, and keeps it alive while somebody works on the page. */
export function IdleNotice() {
  const secondsLeft = useSecondsLeft()
  const stay = () => void refreshSession().catch(() => undefined)
  const opened = secondsLeft <= noticeSeconds
  const code = useCode(loadDialog, { isWanted: opened, onFailed: withoutDialog })
  return code ? <code.IdleDialog opened={opened} secondsLeft={secondsLeft} onStay={stay} /> : null
}

function useSecondsLeft(): number {
  const [secondsLeft, setSecondsLeft] = useState(idleSeconds)
  useEffect(() => {
    let isAsking = false
    const ask = () => {
      if (isAsking) return
      isAsking = true
      // A session that ended answers `signed_out`, upon which the route leads to the sign-in page.
      void refreshSession()
        .then(({ stage }) => stage === 'signed_out' && reloadWhenAnswered())
        .catch(() => undefined)
        .finally(() => {
          isAsking = false
        })
    }
    const timer = setInterval(() => {
      const { lastAskedMs, lastTouchMs } = presence()
      const idleFor = Math.floor((browserMs() - lastAskedMs) / 1000)
      if (lastTouchMs > lastAskedMs && idleFor >= tellSeconds && idleFor < idleSeconds - noticeSeconds) ask()
      if (idleFor > idleSeconds && (idleFor - idleSeconds) % 10 === 1) ask()
      setSecondsLeft(idleSeconds - idleFor)
    }, tickMs)
    return () => clearInterval(timer)
  }, [])
  // Most ticks change nothing that is shown.
  return secondsLeft > noticeSeconds ? idleSeconds : secondsLeft
}
