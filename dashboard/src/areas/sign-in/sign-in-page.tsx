import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useRouter, useSearch } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useState } from 'react'
import { api } from '../../app/api.ts'
import { isRefusal } from '../../app/api-error.ts'
import { describeError } from '../../app/notify.ts'
import { beginSession, refreshSession, type SessionData, useSession } from '../../app/session.ts'
import { TextLink } from '../../parts/links.tsx'
import { PageHeader } from '../../parts/page-header.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useSignInTexts } from './texts.ts'

/** Address and password, then the code where a second factor is set up; then back to where one wanted to go. */
export function SignInPage() {
  const session = useSession()
  const enter = useEnter()
  useEffect(() => {
    if (session.stage === 'signed_in') enter()
  }, [session.stage, enter])
  return (
    <SignInFrame>
      {session.stage === 'second_factor' ? <CodeForm onEntered={enter} /> : <PasswordForm demo={session.demo} />}
    </SignInFrame>
  )
}

/** Where somebody wanted to go before they were asked to sign in; only ever a page of ours. */
function useEnter(): () => void {
  const router = useRouter()
  const wanted = useSearch({ strict: false })['return_to'] ?? '/'
  const path = /^\/(?![/\\])/.test(wanted) && !wanted.includes('/sign-in') ? wanted : '/'
  const [enter] = useState(() => () => {
    router.history.replace(path.startsWith('/dashboard') ? path : `/dashboard${path}`)
  })
  return enter
}

interface Sending {
  fault: string | undefined
  isSending: boolean
  send(work: () => Promise<unknown>): void
}

function useSending(wrong: string): Sending {
  const texts = useSignInTexts()
  const [fault, setFault] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const run = async (work: () => Promise<unknown>) => {
    setIsSending(true)
    setFault(undefined)
    try {
      await work()
    } catch (error) {
      const minutes = isRefusal(error, 'account_locked') ? Math.ceil((error.retryAfterSeconds ?? 60) / 60) : 0
      if (isRefusal(error, 'wrong_credentials')) setFault(wrong)
      else setFault(minutes > 0 ? texts.locked(String(minutes)) : describeError(error).message)
    } finally {
      setIsSending(false)
    }
  }
  return { fault, isSending, send: (work) => void run(work) }
}

function PasswordForm({ demo }: { demo: SessionData['demo'] }) {
  const texts = useSignInTexts()
  const wasSentHere = useSearch({ strict: false })['return_to'] !== undefined
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { fault, isSending, send } = useSending(texts.wrong)
  const signIn = (body: { email: string; password: string }) =>
    send(async () => {
      await api.post('/console/session', body)
      await beginSession()
    })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    signIn({ email, password })
  }
  return (
    <Stack>
      <PageHeader title={texts.title} explanation={wasSentHere ? texts.sentHere : texts.explanation} />
      <form onSubmit={onSubmit}>
        <Stack>
          {fault !== undefined && (
            <Alert color="red" variant="outline" role="alert">
              {fault}
            </Alert>
          )}
          <TextInput
            label={texts.email}
            type="email"
            autoComplete="username"
            required
            withAsterisk={false}
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Button type="submit" loading={isSending}>
            {texts.submit}
          </Button>
          <Text ta="center">
            <TextLink to="/forgot-password" size="sm">
              {texts.forgot.link}
            </TextLink>
          </Text>
        </Stack>
      </form>
      {demo && <DemoBox demo={demo} isSending={isSending} onSignIn={signIn} />}
    </Stack>
  )
}

interface DemoBoxProps {
  demo: NonNullable<SessionData['demo']>
  isSending: boolean
  onSignIn: (body: { email: string; password: string }) => void
}

/** On a demonstration: two ways in without typing. */
function DemoBox({ demo, isSending, onSignIn }: DemoBoxProps) {
  const texts = useSignInTexts()
  return (
    <Alert variant="light" title={texts.demo.title}>
      <Stack gap="xs">
        <Text size="sm">{texts.demo.explanation}</Text>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={isSending}
            onClick={() => onSignIn({ email: demo.email, password: demo.password })}
          >
            {texts.demo.owner}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isSending}
            onClick={() => onSignIn({ email: demo.operator_email, password: demo.operator_password })}
          >
            {texts.demo.operator}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

function CodeForm({ onEntered }: { onEntered: () => void }) {
  const texts = useSignInTexts()
  const [code, setCode] = useState('')
  const { fault, isSending, send } = useSending(texts.code.wrong)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    send(async () => {
      await api.post('/console/session/second-factor', { code })
      await beginSession()
      onEntered()
    })
  }
  const goBack = () =>
    send(async () => {
      await api.delete('/console/session')
      await refreshSession()
    })
  return (
    <Stack>
      <PageHeader title={texts.code.title} explanation={texts.code.explanation} />
      <form onSubmit={onSubmit}>
        <Stack>
          {fault !== undefined && (
            <Alert color="red" variant="outline" role="alert">
              {fault}
            </Alert>
          )}
          <TextInput
            label={texts.code.label}
            autoComplete="one-time-code"
            autoCapitalize="off"
            required
            withAsterisk={false}
            maxLength={20}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={isSending}>
            {texts.code.submit}
          </Button>
          <Button variant="subtle" onClick={goBack}>
            {texts.code.back}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
