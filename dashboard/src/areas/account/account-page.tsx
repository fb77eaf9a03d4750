import type { AccountData } from '../../../../gateway/src/extras/identity/http/contract/account.ts'
import { useRead } from '../../app/reading.ts'
import { PageHeader } from '../../parts/page-header.tsx'
import { ReadState } from '../../parts/states.tsx'
import { PasswordPanel, ProfilePanel } from './profile-panels.tsx'
import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { useAccountTexts } from './texts.ts'

/** A person's own account: name and language, password, second factor, sessions. */
export function AccountPage() {
  const texts = useAccountTexts()
  const account = useRead<AccountData>('/console/me')
  return (
    <>
      <PageHeader title={texts.title} />
      <ProfilePanel />
      <ReadState result={account}>
        {(data) => (
          <>
            <SecondFactorPanel account={data} />
            <PasswordPanel />
            <SessionsPanel sessions={data.sessions} />
          </>
        )}
      </ReadState>
    </>
  )
}
