import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type {
  AccountData,
  RecoveryCodesData,
  SecondFactorSetUpData,
} from '../../../../gateway/src/extras/identity/http/contract/account.ts'
import { api } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useChange } from '../../app/reading.ts'
import { refreshSession } from '../../app/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Tag } from '../../parts/values/tag.tsx'
import { RecoveryCodesDialog, SetUpDialog } from './second-factor-dialogs.tsx'
import { useAccountTexts } from './texts.ts'

/** The second factor: set it up, renew its recovery codes, take it away. */
export function SecondFactorPanel({ account }: { account: AccountData }) {
  const { factor } = useAccountTexts()
  const [codes, setCodes] = useState<readonly string[]>()
  return (
    <Panel
      title={factor.title}
      explanation={factor.explanation}
      actions={
        <Tag tone={account.second_factor ? 'good' : 'wait'}>{account.second_factor ? factor.on : factor.off}</Tag>
      }
    >
      {account.second_factor ? <Present account={account} onCodes={setCodes} /> : <Missing onCodes={setCodes} />}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Panel>
  )
}

interface PartProps {
  /** New recovery codes are to be shown, this once. */
  onCodes: (codes: readonly string[]) => void
}

function Missing({ onCodes }: PartProps) {
  const { factor } = useAccountTexts()
  const [begun, setBegun] = useState<SecondFactorSetUpData>()
  // Each time a secret of its own; it counts from its first code on.
  const begin = useChange(() => api.post<SecondFactorSetUpData>('/console/me/second-factor'), { onDone: setBegun })
  return (
    <>
      <Button loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
        {factor.setUp}
      </Button>
      {begun && <SetUpDialog begun={begun} onCodes={onCodes} onClose={() => setBegun(undefined)} />}
    </>
  )
}

function Present({ account, onCodes }: PartProps & { account: AccountData }) {
  const { factor } = useAccountTexts()
  const language = useLanguage()
  const [asksToRemove, setAsksToRemove] = useState(false)
  const renewCodes = useChange(() => api.post<RecoveryCodesData>('/console/me/recovery-codes'), {
    onDone: (data) => onCodes(data.recovery_codes),
  })
  const remove = useChange(
    async () => {
      await api.delete('/console/me/second-factor')
      await refreshSession()
    },
    { done: factor.removed, onDone: () => setAsksToRemove(false) },
  )
  return (
    <>
      <Text mb="md">{factor.left(formatCount(account.recovery_codes_left, language))}</Text>
      <Group>
        <Button variant="default" loading={renewCodes.isPending} onClick={() => renewCodes.mutate(undefined)}>
          {factor.newCodes}
        </Button>
        <Button variant="default" onClick={() => setAsksToRemove(true)}>
          {factor.remove}
        </Button>
      </Group>
      <ConfirmDialog
        opened={asksToRemove}
        title={factor.removeTitle}
        action={factor.remove}
        isDangerous
        isWorking={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
        onClose={() => setAsksToRemove(false)}
      >
        <Text size="sm">{factor.removeText}</Text>
      </ConfirmDialog>
    </>
  )
}
