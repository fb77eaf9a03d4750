import { useCallback } from 'react'
import { notifyError } from '../notify.ts'
import { useCode } from '../use-code.ts'

const loadDrawer = () => import('./drawer.tsx')

/** The navigation of small screens, whose code is loaded when it is first opened. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const onFailed = useCallback(
    (error: unknown) => {
      onClose()
      notifyError(error)
    },
    [onClose],
  )
  const code = useCode(loadDrawer, { isWanted: opened, onFailed })
  return code ? <code.DrawerOfNavigation opened={opened} onClose={onClose} /> : null
}
