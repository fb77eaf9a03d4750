import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { OperatorOverviewData } from '../../../gateway/src/overview/http/contract/operator-health.ts'
import { useRead } from './reading.ts'
import type { Environment } from './session.ts'
import { storedChoice, useStoredChoice } from './stored-choice.ts'

/** Live or test, as an operator last chose it in this tab, else in any. */
const lastEnvironment = storedChoice('desk-environment', isEnvironment, { scope: 'tab' })

/** The gateway counts up to here: then there may be more. */
export const deskCountMax = 1_000

/** The figures behind the desk and its navigation are read this often. */
const everySeconds = 30

/**
 * The environment that the operator's desk shows: the address's, else the chosen one; before anybody chose live, or test
 * while no point is live. Undefined until that is known.
 */
export function useDeskEnvironment(): { environment: Environment | undefined; choose(next: Environment): void } {
  const ofAddress = useSearch({ strict: false })['environment']
  const asked = ofAddress !== undefined && isEnvironment(ofAddress) ? ofAddress : undefined
  const chosen = useStoredChoice(lastEnvironment)
  const { overview } = useDeskOverview()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useDeskShows(asked)
  return {
    environment: asked ?? chosen ?? overview?.environment,
    choose: (next) => {
      lastEnvironment.write(next)
      const list = listAbove(pathname)
      if (list !== undefined) return void navigate({ to: list })
      void navigate({
        to: '.',
        search: (before: Record<string, string | undefined>) => ({ ...before, environment: undefined }),
        replace: true,
      })
    },
  }
}

/** A page of one thing belongs to one environment: whoever chooses the other one is led to the list. */
function listAbove(pathname: string): string | undefined {
  const area = /^\/operator\/(transactions|points|proposals|bank-accounts|bank-files|bank-days|payment-files)\/./.exec(
    pathname,
  )?.[1]
  if (area === undefined) return undefined
  return `/operator/${area === 'points' ? 'merchants' : area}`
}

/** A page of one thing, such as a transaction: the desk is then at the environment of that thing. */
export function useDeskShows(environment: Environment | undefined): void {
  useEffect(() => {
    if (environment !== undefined) lastEnvironment.write(environment)
  }, [environment])
}

/** The desk's figures, as the address or the last choice wants them. */
export function useDeskOverview() {
  const ofAddress = useSearch({ strict: false })['environment']
  const chosen = useStoredChoice(lastEnvironment)
  const environment = ofAddress !== undefined && isEnvironment(ofAddress) ? ofAddress : chosen
  const found = useRead<OperatorOverviewData>('/console/operator/overview', {
    query: environment === undefined ? {} : { environment },
    everySeconds,
  })
  return {
    ...found,
    overview: environment === undefined || found.data?.environment === environment ? found.data : undefined,
  }
}

function isEnvironment(text: string): text is Environment {
  return text === 'live' || text === 'test'
}
