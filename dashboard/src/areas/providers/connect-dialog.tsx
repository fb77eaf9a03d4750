import {
  Alert,
  Button,
  FileButton,
  Modal,
  NativeSelect,
  PasswordInput,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type { Environment } from '../../../../gateway/src/extras/identity/http/contract/session.ts'
import type {
  ConnectableData,
  ProviderAccountData,
  ProviderDraftData,
  SetUpFieldData,
} from '../../../../gateway/src/extras/providers/http/contract/providers.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { newOperationId } from '../operator/action-fields.ts'
import type { Proposing } from '../operator/propose-dialog.tsx'
import { useProvidersTexts } from './texts.ts'

export interface Connecting {
  connectable: readonly ConnectableData[]
  /** Whose credentials change; undefined: a new account. */
  account?: ProviderAccountData
}

interface ConnectDialogProps {
  connecting: Connecting | undefined
  onClose: () => void
  /** What was tried is proposed next. */
  onTried: (proposing: Proposing) => void
}

/** Asks for what a connector needs, has the provider called with it, and hands what worked to a proposal. */
export function ConnectDialog({ connecting, onClose, onTried }: ConnectDialogProps) {
  const texts = useProvidersTexts()
  const { parts } = useShellTexts()
  const { account } = connecting ?? {}
  return (
    <Modal
      opened={connecting !== undefined}
      onClose={onClose}
      size="lg"
      title={account ? texts.changeTitle(account.name) : texts.connectTitle}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      {connecting && <ConnectForm connecting={connecting} onClose={onClose} onTried={onTried} />}
    </Modal>
  )
}

function ConnectForm({ connecting, onClose, onTried }: ConnectDialogProps & { connecting: Connecting }) {
  const texts = useProvidersTexts()
  const { parts } = useShellTexts()
  const { connectable, account } = connecting
  const [name, setName] = useState(account?.name ?? '')
  const [connector, setConnector] = useState(account?.connector ?? connectable[0]?.connector ?? '')
  const [environment, setEnvironment] = useState<Environment>(account?.environment ?? 'test')
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const chosen = connectable.find((each) => each.connector === connector)
  const trial = useTrial({ connector, environment, name, values, account })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    trial.mutate(undefined)
  }
  const { data } = trial
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {!account && (
          <WhichAccount
            {...{ connectable, connector, environment }}
            onConnector={setConnector}
            onEnvironment={setEnvironment}
          />
        )}
        <TextInput
          label={texts.name}
          description={texts.nameHelp}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {account && <Text size="sm">{texts.keeps}</Text>}
        {chosen?.fields.map((field) => (
          <SetUpField
            key={field.name}
            field={field}
            isKept={account !== undefined}
            value={values[field.name] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
          />
        ))}
        <TrialAnswer trial={data?.trial} />
        <DecisionButtons>
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          {data ? (
            <Button onClick={() => onTried(proposingOf(data))}>{texts.next}</Button>
          ) : (
            <Button type="submit" loading={trial.isPending}>
              {texts.try}
            </Button>
          )}
        </DecisionButtons>
      </Stack>
    </form>
  )
}

interface WhichAccountProps {
  connectable: readonly ConnectableData[]
  connector: string
  environment: Environment
  onConnector: (connector: string) => void
  onEnvironment: (environment: Environment) => void
}

function WhichAccount({ connectable, connector, environment, onConnector, onEnvironment }: WhichAccountProps) {
  const texts = useProvidersTexts()
  const chosen = connectable.find((each) => each.connector === connector)
  return (
    <>
      <NativeSelect
        label={texts.connector}
        data={connectable.map((each) => each.connector)}
        value={connector}
        onChange={(event) => onConnector(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.environment}
        data={(chosen?.environments ?? []).map((value) => ({
          value,
          label: value === 'test' ? texts.sandbox : texts.live,
        }))}
        value={environment}
        onChange={(event) => onEnvironment(event.currentTarget.value === 'live' ? 'live' : 'test')}
      />
    </>
  )
}

/** What the provider answered; before, what the trial does. */
function TrialAnswer({ trial }: { trial: string | undefined }) {
  const texts = useProvidersTexts()
  if (trial === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {texts.trying}
      </Text>
    )
  }
  return (
    <Alert color="green" variant="outline" title={texts.answered} role="status">
      {trial}
    </Alert>
  )
}

function proposingOf({ draft_id, environment }: ProviderDraftData): Proposing {
  return { action: 'provider_account', about: {}, fixed: { draft_id }, environment }
}

/** Each press is a trial of its own: the values may have changed. */
function useTrial({
  account,
  values,
  ...asked
}: {
  connector: string
  environment: Environment
  name: string
  values: Readonly<Record<string, string>>
  account: ProviderAccountData | undefined
}) {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
  const changed = account && { connector_account_id: account.connector_account_id }
  return useChange(() =>
    api.post<ProviderDraftData>('/console/operator/providers/drafts', {
      ...asked,
      ...changed,
      draft_id: newOperationId(),
      values: given,
    }),
  )
}

interface SetUpFieldProps {
  field: SetUpFieldData
  /** An empty one keeps its value. */
  isKept: boolean
  value: string
  onChange: (value: string) => void
}

function SetUpField({ field, isKept, value, onChange }: SetUpFieldProps) {
  const texts = useProvidersTexts()
  const isPem = field.kind === 'certificate' || field.kind === 'private_key'
  const help = [field.help, isPem && texts.pem, field.kind === 'secret' && texts.secretHelp].filter(Boolean).join(' ')
  const common = { label: field.label, description: help, required: field.required && !isKept, value }
  if (field.kind === 'choice') {
    return (
      <NativeSelect
        {...common}
        data={['', ...field.choices]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (isPem) {
    return (
      <Stack gap={4} align="flex-start">
        <Textarea
          {...common}
          w="100%"
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <FileButton onChange={(file) => void file?.text().then(onChange)} accept=".pem,.crt,.cer,.key">
          {(button) => (
            <Button {...button} variant="subtle" size="compact-sm">
              {texts.chooseFile}
            </Button>
          )}
        </FileButton>
      </Stack>
    )
  }
  const Input = field.kind === 'secret' ? PasswordInput : TextInput
  return <Input {...common} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
}
