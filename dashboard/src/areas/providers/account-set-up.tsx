import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type {
  ProviderAccountData,
  RouteData,
  SetUpFieldData,
} from '../../../../gateway/src/extras/providers/http/contract/providers.ts'
import { DescriptionList } from '../../parts/values/description-list.tsx'
import { Instant } from '../../parts/values/instant.tsx'
import { useOperatorWords, wordOf } from '../operator/texts.ts'
import type { Proposing } from '../proposals/propose-dialog.tsx'
import { Certification } from './certification.tsx'
import { useProvidersTexts } from './texts.ts'

interface AccountSetUpProps {
  account: ProviderAccountData
  /** What its connector asks for. */
  fields: readonly SetUpFieldData[]
  routes: readonly RouteData[]
  /** Undefined: the person may only look. */
  onPropose: ((proposing: Proposing) => void) | undefined
  onChange: () => void
}

/** What the form of a route begins with. */
const usualPriority = '100'

/** What an account at a provider is set to, and which orders come to it. */
export function AccountSetUp({ account, fields, routes, onPropose, onChange }: AccountSetUpProps) {
  const texts = useProvidersTexts()
  const { connector_account_id, environment } = account
  const fixed = { connector_account_id }
  return (
    <Stack gap="xs">
      {account.findings.map((finding) => (
        <Alert key={finding} color="yellow" variant="outline" role="alert">
          {finding}
        </Alert>
      ))}
      <Settings account={account} fields={fields} />
      {account.changeable && <Certification certification={account.certification} />}
      <Text fw={600}>{texts.routes}</Text>
      {routes.length === 0 && <Text size="sm">{texts.noRoutes}</Text>}
      <List listStyleType="none" spacing={4}>
        {routes.map((route) => (
          <List.Item key={route.route_id}>
            <Group gap="xs" wrap="nowrap">
              <RouteText route={route} />
              {onPropose && <EndButton route={route} onPropose={onPropose} />}
            </Group>
          </List.Item>
        ))}
      </List>
      {onPropose && (
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-md"
            onClick={() =>
              onPropose({ action: 'route', about: {}, fixed, initial: { priority: usualPriority }, environment })
            }
          >
            {texts.send}
          </Button>
          {account.changeable && (
            <Button variant="default" size="compact-md" onClick={onChange}>
              {texts.change}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

function Settings({
  account: { settings, certificate_ends_at: endsAt },
  fields,
}: Pick<AccountSetUpProps, 'account' | 'fields'>) {
  const texts = useProvidersTexts()
  const words = useOperatorWords().fields
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const facts = [
    ...Object.entries(settings).map(([name, value]) => ({ name: wordOf({ ...labels, ...words }, name), value })),
    ...(endsAt === null ? [] : [{ name: texts.certificateEnds, value: <Instant at={endsAt} distance /> }]),
  ]
  if (facts.length === 0) return null
  return (
    <>
      <Text fw={600}>{texts.settings}</Text>
      <DescriptionList facts={facts} />
    </>
  )
}

function EndButton({ route, onPropose }: { route: RouteData; onPropose: (proposing: Proposing) => void }) {
  const texts = useProvidersTexts()
  const { values } = useOperatorWords()
  const { route_id, environment, service_code: code, pay_type: payType } = route
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      flex="none"
      aria-label={texts.endRoute(code, wordOf(values, payType))}
      onClick={() => onPropose({ action: 'route_end', about: {}, fixed: { route_id }, environment })}
    >
      {texts.end}
    </Button>
  )
}

/** A route in one line: what it carries, for whom, with which rank. */
export function RouteText({ route }: { route: RouteData }) {
  const texts = useProvidersTexts()
  const { values } = useOperatorWords()
  const { service_code: code, pay_type: payType, point, priority, starts_at: startsAt } = route
  return (
    <Text size="sm" component="span">
      <strong>{code === '*' ? texts.everyCode : code}</strong> · {wordOf(values, payType)} ·{' '}
      {point?.name ?? texts.everyPoint} · {texts.priority(String(priority))}
      {startsAt !== null && (
        <>
          {' '}
          · {texts.from} <Instant at={startsAt} />
        </>
      )}
    </Text>
  )
}
