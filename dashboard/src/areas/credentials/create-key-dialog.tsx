import { Alert, Button, Checkbox, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import type {
  KeyInput,
  NewKeyData,
  Scope,
} from '../../../../gateway/src/extras/point-settings/http/contract/settings.ts'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { nowMs } from '../../app/clock.ts'
import { describeError } from '../../app/notify.ts'
import { usePointPath } from '../../app/point.ts'
import { useChange } from '../../app/reading.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useCredentialsTexts } from './texts.ts'

const dayMs = 86_400_000
const lifetimes = { never: undefined, d30: 30, d90: 90, d365: 365 } as const
type Lifetime = keyof typeof lifetimes

interface CreateKeyDialogProps {
  /** What the person's own role allows here. */
  mayGive: readonly Scope[]
  onClose: () => void
  onMade: (made: NewKeyData) => void
}

/** Makes a key with its rights, networks and end. */
export function CreateKeyDialog({ mayGive, onClose, onMade }: CreateKeyDialogProps) {
  const { form } = useCredentialsTexts()
  const { parts } = useShellTexts()
  const pointPath = usePointPath()
  const [wish, setWish] = useState<Wish>({ name: '', scopes: [], networks: '', lifetime: 'never' })
  const create = useChange((input: KeyInput) => api.post<NewKeyData>(pointPath('/keys'), input), {
    tellErrors: false,
    onDone: onMade,
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    create.mutate(inputOf(wish))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={form.title}
      centered
      size="lg"
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <Fields
            wish={wish}
            mayGive={mayGive}
            error={create.error}
            onChange={(change) => setWish((before) => ({ ...before, ...change }))}
          />
          {create.error && !(create.error instanceof ApiError && create.error.fields.length > 0) && (
            <Alert color="red" variant="outline" role="alert">
              {describeError(create.error).message}
            </Alert>
          )}
          <Button type="submit" loading={create.isPending}>
            {form.submit}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}

/** What the form holds. */
interface Wish {
  name: string
  scopes: string[]
  /** One a line. */
  networks: string
  lifetime: Lifetime
}

function inputOf({ name, scopes, networks, lifetime }: Wish): KeyInput {
  const days = lifetimes[lifetime]
  const wanted = networks.split(/[\s,]+/).filter(Boolean)
  return {
    name: name.trim(),
    scopes,
    ...(wanted.length > 0 && { networks: wanted }),
    ...(days !== undefined && { expires_at: new Date(nowMs() + days * dayMs).toISOString() }),
  }
}

interface FieldsProps {
  wish: Wish
  mayGive: readonly Scope[]
  error: Error | null
  onChange: (change: Partial<Wish>) => void
}

function Fields({ wish, mayGive, error, onChange }: FieldsProps) {
  const { form } = useCredentialsTexts()
  const fault = (param: string) => (error instanceof ApiError ? error.fieldMessage(param) : undefined)
  return (
    <>
      <TextInput
        label={form.name}
        description={form.nameHint}
        data-autofocus
        maxLength={200}
        value={wish.name}
        error={fault('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <ScopeChoice
        mayGive={mayGive}
        value={wish.scopes}
        onChange={(scopes) => onChange({ scopes })}
        error={fault('scopes')}
      />
      <Textarea
        label={form.networks}
        description={form.networksHint}
        autosize
        minRows={2}
        value={wish.networks}
        error={fault('networks')}
        onChange={(event) => onChange({ networks: event.currentTarget.value })}
      />
      <NativeSelect
        label={form.expires}
        value={wish.lifetime}
        error={fault('expires_at')}
        onChange={(event) => onChange({ lifetime: event.currentTarget.value as Lifetime })}
        data={Object.entries(form.expiresIn).map(([value, label]) => ({ value, label }))}
      />
    </>
  )
}

interface ScopeChoiceProps {
  mayGive: readonly Scope[]
  value: string[]
  onChange: (scopes: string[]) => void
  error: string | undefined
}

/** What excludes each other cannot be ticked together; why stands below. */
function ScopeChoice({ mayGive, value, onChange, error }: ScopeChoiceProps) {
  const { form } = useCredentialsTexts()
  const settings = value.includes('webhook') || value.includes('settings')
  const excluded = (scope: Scope) =>
    scope === 'payouts' || scope === 'refunds'
      ? settings
      : (scope === 'webhook' || scope === 'settings') && (value.includes('payouts') || value.includes('refunds'))
  return (
    <Checkbox.Group label={form.scopes} value={value} onChange={onChange} error={error}>
      <Stack gap={6} my={6}>
        {mayGive.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            disabled={excluded(scope)}
            label={
              <>
                {form.scopeNames[scope]} <code>{scope}</code>
              </>
            }
          />
        ))}
      </Stack>
      {mayGive.includes('payouts') && (
        <Text size="sm" c="dimmed">
          {form.notTogether}
        </Text>
      )}
      {value.includes('approve_payouts') && (
        <Text size="sm" c="dimmed">
          {form.approveHint}
        </Text>
      )}
    </Checkbox.Group>
  )
}
