import { Button, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { CurrencyCode } from '../../../../gateway/src/core/web/contract/words.ts'
import type { Environment } from '../../../../gateway/src/extras/identity/http/contract/session.ts'
import type {
  ActionName,
  MerchantData,
  Page,
  PersonActionName,
  PreviewData,
  ProposalData,
  ServiceChoice,
} from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { type Language, useLanguage } from '../../app/languages.ts'
import { notifyDone } from '../../app/notify.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { AmountField } from '../../parts/amount-field.tsx'
import { DecisionButtons } from '../../parts/decision-buttons.tsx'
import { ErrorState } from '../../parts/states.tsx'
import { useMethodName } from '../../parts/values/method.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { TimeZoneField } from '../merchants/time-zone-field.tsx'
import { useOperatorTexts, useOperatorWords, wordOf } from '../operator/texts.ts'
import {
  type ActionField,
  type ActionValues,
  currencies,
  fieldsOf,
  inputOf,
  isFilledIn,
  newOperationId,
  readField,
} from './action-fields.ts'
import { PreviewView } from './preview-view.tsx'

/** Actions for people who cannot sign in. */
export const personActions: readonly PersonActionName[] = ['password_recovery', 'second_factor_reset']

export function isOfPerson(action: ActionName): boolean {
  return personActions.some((each) => each === action)
}

export interface Proposing {
  action: ActionName
  /** What it is about. */
  about: { transaction_id?: string; point_id?: string }
  /** Fields that the form does not ask for. */
  fixed?: Readonly<Record<string, unknown>>
  /** Values that the form begins with. */
  initial?: Readonly<Record<string, string>>
  /** What holds now by currency: chosen, its values stand in the form, so that what nobody changes stays. */
  current?: readonly (Readonly<Record<string, string | null>> & { currency: string })[]
  /** Of the transaction that it is about; at a point the form says which. */
  currency?: CurrencyCode
  /** Of the point or the transaction that it is about. */
  environment?: Environment
}

/** Asks for an action's fields, shows what would happen, takes the evidence, and proposes. */
export function ProposeDialog({ proposing, onClose }: { proposing: Proposing | undefined; onClose: () => void }) {
  const texts = useOperatorTexts()
  const { actions } = useOperatorWords()
  const { parts } = useShellTexts()
  return (
    <Modal
      opened={proposing !== undefined}
      onClose={onClose}
      size="lg"
      title={
        proposing && (
          <Group gap="xs">
            {proposing.environment === 'test'
              ? actions[proposing.action]
              : texts.proposeTitle(actions[proposing.action])}
            {proposing.environment && <EnvironmentBadge environment={proposing.environment} />}
          </Group>
        )
      }
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      {proposing && <ProposeForm proposing={proposing} onClose={onClose} />}
    </Modal>
  )
}

/** Long enough to type an amount, short enough to feel immediate. */
const typingPauseMs = 400

function ProposeForm({ proposing, onClose }: { proposing: Proposing; onClose: () => void }) {
  const texts = useOperatorTexts()
  const { parts } = useShellTexts()
  const { action, about } = proposing
  const [values, setValues] = useState<ActionValues>(() => initialOf(proposing))
  const [evidence, setEvidence] = useState('')
  const services = useServices()
  const service = services.find(({ code, country }) => code === values['service_code'] && country === values['country'])
  const fields = fieldsOf(action, service)
  const currency = proposing.currency ?? currencyOf(values, services)
  const isReady = isFilledIn(fields, values, currency)
  const atPoint = values['point_id'] ? { point_id: values['point_id'] } : {}
  const body = { action, ...about, ...atPoint, input: { ...proposing.fixed, ...inputOf(fields, values, currency) } }
  const preview = usePreview(body, isReady)
  const isAlone = preview.data?.alone ?? proposing.environment === 'test'
  const propose = useProposing({ ...body, evidence }, onClose)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    // A field that cannot be read says so itself.
    if (isReady) propose.mutate(undefined)
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            onChange={(value) =>
              setValues((before) => ({
                ...before,
                ...(field.kind === 'country' && { service_code: '' }),
                ...(field.kind === 'currency' && currentOf(fields, proposing.current, value)),
                [field.name]: value,
              }))
            }
            country={values['country'] ?? ''}
            isDeposit={action === 'deposit_account'}
            currency={currency}
            environment={proposing.environment}
          />
        ))}
        <Text fw={600}>{texts.whatHappens}</Text>
        <Foreseen preview={preview} isReady={isReady} />
        <Evidence action={action} value={evidence} onChange={setEvidence} isFirst={fields.length === 0} />
        <DecisionButtons>
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={propose.isPending}>
            {isAlone ? texts.doNow : texts.propose}
          </Button>
        </DecisionButtons>
      </Stack>
    </form>
  )
}

