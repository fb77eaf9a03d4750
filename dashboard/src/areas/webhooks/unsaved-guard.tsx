// biome-ignore lint/suspicious/noDeprecatedImports: only its former call with other arguments is deprecated
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { useWebhooksTexts } from './texts.ts'

/** Asks before a page or tab is left whose changes are not saved. */
export function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  const { address } = useWebhooksTexts()
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={address.leaveTitle}
      action={address.leave}
      isDangerous
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {address.leaveWhy}
    </ConfirmDialog>
  )
}
