import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { isTimeZone } from '../../../../gateway/src/core/values/days.ts'
import {
  liveRequestsPerSecond,
  loweredSafeguards,
  type Safeguards,
} from '../../../../gateway/src/core/values/safeguards.ts'
import { readTypedCount } from '../../../../gateway/src/core/values/typed-amount.ts'
import type { OperatorPointData } from '../../../../gateway/src/extras/operator-desk/http/contract/operator.ts'
import { api } from '../../app/api.ts'
import { useChange } from '../../app/reading.ts'
import { useMay } from '../../app/session.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Panel } from '../../parts/panel.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useOperatorTexts, useOperatorWords, wordOf } from '../operator/texts.ts'
import { newOperationId } from '../proposals/action-fields.ts'
import { SecretsDialog } from './secrets-dialog.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

/** What one operator sets alone: whether the point works, and what it may use. */
export function PointSettings({ point }: { point: OperatorPointData }) {
  const texts = useOperatorTexts()
  const { fields, values } = useOperatorWords()
  const may = useMay('operator_act')
  const [isOpen, setIsOpen] = useState(false)
  const { settings } = point
  const word = (value: string | boolean) => wordOf(values, String(value))
  return (
    <Panel
      title={texts.settingsTitle}
      explanation={texts.settingsExplanation}
      actions={
        may && (
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
              {texts.change}
            </Button>
            <Suspend point={point} />
          </Group>
        )
      }
    >
      <DescriptionList
        facts={[
          {
            name: wordOf(fields, 'services_enabled'),
            value: settings.services_enabled?.join(', ') ?? texts.everyService,
          },
          {
            name: wordOf(fields, 'rate_limit_per_second'),
            value:
              settings.rate_limit_per_second ??
              texts.byDefault(point.environment === 'live' ? String(liveRequestsPerSecond) : texts.noLimit),
          },
          { name: wordOf(fields, 'identifier_checks'), value: word(settings.identifier_checks) },
          { name: wordOf(fields, 'require_signed_payouts'), value: word(settings.require_signed_payouts) },
          { name: wordOf(fields, 'require_https_redirect'), value: word(settings.require_https_redirect) },
          { name: wordOf(fields, 'time_zone'), value: settings.time_zone },
          { name: wordOf(fields, 'failed_payout_reply'), value: texts.payoutReplies[settings.failed_payout_reply] },
        ]}
      />
      {isOpen && <SettingsForm point={point} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}

function Suspend({ point }: { point: OperatorPointData }) {
  const texts = useOperatorTexts()
  const [isAsked, setIsAsked] = useState(false)
  const [note, setNote] = useState('')
  const isActive = point.settings.status === 'active'
  const set = useChange(
    () =>
      api.patch(`/console/operator/points/${point.point_id}`, {
        status: isActive ? 'suspended' : 'active',
        ...(note.trim() === '' ? {} : { note }),
      }),
    { done: texts.saved, onDone: () => setIsAsked(false) },
  )
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setIsAsked(true)}>
        {isActive ? texts.suspend : texts.reactivate}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={isActive ? texts.suspendTitle : texts.reactivateTitle}
        action={isActive ? texts.suspend : texts.reactivate}
        isDangerous={isActive}
        isWorking={set.isPending}
        onConfirm={() => set.mutate(undefined)}
        onClose={() => setIsAsked(false)}
      >
        <Stack>
          <Text size="sm">{isActive ? texts.suspendWords : texts.reactivateWords}</Text>
          <Textarea
            label={texts.reason}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </>
  )
}

