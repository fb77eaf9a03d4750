import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { setApiEvents } from './api.ts'
import { useLanguage } from './languages.ts'
import { queryClient } from './query-client.ts'
import { router } from './router.tsx'
import { forgetSession, refreshSession } from './session.ts'
import { askForStepUp, StepUpDialog } from './step-up.tsx'
import { colorSchemes, cssVariables, styleNonce, theme } from './theme.ts'

setApiEvents({
  onSignedOut: toSignIn,
  onStepUp: askForStepUp,
  onStaleProof: async () => {
    await refreshSession()
  },
})

/** Everything that pages stand in. */
export function App() {
  const language = useLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemes}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <StepUpDialog />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  )
}

/** The session ended under the page: sign in, and come back to where one was. */
function toSignIn(): void {
  if (router.state.location.pathname === '/sign-in') return
  const here = router.state.location.href
  forgetSession()
  void router.navigate({ to: '/sign-in', search: { return_to: here } })
}
