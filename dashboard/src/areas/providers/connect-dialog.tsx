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
import { newOperationId } from '../proposals/action-fields.ts'
import type { Proposing } from '../proposals/propose-dialog.tsx'
import classes from './connect-dialog.module.css'
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
  const { draft, fields, trial, change } = useDraft(connecting)
  const { connector, environment, name, values } = draft
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    trial.mutate(undefined)
  }
  const { data } = trial
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {!account && <WhichAccount {...{ connectable, connector, environment }} onChange={change} />}
        <TextInput
          label={texts.name}
          description={texts.nameHelp}
          required
          maxLength={200}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {account && <Text size="sm">{texts.keeps}</Text>}
        {fields.map((field) => (
          <SetUpField
            key={field.name}
            field={field}
            isKept={account !== undefined}
            value={values[field.name] ?? ''}
            onChange={(value) => change({ values: { [field.name]: value } })}
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

interface Draft {
  connector: string
  environment: Environment
  name: string
  values: Readonly<Record<string, string>>
}

/** What is filled in, and its trial, which proves nothing about what is changed after it. */
function useDraft({ connectable, account }: Connecting) {
  const [filled, setFilled] = useState<Draft>({
    connector: account?.connector ?? connectable[0]?.connector ?? '',
    environment: account?.environment ?? 'test',
    name: account?.name ?? '',
    values: {},
  })
  const { environments, fields } = connectable.find((each) => each.connector === filled.connector) ?? nothingAsked
  const isOffered = environments.includes(filled.environment)
  const draft = { ...filled, environment: isOffered ? filled.environment : (environments[0] ?? filled.environment) }
  const trial = useTrial(draft, account)
  const change = (part: Partial<Draft>) => {
    trial.reset()
    // Another connector asks for other values.
    const isSame = part.connector === undefined
    setFilled((before) => ({ ...before, ...part, values: { ...(isSame && before.values), ...part.values } }))
  }
  return { draft, fields, trial, change }
}

const nothingAsked: Pick<ConnectableData, 'environments' | 'fields'> = { environments: [], fields: [] }

interface WhichAccountProps {
  connectable: readonly ConnectableData[]
  connector: string
  environment: Environment
  onChange: (part: Partial<Draft>) => void
}

function WhichAccount({ connectable, connector, environment, onChange }: WhichAccountProps) {
  const texts = useProvidersTexts()
  const chosen = connectable.find((each) => each.connector === connector)
  return (
    <>
      <NativeSelect
        label={texts.connector}
        data={connectable.map((each) => each.connector)}
        value={connector}
        onChange={(event) => onChange({ connector: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.environment}
        data={(chosen?.environments ?? []).map((value) => ({
          value,
          label: value === 'test' ? texts.sandbox : texts.live,
        }))}
        value={environment}
        onChange={(event) => onChange({ environment: event.currentTarget.value === 'live' ? 'live' : 'test' })}
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
function useTrial({ values, ...asked }: Draft, account: ProviderAccountData | undefined) {
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
          {...(field.kind === 'private_key' && { classNames: { input: classes['secret'] ?? '' } })}
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