function SettingsForm({ point, onClose }: { point: OperatorPointData; onClose: () => void }) {
  const texts = useOperatorTexts()
  const { parts } = useShellTexts()
  const { settings } = point
  const [values, setValues] = useState<SettingsValues>({
    services: settings.services_enabled?.join(', ') ?? '',
    rate: settings.rate_limit_per_second?.toString() ?? '',
    checks: settings.identifier_checks,
    signed: settings.require_signed_payouts,
    redirect: settings.require_https_redirect,
    failedPayout: settings.failed_payout_reply,
    timeZone: settings.time_zone,
  })
  const [secret, setSecret] = useState<string>()
  const path = `/console/operator/points/${point.point_id}`
  const [reason, setReason] = useState('')
  const [operationId] = useState(newOperationId)
  const { lowering, rest } = splitLowering(point, settingsBody(values))
  const lowers = Object.keys(lowering).length > 0
  const save = useChange(
    async () => {
      const saved = await api.patch<{ signing_secret: string | null }>(path, rest)
      if (lowers) {
        const proposal = { action: 'point_settings', point_id: point.point_id, input: lowering, evidence: reason }
        await api.post('/console/operator/proposals', { ...proposal, operation_id: operationId })
      }
      return saved
    },
    {
      done: lowers ? texts.savedAndProposed : texts.saved,
      onDone: ({ signing_secret: made }) => (made === null ? onClose() : setSecret(made)),
    },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isRate(values.rate) && isTimeZone(values.timeZone)) save.mutate(undefined)
  }
  if (secret !== undefined) {
    return <SecretsDialog secrets={[{ name: texts.signingSecret, value: secret }]} onClose={onClose} />
  }
  return (
    <Modal opened onClose={onClose} title={texts.settingsTitle} closeButtonProps={{ 'aria-label': parts.close }}>
      <form onSubmit={onSubmit}>
        <Stack>
          <SettingsFields values={values} onChange={(change) => setValues((before) => ({ ...before, ...change }))} />
          {lowers && <LoweringReason reason={reason} onChange={setReason} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface SettingsValues {
  /** Service codes with commas between them; empty = every one. */
  services: string
  rate: string
  checks: Safeguards['identifierChecks']
  signed: boolean
  redirect: boolean
  failedPayout: FailedPayoutReply
  timeZone: string
}

type FailedPayoutReply = OperatorPointData['settings']['failed_payout_reply']

function settingsBody({ services, rate, checks, signed, redirect, failedPayout, timeZone }: SettingsValues) {
  const codes = services.split(/[\s,]+/).filter((code) => code !== '')
  return {
    services_enabled: codes.length === 0 ? null : codes,
    rate_limit_per_second: rate.trim() === '' ? null : readTypedCount(rate),
    identifier_checks: checks,
    require_signed_payouts: signed,
    require_https_redirect: redirect,
    failed_payout_reply: failedPayout,
    time_zone: timeZone,
  }
}

/** Empty, or a whole number. */
function isRate(text: string): boolean {
  return text.trim() === '' || readTypedCount(text) !== undefined
}

/** Why a safeguard is lowered, for the other operator who decides. */
function LoweringReason({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const texts = useOperatorTexts()
  return (
    <Textarea
      label={texts.reason}
      description={texts.loweringReason}
      required
      maxLength={1000}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type SettingsBody = ReturnType<typeof settingsBody>

/** What lowers a safeguard of a live point is proposed; the gateway refuses to save it. */
function splitLowering({ environment, settings }: OperatorPointData, body: SettingsBody) {
  const lowered = loweredSafeguards(safeguardsOf(settings), safeguardsOf(body)).map((name) => fieldOf[name])
  const of = (isLowering: boolean) =>
    Object.fromEntries(
      Object.entries(body).filter(
        ([name]) => (environment === 'live' && lowered.some((each) => each === name)) === isLowering,
      ),
    )
  return { lowering: of(true), rest: of(false) }
}

const fieldOf = {
  identifierChecks: 'identifier_checks',
  requireSignedPayouts: 'require_signed_payouts',
  requireHttpsRedirect: 'require_https_redirect',
  rateLimitPerSecond: 'rate_limit_per_second',
  failedPayoutReply: 'failed_payout_reply',
} as const satisfies Record<keyof Safeguards, keyof SettingsBody>

/** A limit that is not typed yet compares as the default. */
function safeguardsOf(body: SettingsBody | OperatorPointData['settings']): Safeguards {
  return {
    identifierChecks: body.identifier_checks,
    requireSignedPayouts: body.require_signed_payouts,
    requireHttpsRedirect: body.require_https_redirect,
    rateLimitPerSecond: body.rate_limit_per_second ?? null,
    failedPayoutReply: body.failed_payout_reply,
  }
}

interface SettingsFieldsProps {
  values: SettingsValues
  onChange: (change: Partial<SettingsValues>) => void
}

function SettingsFields({ values, onChange }: SettingsFieldsProps) {
  const texts = useOperatorTexts()
  const { fields, values: words, help } = useOperatorWords()
  const { amounts } = useShellTexts()
  return (
    <>
      <TextInput
        label={wordOf(fields, 'services_enabled')}
        description={texts.everyService}
        value={values.services}
        onChange={(event) => onChange({ services: event.currentTarget.value })}
      />
      <TextInput
        label={wordOf(fields, 'rate_limit_per_second')}
        description={help.empty_default}
        inputMode="numeric"
        error={isRate(values.rate) ? undefined : amounts.count}
        value={values.rate}
        onChange={(event) => onChange({ rate: event.currentTarget.value })}
      />
      <NativeSelect
        label={wordOf(fields, 'identifier_checks')}
        value={values.checks}
        data={['strict', 'lenient'].map((value) => ({ value, label: wordOf(words, value) }))}
        onChange={(event) => onChange({ checks: event.currentTarget.value as Safeguards['identifierChecks'] })}
      />
      <Checkbox
        label={wordOf(fields, 'require_signed_payouts')}
        checked={values.signed}
        onChange={(event) => onChange({ signed: event.currentTarget.checked })}
      />
      <Checkbox
        label={wordOf(fields, 'require_https_redirect')}
        checked={values.redirect}
        onChange={(event) => onChange({ redirect: event.currentTarget.checked })}
      />
      <NativeSelect
        label={wordOf(fields, 'failed_payout_reply')}
        description={help.failed_payout_reply}
        value={values.failedPayout}
        data={(['error', 'success'] as const).map((value) => ({ value, label: texts.payoutReplies[value] }))}
        onChange={(event) => onChange({ failedPayout: event.currentTarget.value as FailedPayoutReply })}
      />
      <TimeZoneField
        label={wordOf(fields, 'time_zone')}
        description={help.time_zone}
        required
        value={values.timeZone}
        onChange={(timeZone) => onChange({ timeZone })}
      />
    </>
  )
}
