import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { BankAccountData } from '../../../../gateway/src/bank-accounts/http/contract/bank-accounts.ts'
import { ActionDialog } from './action-dialog.tsx'
import { useBankAccountTexts } from './texts.ts'

/** Turns automatic matching on or off, after saying what that means. */
export function AutomaticDialog({ account, onClose }: { account: BankAccountData; onClose: () => void }) {
  const texts = useBankAccountTexts()
  return (
    <ActionDialog
      title={account.automatic ? texts.turnOff : texts.turnOn}
      action="bank_account_settings"
      input={{ bank_account_id: account.id, automatic: !account.automatic }}
      environment={account.environment}
      onClose={onClose}
    >
      {account.automatic ? (
        <Text size="sm">{texts.automaticOff}</Text>
      ) : (
        <>
          <Text size="sm">{texts.automaticAsk}</Text>
          <Text size="sm">{texts.automaticOn}</Text>
          <Text size="sm">{texts.automaticSafe}</Text>
        </>
      )}
    </ActionDialog>
  )
}

interface SettingsDialogProps {
  account: BankAccountData
  /** `active`: whether its statements are taken. */
  kind: 'change' | 'active'
  onClose: () => void
}

export function SettingsDialog({ account, kind, onClose }: SettingsDialogProps) {
  const texts = useBankAccountTexts()
  const [number, setNumber] = useState('')
  const [timeZone, setTimeZone] = useState(account.time_zone)
  const [cutoff, setCutoff] = useState(account.cutoff ?? '')
  const { id: bankAccountId, active, environment } = account
  if (kind === 'active') {
    return (
      <ActionDialog
        title={active ? texts.stopTaking : texts.takeAgain}
        action="bank_account_settings"
        input={{ bank_account_id: bankAccountId, active: !active }}
        environment={environment}
        onClose={onClose}
      >
        <Text size="sm">{active ? texts.stopWords : texts.takeAgainWords}</Text>
      </ActionDialog>
    )
  }
  const changes = {
    ...(number.trim() === '' ? {} : { number: number.trim() }),
    ...(timeZone.trim() === account.time_zone || timeZone.trim() === '' ? {} : { time_zone: timeZone.trim() }),
    ...(cutoff.trim() === (account.cutoff ?? '') || cutoff.trim() === '' ? {} : { cutoff: cutoff.trim() }),
  }
  return (
    <ActionDialog
      title={texts.changeTitle}
      action="bank_account_settings"
      input={Object.keys(changes).length === 0 ? undefined : { bank_account_id: bankAccountId, ...changes }}
      environment={environment}
      onClose={onClose}
    >
      <TextInput
        label={texts.addNumber}
        description={texts.addNumberHelp}
        value={number}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
      <TextInput
        label={texts.timeZone}
        value={timeZone}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setTimeZone(event.currentTarget.value)}
      />
      <TextInput
        label={texts.cutoff}
        description={texts.cutoffHelp}
        value={cutoff}
        maxLength={5}
        autoComplete="off"
        onChange={(event) => setCutoff(event.currentTarget.value)}
      />
    </ActionDialog>
  )
}
