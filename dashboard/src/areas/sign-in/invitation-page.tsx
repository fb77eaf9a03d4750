import { Alert, Button, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'
import type { InvitationOfferData } from '../../../../gateway/src/extras/identity/http/contract/team.ts'
import { api } from '../../app/api.ts'
import { ApiError, isRefusal } from '../../app/api-error.ts'
import { currentLanguage, type Language, languageNames, languages } from '../../app/languages.ts'
import { describeError } from '../../app/notify.ts'
import { useRead } from '../../app/reading.ts'
import { refreshSession } from '../../app/session.ts'
import { ButtonLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { EmptyState, ReadState } from '../../parts/states.tsx'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { useTeamTexts } from '../team/texts.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInTexts } from './texts.ts'

/** What somebody opens who was invited: who invites to what, and a name and password to join. */
export function InvitationPage() {
  const { invitation } = useSignInTexts()
  const { hash } = useLocation()
  const token = hash.replace(/^#/, '')
  const path = `/console/invitations/${encodeURIComponent(token)}`
  const offer = useRead<InvitationOfferData>(path, { enabled: token !== '' })
  if (token === '' || isRefusal(offer.error, 'not_found')) {
    return (
      <SignInFrame isCentered>
        <PageHeader title={invitation.title} />
        <EmptyState title={invitation.goneTitle} explanation={invitation.gone}>
          <ButtonLink to="/sign-in">{invitation.toSignIn}</ButtonLink>
        </EmptyState>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame>
      <PageHeader title={invitation.title} />
      <ReadState result={offer}>{(data) => <JoinForm offer={data} path={path} />}</ReadState>
    </SignInFrame>
  )
}

function JoinForm({ offer, path }: { offer: InvitationOfferData; path: string }) {
  const { invitation } = useSignInTexts()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [language, setLanguage] = useState<Language>(currentLanguage())
  const { error, isSending, join } = useJoin(path)
  const fields = error instanceof ApiError ? error : undefined
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    join({ name, password, language })
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        <OfferFacts offer={offer} />
        {error !== undefined && fields?.fields.length === 0 && (
          <Alert color="red" variant="outline" role="alert">
            {describeError(error).message}
          </Alert>
        )}
        <TextInput
          label={invitation.name}
          autoComplete="name"
          required
          withAsterisk={false}
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={fields?.fieldMessage('name')}
        />
        <PasswordField
          label={invitation.password}
          description={invitation.passwordHint}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={fields?.fieldMessage('password')}
        />
        <NativeSelect
          label={invitation.language}
          value={language}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
          data={languages.map((each) => ({ value: each, label: languageNames[each] }))}
        />
        <Button type="submit" loading={isSending}>
          {invitation.submit}
        </Button>
      </Stack>
    </form>
  )
}

function OfferFacts({ offer }: { offer: InvitationOfferData }) {
  const { invitation } = useSignInTexts()
  const { roles, roleHelp } = useTeamTexts()
  const { merchant_name: merchant } = offer
  return (
    <>
      <Text>
        {merchant === null ? invitation.intoOperator : invitation.intoMerchant(merchant)}{' '}
        {offer.invited_by !== null && invitation.by(offer.invited_by)}
      </Text>
      <DescriptionList
        facts={[
          { name: invitation.email, value: offer.email },
          {
            name: invitation.role,
            value: (
              <>
                {roles[offer.role] ?? offer.role}
                <Text size="sm" c="dimmed">
                  {roleHelp[offer.role]}
                </Text>
              </>
            ),
          },
          { name: invitation.until, value: <Instant at={offer.expires_at} /> },
        ]}
      />
      {offer.closes_account && (
        <Alert color="yellow" variant="outline">
          {invitation.closes}
        </Alert>
      )}
    </>
  )
}

function useJoin(path: string) {
  const navigate = useNavigate()
  const [error, setError] = useState<unknown>()
  const [isSending, setIsSending] = useState(false)
  const run = async (body: object) => {
    setIsSending(true)
    setError(undefined)
    try {
      await api.post(`${path}/accept`, body)
      await refreshSession()
      await navigate({ to: '/' })
    } catch (thrown) {
      setError(thrown)
      setIsSending(false)
    }
  }
  return { error, isSending, join: (body: object) => void run(body) }
}
