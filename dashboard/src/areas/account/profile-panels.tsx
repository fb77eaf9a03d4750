import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { api } from '../../app/api.ts'
import { ApiError } from '../../app/api-error.ts'
import { chosenLanguage, type Language, languageNames, languages, useLanguage } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { useChange } from '../../app/reading.ts'
import { refreshSession, usePerson } from '../../app/session.ts'
import { Panel } from '../../parts/panel.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { useTeamTexts } from '../team/texts.ts'
import { useAccountTexts } from './texts.ts'

/** How a person is called, and in which language they are spoken to. */
export function ProfilePanel() {
  const { profile, saved } = useAccountTexts()
  const { roles } = useTeamTexts()
  const person = usePerson()
  const [name, setName] = useState(person.name)
  const shown = useLanguage()
  const [chosen, setChosen] = useState<Language>()
  const language = chosen ?? shown
  const save = useChange(
    async () => {
      await api.patch('/console/me', { name, language })
      chosenLanguage.write(language)
      setChosen(undefined)
      await refreshSession()
    },
    { done: saved, tellErrors: false },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <Panel title={profile.title}>
      <form onSubmit={onSubmit}>
        <Stack maw="28rem">
          <DescriptionList
            facts={[
              { name: profile.email, value: person.email },
              { name: profile.role, value: roles[person.role] ?? person.role },
            ]}
          />
          <TextInput
            label={profile.name}
            autoComplete="name"
            required
            withAsterisk={false}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultOf(save.error, 'name')}
          />
          <NativeSelect
            label={profile.language}
            value={language}
            onChange={(event) => setChosen(event.currentTarget.value as Language)}
            data={languages.map((each) => ({ value: each, label: languageNames[each] }))}
          />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {profile.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** A new password; the dialog of the step-up asks for the old one, or for the code. */
export function PasswordPanel() {
  const { password: texts } = useAccountTexts()
  const [password, setPassword] = useState('')
  const save = useChange(
    async () => {
      await api.put('/console/me/password', { password })
      await refreshSession()
    },
    { done: texts.done, tellErrors: false, onDone: () => setPassword('') },
  )
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    save.mutate(undefined)
  }
  return (
    <Panel title={texts.title} explanation={texts.explanation}>
      <form onSubmit={onSubmit}>
        <Stack maw="28rem">
          <PasswordField
            label={texts.label}
            description={texts.hint}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={faultOf(save.error, 'password')}
          />
          <Group>
            <Button type="submit" variant="default" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  )
}

/** What the server says of a field; what it says of nothing else stands at this field too. */
function faultOf(error: unknown, param: string): string | undefined {
  if (error === null || error === undefined) return undefined
  return (error instanceof ApiError ? error.fieldMessage(param) : undefined) ?? describeError(error).message
}
