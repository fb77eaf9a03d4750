import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AlertChoicesData, TestMailData } from '../../../../gateway/src/extras/alerts/http/contract/alerts.ts'
import { api } from '../../app/api.ts'
import { formatCount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import { useChange, useRead } from '../../app/reading.ts'
import { usePerson } from '../../app/session.ts'
import { Panel } from '../../parts/panel.tsx'
import { ReadState } from '../../parts/states.tsx'
import { useAlertsTexts } from './texts.ts'

const path = '/console/alerts/choices'

/** Which alerts come by mail, and a try of the mail server. */
export function MailChoices() {
  const { mails } = useAlertsTexts()
  const { side } = usePerson()
  return (
    <Panel title={mails.title} explanation={mails.explanation}>
      <ReadState result={useRead<AlertChoicesData>(path)}>
        {(data) => (
          <Stack gap="md">
            {data.mail_configured ? (
              <MailState data={data} />
            ) : (
              <Alert variant="outline" color="gray">
                {side === 'operator' ? mails.notConfigured : mails.notConfiguredHere}
              </Alert>
            )}
            {/* Begins anew from what the server says once that changes. */}
            <ChoiceForm key={data.choices.map(({ mailed }) => Number(mailed)).join('')} data={data} />
          </Stack>
        )}
      </ReadState>
    </Panel>
  )
}

function ChoiceForm({ data }: { data: AlertChoicesData }) {
  const { mails } = useAlertsTexts()
  const [chosen, setChosen] = useState(data.choices.filter(({ mailed }) => mailed).map(({ kind }) => String(kind)))
  const save = useChange((wanted: readonly string[] | null) => api.put<AlertChoicesData>(path, { mails: wanted }), {
    done: mails.saved,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(chosen)
      }}
    >
      <Checkbox.Group label={mails.legend} value={chosen} onChange={setChosen}>
        <Stack gap="xs" mt="xs">
          {data.choices.map(({ kind, name, mailed_by_default: usual }) => (
            <Checkbox
              key={kind}
              value={kind}
              label={name}
              description={chosen.includes(kind) === usual ? undefined : usual ? mails.usuallyOn : mails.usuallyOff}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Group mt="md" gap="sm">
        <Button type="submit" loading={save.isPending}>
          {mails.save}
        </Button>
        <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
          {mails.reset}
        </Button>
      </Group>
    </form>
  )
}

function MailState({ data }: { data: AlertChoicesData }) {
  const { mails } = useAlertsTexts()
  const language = useLanguage()
  const [result, setResult] = useState<TestMailData>()
  const test = useChange(() => api.post<TestMailData>('/console/alerts/test-mail'), { onDone: setResult })
  const state = data.mail_state
  return (
    <Stack gap="xs" align="flex-start">
      {state && (
        <Text size="sm">
          {mails.state(formatCount(state.waiting, language), formatCount(state.failed_last_day, language))}
          {state.last_error !== null && ` ${mails.lastError(state.last_error)}`}
        </Text>
      )}
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
        {mails.test}
      </Button>
      <Text size="sm" role="status">
        {result && (result.sent ? mails.testSent : mails.testFailed(result.error ?? ''))}
      </Text>
    </Stack>
  )
}
