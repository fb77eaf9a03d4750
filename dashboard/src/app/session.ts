import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type {
  Permission,
  PersonData,
  PointData,
  SessionData,
} from '../../../gateway/src/extras/identity/http/contract/session.ts'
import { api, setCsrfToken } from './api.ts'
import { chosenLanguage, currentLanguage, offerLanguage } from './languages.ts'
import { notifyError } from './notify.ts'
import { queryClient } from './query-client.ts'

export type { Permission, PersonData, PointData, SessionData }

/** Who is signed in; every answer renews the proof that changes carry. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => noted(await api.get<SessionData>('/console/session')),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The session as it is now. Suspends on the very first call only. */
export function useSession(): SessionData {
  return useSuspenseQuery(sessionQuery).data
}

/** The person on pages behind the sign-in; throws where nobody is signed in, which the route prevents. */
export function usePerson(): PersonData {
  const { data } = useQuery(sessionQuery)
  if (!data?.person) throw new Error('nobody is signed in')
  return data.person
}

/** Whether the person's role allows this somewhere, e.g. `team`. Rights at a point: `usePoint().permissions`. */
export function useMay(permission: Permission): boolean {
  return usePerson().permissions.includes(permission)
}

/** Asks anew who is signed in; call it after signing in, out or changing the account. */
export async function refreshSession(): Promise<SessionData> {
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Asks who is signed in now; the account takes over the language in which somebody signed in. */
export async function beginSession(): Promise<void> {
  const shown = currentLanguage()
  await refreshSession()
  offerLanguage(shown)
  void keepLanguage(shown).catch(notifyError)
}

/** Reads what the server says anew in the language that was chosen; the account takes it over: mails come in it too. */
export async function keepLanguage(language = chosenLanguage.read()): Promise<void> {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.person
  for (const kind of ['read', 'pages']) void queryClient.invalidateQueries({ queryKey: [kind] })
  if (!person || language === undefined || language === person.language) return
  await api.patch('/console/me', { language })
  await refreshSession()
}

/** Forgets everything that the last person saw. */
export function forgetSession(): void {
  setCsrfToken(null)
  queryClient.clear()
}

function noted(session: SessionData): SessionData {
  setCsrfToken(session.csrf_token)
  if (session.person) offerLanguage(session.person.language)
  return session
}
