import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type {
  Environment,
  OfferedConnectorData,
  ProviderAccountData,
  SealedCredentialsData,
} from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { ReadState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { ActionDialog } from '../bank-accounts/action-dialog.tsx'
import { useOperatorTexts } from '../operator/texts.ts'
import { CredentialFields, type CredentialValues, filledIn } from './credential-fields.tsx'
import { useProviderTexts } from './texts.ts'
import { TryPart } from './try-part.tsx'

interface DialogProps {
  /** Whose credentials are replaced. Without it an account is added. */
  account?: ProviderAccountData
  environment: Environment
  onClose: () => void
}

/** What is typed, kept while a person goes back and forth. */
interface Entered {
  connector: string
  environment: Environment
  name: string
  values: CredentialValues
}

const path = '/console/operator/provider-accounts'

/**
 * Takes credentials, has them checked and sealed, lets them be tried, and proposes their use. Nothing uses them before the
 * proposal is executed.
 */
export function CredentialsDialog({ account, environment, onClose }: DialogProps) {
  const texts = useProviderTexts()
  const [entered, setEntered] = useState<Entered>({
    connector: account?.connector ?? '',
    environment,
    name: account?.name ?? '',
    values: {},
  })
  const [sealed, setSealed] = useState<SealedCredentialsData>()
  const offered = useRead<{ items: readonly OfferedConnectorData[] }>(`${path}/connectors`)
  const title = account ? texts.replaceTitle : texts.addTitle
  const connector = offered.data?.items.find((each) => each.connector === entered.connector)
  if (sealed) {
    return (
      <ActionDialog
        title={title}
        action={account ? 'provider_credentials' : 'provider_account'}
        input={{ ...sealed }}
        environment={entered.environment}
        onClose={onClose}
      >
        <Text size="sm">{texts.checkWords}</Text>
        {connector?.can_try === true && <TryPart path={`${path}/credentials/try`} body={sealed} />}
        <Group>
          <Button size="xs" variant="default" onClick={() => setSealed(undefined)}>
            {texts.back}
          </Button>
        </Group>
      </ActionDialog>
    )
  }
  return (
    <Shell title={title} onClose={onClose}>
      <ReadState result={offered}>
        {({ items }) =>
          items.length === 0 ? (
            <Text>{texts.none}</Text>
          ) : (
            <EnterForm
              {...{ account, entered, offered: items, onClose }}
              onChange={(changes) => setEntered((before) => ({ ...before, ...changes }))}
              onSealed={setSealed}
            />
          )
        }
      </ReadState>
    </Shell>
  )
}

function Shell({ title, onClose, children }: { title: string; onClose: () => void; children: React.ReactNode }) {
  const { parts } = useShellTexts()
  return (
    <Modal opened onClose={onClose} size="lg" title={title} closeButtonProps={{ 'aria-label': parts.close }}>
      {children}
    </Modal>
  )
}

interface FormProps {
  account: ProviderAccountData | undefined
  entered: Entered
  offered: readonly OfferedConnectorData[]
  onChange: (changes: Partial<Entered>) => void
  onSealed: (sealed: SealedCredentialsData) => void
  onClose: () => void
}

function EnterForm({ account, entered, offered, onChange, onSealed, onClose }: FormProps) {
  const texts = useProviderTexts()
  const { notNow } = useOperatorTexts()
  const connector = offered.find((each) => each.connector === entered.connector)
  const seal = useChange(async () => await sealing(account, entered), { tellErrors: false, onDone: onSealed })
  const faultOf = (name: string) => (seal.error instanceof ApiError ? seal.error.fieldMessage(name) : undefined)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    seal.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {!account && <NewAccountFields {...{ entered, offered, onChange, faultOf }} />}
        {connector && (
          <CredentialFields
            fields={connector.fields}
            values={entered.values}
            faultOf={faultOf}
            onChange={(name, value) => onChange({ values: { ...entered.values, [name]: value } })}
          />
        )}
        {seal.error && (
          <Text role="alert" c="var(--pa-bad-ink)" size="sm">
            {seal.error.message}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {notNow}
          </Button>
          <Button type="submit" loading={seal.isPending} disabled={!connector}>
            {texts.check}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

async function sealing(
  account: ProviderAccountData | undefined,
  { connector, environment, name, values }: Entered,
): Promise<SealedCredentialsData> {
  const credentials = filledIn(values)
  if (!account) return await api.post(`${path}/credentials`, { connector, environment, name, credentials })
  const { connector_account_id } = account
  return await api.post(`${path}/credentials/replacement`, { connector_account_id, credentials })
}

type NewProps = Pick<FormProps, 'entered' | 'offered' | 'onChange'> & { faultOf: (name: string) => string | undefined }

function NewAccountFields({ entered, offered, onChange, faultOf }: NewProps) {
  const texts = useProviderTexts()
  const { environments } = useShellTexts()
  const known = offered.find((each) => each.connector === entered.connector)?.environments ?? []
  const choose = (name: string) => {
    const can = offered.find((each) => each.connector === name)?.environments ?? []
    const [first] = can
    const isFitting = can.includes(entered.environment)
    onChange({ connector: name, values: {}, ...(first && !isFitting && { environment: first }) })
  }
  return (
    <>
      <NativeSelect
        label={texts.connector}
        required
        value={entered.connector}
        error={faultOf('connector')}
        data={[{ value: '', label: '–' }, ...offered.map((each) => ({ value: each.connector, label: each.connector }))]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <NativeSelect
        label={texts.environment}
        description={texts.sandboxHelp}
        value={entered.environment}
        error={faultOf('environment')}
        data={known.map((value) => ({ value, label: environments[value] }))}
        onChange={(event) => onChange({ environment: event.currentTarget.value === 'live' ? 'live' : 'test' })}
      />
      <TextInput
        label={texts.name}
        description={texts.nameHelp}
        required
        maxLength={100}
        autoComplete="off"
        value={entered.name}
        error={faultOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
    </>
  )
}