/** With one currency alone the form begins with it. */
function initialOf({ action, initial, current }: Proposing): ActionValues {
  const [only, ...more] = current ?? []
  return {
    ...(only && more.length === 0 && currentOf(fieldsOf(action, undefined), current, only.currency)),
    ...initial,
  }
}

function currentOf(fields: readonly ActionField[], current: Proposing['current'], currency: string): ActionValues {
  if (!current) return {}
  const now = current.find((each) => each.currency === currency)
  return Object.fromEntries([...fields.map(({ name }) => [name, now?.[name] ?? '']), ['currency', currency]])
}

interface EvidenceProps {
  action: ActionName
  value: string
  onChange: (text: string) => void
  /** The form asks for nothing else. */
  isFirst: boolean
}

function Evidence({ action, value, onChange, isFirst }: EvidenceProps) {
  const texts = useOperatorTexts()
  return (
    <Textarea
      label={texts.evidence}
      description={isOfPerson(action) ? texts.evidenceOfPerson : texts.evidenceHelp}
      required
      autosize
      minRows={2}
      {...(isFirst && { 'data-autofocus': true })}
      maxLength={action === 'fund' || action === 'correction' ? 500 : 1000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Sends a form's proposal. One form is one wish, however often it is sent: a lost answer leaves nobody with two. */
function useProposing(body: object, onClose: () => void) {
  const texts = useOperatorTexts()
  const navigate = useNavigate()
  const [operationId] = useState(newOperationId)
  return useChange(
    () => api.post<ProposalData>('/console/operator/proposals', { ...body, operation_id: operationId }),
    {
      onDone: (proposal) => {
        notifyDone(proposal.state === 'done' ? texts.executed : texts.proposed)
        onClose()
        if (proposal.state === 'open') {
          void navigate({ to: '/operator/proposals/$proposalId', params: { proposalId: proposal.proposal_id } })
        }
      },
    },
  )
}

function usePreview(body: object, isReady: boolean) {
  // What was complete when typing paused: a body that is only half there is not asked about.
  const [asked] = useDebouncedValue(isReady ? JSON.stringify(body) : '', typingPauseMs)
  return useQuery({
    queryKey: ['previewAction', asked],
    queryFn: ({ signal }) =>
      api.post<PreviewData>('/console/operator/proposals/foresee', JSON.parse(asked), { signal }),
    enabled: isReady && asked !== '',
    retry: false,
  })
}

function Foreseen({ preview, isReady }: { preview: ReturnType<typeof usePreview>; isReady: boolean }) {
  const texts = useOperatorTexts()
  if (!isReady) return <Text size="sm">{texts.fillIn}</Text>
  if (preview.error) return <ErrorState error={preview.error} />
  if (!preview.data) return <Text size="sm">{texts.checking}</Text>
  return <PreviewView foreseen={preview.data} />
}

interface FieldProps {
  field: ActionField
  value: string
  onChange: (value: string) => void
  /** Of an account for deposits. */
  country: string
  isDeposit: boolean
  currency: CurrencyCode | undefined
  /** Of what it is about: whose points can be chosen. */
  environment: Environment | undefined
}

function Field(props: FieldProps) {
  const { field, value, onChange, isDeposit, country, currency, environment } = props
  const words = useOperatorWords()
  const { amounts } = useShellTexts()
  const services = useServices()
  const language = useLanguage()
  const methodName = useMethodName()
  const points = usePoints(field.kind === 'test_point' ? 'test' : field.kind === 'point' ? environment : undefined)
  const label = wordOf(words.fields, field.name)
  const common = {
    label,
    required: field.isNeeded ?? false,
    ...(field.help === undefined ? {} : { description: words.help[field.help] }),
    value,
  }
  if (field.kind === 'amount' || field.kind === 'signed_amount') {
    return <AmountField {...common} currency={currency} signed={field.kind === 'signed_amount'} onChange={onChange} />
  }
  if (field.kind === 'time_zone') return <TimeZoneField {...common} onChange={onChange} />
  if (field.kind === 'text' || field.kind === 'count' || field.kind === 'percent') {
    const isReadable = value.trim() === '' || readField(field, value.trim(), currency) !== undefined
    return (
      <TextInput
        {...common}
        error={isReadable ? undefined : field.kind === 'percent' ? amounts.percent : amounts.count}
        maxLength={200}
        autoComplete="off"
        {...(field.kind === 'count' && { inputMode: 'numeric' as const })}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <NativeSelect
      {...common}
      data={[
        { value: '', label: emptyLabel(field, environment, words) },
        ...optionsOf(field, { services, words, isDeposit, country, language, methodName, points }),
      ]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** What a choice that was not made means. */
function emptyLabel({ kind }: ActionField, environment: Environment | undefined, { values }: OptionsContext['words']) {
  if (kind === 'test_point') return wordOf(values, 'every_live_point')
  return kind === 'point' ? wordOf(values, `every_${environment ?? 'live'}_point`) : '–'
}

function useServices(): readonly ServiceChoice[] {
  return useRead<{ services: readonly ServiceChoice[] }>('/console/operator/services').data?.services ?? []
}

/** The currency that the form names, by itself or by its method. */
function currencyOf(values: ActionValues, services: readonly ServiceChoice[]): CurrencyCode | undefined {
  const named = currencies.find((currency) => currency === values['currency'])
  return named ?? services.find(({ code }) => code === values['service_code'])?.currency
}

interface OptionsContext {
  services: readonly ServiceChoice[]
  words: ReturnType<typeof useOperatorWords>
  isDeposit: boolean
  country: string
  language: Language
  methodName: (code: string) => string
  points: readonly { value: string; label: string }[]
}

function optionsOf(field: ActionField, context: OptionsContext) {
  const { services, words, isDeposit } = context
  if (field.kind === 'test_point' || field.kind === 'point') return context.points
  if (field.kind === 'flag') return ['true', 'false'].map((value) => ({ value, label: wordOf(words.values, value) }))
  if (field.kind === 'country') return countriesOf(services, context.language)
  if (field.kind === 'currency') return currencies.map((value) => ({ value, label: value }))
  if (field.kind === 'choice') {
    const nameOf =
      field.name === 'country' ? countryNames(context.language) : (value: string) => wordOf(words.values, value)
    return (field.options ?? []).map((value) => ({ value, label: nameOf(value) }))
  }
  const known = services.filter((each) => !isDeposit || (takesDeposits(each) && each.country === context.country))
  const named = known.map(({ code }) => ({ value: code, label: `${code} – ${context.methodName(code)}` }))
  return isDeposit ? named : [{ value: '*', label: '*' }, ...named]
}

function takesDeposits({ deposit_fields: fields }: ServiceChoice): boolean {
  return fields.length > 0
}

function countriesOf(services: readonly ServiceChoice[], language: Language) {
  const nameOf = countryNames(language)
  const codes = [...new Set(services.filter(takesDeposits).map(({ country }) => country))]
  return codes
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
}

function countryNames(language: Language): (country: string) => string {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  return (country) => names.of(country) ?? country
}

/** The points of an environment, of the first hundred merchants; undefined: none are asked for. */
function usePoints(wanted: Environment | undefined) {
  const enabled = wanted !== undefined
  const { data } = useRead<Page<MerchantData>>('/console/operator/merchants', { query: { limit: 100 }, enabled })
  return (data?.items ?? []).flatMap(({ name: merchant, points }) =>
    points
      .filter(({ environment }) => environment === wanted)
      .map(({ point_id: value, name }) => ({ value, label: `${merchant} · ${name}` })),
  )
}
