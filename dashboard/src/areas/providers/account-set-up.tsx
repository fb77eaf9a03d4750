import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import type {
  ProviderAccountData,
  RouteData,
} from '../../../../gateway/src/extras/providers/http/contract/providers.ts'
import { DescriptionList } from '../../parts/description-list.tsx'
import { Instant } from '../../parts/instant.tsx'
import type { Proposing } from '../operator/propose-dialog.tsx'
import { useOperatorWords, wordOf } from '../operator/texts.ts'
import { useProvidersTexts } from './texts.ts'

interface AccountSetUpProps {
  account: ProviderAccountData
  routes: readonly RouteData[]
  /** Undefined: the person may only look. */
  onPropose: ((proposing: Proposing) => void) | undefined
  onChange: () => void
}

/** What an account at a provider is set to, and which orders come to it. */
export function AccountSetUp({ account, routes, onPropose, onChange }: AccountSetUpProps) {
  const texts = useProvidersTexts()
  const { fields } = useOperatorWords()
  const { connector_account_id, environment, settings, certificate_ends_at: endsAt } = account
  const facts = [
    ...Object.entries(settings).map(([name, value]) => ({ name: wordOf(fields, name), value })),
    ...(endsAt === null ? [] : [{ name: texts.certificateEnds, value: <Instant at={endsAt} distance /> }]),
  ]
  return (
    <Stack gap="xs">
      {account.findings.map((finding) => (
        <Alert key={finding} color="yellow" variant="outline" role="alert">
          {finding}
        </Alert>
      ))}
      {facts.length > 0 && <DescriptionList facts={facts} />}
      <Text fw={600}>{texts.routes}</Text>
      {routes.length === 0 && <Text size="sm">{texts.noRoutes}</Text>}
      <List listStyleType="none" spacing={4}>
        {routes.map((route) => (
          <List.Item key={route.route_id}>
            <Group gap="xs">
              <RouteText route={route} />
              {onPropose && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() =>
                    onPropose({ action: 'route_end', about: {}, fixed: { route_id: route.route_id }, environment })
                  }
                >
                  {texts.end}
                </Button>
              )}
            </Group>
          </List.Item>
        ))}
      </List>
      {onPropose && (
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-md"
            onClick={() => onPropose({ action: 'route', about: {}, fixed: { connector_account_id }, environment })}
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

/** A route in one line: what it carries, for whom, with which rank. */
export function RouteText({ route }: { route: RouteData }) {
  const texts = useProvidersTexts()
  const { values } = useOperatorWords()
  const { service_code: code, pay_type: payType, point, priority, starts_at: startsAt } = route
  return (
    <Text size="sm" component="span">
      <strong>{code}</strong> · {wordOf(values, payType)} · {point?.name ?? texts.everyPoint} ·{' '}
      {texts.priority(String(priority))}
      {startsAt !== null && (
        <>
          {' '}
          · {texts.from} <Instant at={startsAt} />
        </>
      )}
    </Text>
  )
}
