import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useShellTexts } from '../texts/all-shell.ts'
import { Icon } from './icons.tsx'

/** Copies `value`. `name` says of what, for people who do not see what stands beside it. */
export function CopyButton({ value, name }: { value: string; name: string }) {
  const { parts } = useShellTexts()
  const { copied, copy } = useClipboard()
  return (
    <>
      <Tooltip label={copied ? parts.copied : parts.copy}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={parts.copyName(name)}
          onClick={(event) => {
            // In a table the row itself may lead somewhere.
            event.preventDefault()
            event.stopPropagation()
            copy(value)
          }}
        >
          {copied ? <Icon name="check" size={16} /> : <Icon name="copy" size={16} />}
        </ActionIcon>
      </Tooltip>
      <span className="pa-unseen" aria-live="polite">
        {copied ? parts.copied : ''}
      </span>
    </>
  )
}
