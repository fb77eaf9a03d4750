import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useShellTexts } from '../../texts/all-shell.ts'
import { nowMs } from '../clock.ts'
import { reloadWhenAnswered } from '../load-code.ts'
import { presence } from '../presence.ts'
import { refreshSession } from '../session.ts'

/** The server ends a session after this long without a request of its person. */
const idleSeconds = 15 * 60

/** How long before that the page asks. */
const noticeSeconds = 120

/** Somebody who types without asking anything is told to the server at most this often. */
const tellSeconds = 4 * 60

const tickMs = 1000

/** Asks before the session ends for idleness, and keeps it alive while somebody works on the page. */
export function IdleNotice() {
  const { idle } = useShellTexts()
  const secondsLeft = useSecondsLeft()
  const stay = () => void refreshSession().catch(() => undefined)
  const opened = secondsLeft <= noticeSeconds
  return (
    <Modal opened={opened} onClose={stay} title={idle.title} centered withCloseButton={false}>
      <Stack>
        <Text size="sm">{idle.explanation(Math.max(0, secondsLeft))}</Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={stay}>
            {idle.stay}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
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
      const idleFor = Math.floor((nowMs() - lastAskedMs) / 1000)
      if (lastTouchMs > lastAskedMs && idleFor >= tellSeconds && idleFor < idleSeconds - noticeSeconds) ask()
      if (idleFor > idleSeconds && (idleFor - idleSeconds) % 10 === 1) ask()
      setSecondsLeft(idleSeconds - idleFor)
    }, tickMs)
    return () => clearInterval(timer)
  }, [])
  // Most ticks change nothing that is shown.
  return secondsLeft > noticeSeconds ? idleSeconds : secondsLeft
}
