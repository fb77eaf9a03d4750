import type {
  Environment,
  ProviderAccountData,
} from '../../../../gateway/src/provider-accounts/http/contract/providers.ts'
import { useRead } from '../../app/reading.ts'
import type { Fact } from '../../parts/description-list.tsx'
import { Instant } from '../../parts/instant.tsx'
import { Tag } from '../../parts/tag.tsx'
import { certificateTones } from './certificate-table.tsx'
import { useProviderTexts } from './texts.ts'

/** Finds an account at a provider of this environment by its id; undefined until they are read. */
export function useProviderAccounts(
  environment: Environment | undefined,
): (id: string) => ProviderAccountData | undefined {
  const found = useRead<{ items: readonly ProviderAccountData[] }>('/console/operator/provider-accounts', {
    query: { environment },
    enabled: environment !== undefined,
  })
  return (id) => found.data?.items.find((each) => each.connector_account_id === id)
}

/** Connector, certification, and the certificate that ends first, for a list. An account without credentials has none. */
export function useAccountFacts(account: ProviderAccountData | undefined): readonly Fact[] {
  const texts = useProviderTexts()
  if (!account?.can_replace) return []
  const [first] = [...account.certificates].sort((one, other) => one.days_left - other.days_left)
  return [
    { name: texts.connector, value: account.connector },
    { name: texts.certification, value: <CertificationTag account={account} /> },
    ...(first
      ? [
          {
            name: texts.certificateEnds,
            value: (
              <>
                <Instant at={first.not_after} />{' '}
                <Tag tone={certificateTones[first.state]}>{texts.certificateStates[first.state]}</Tag>
              </>
            ),
          },
        ]
      : []),
  ]
}

/** What the last certification said; without one, that the connector was tested only against the contract. */
export function CertificationTag({ account: { certification: last } }: { account: ProviderAccountData }) {
  const texts = useProviderTexts()
  if (!last) return <Tag tone="calm">{texts.uncertified}</Tag>
  return <Tag tone={last.certified ? 'good' : 'bad'}>{last.certified ? texts.certified : texts.notCertified}</Tag>
}
