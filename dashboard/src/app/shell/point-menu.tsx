import { Menu, UnstyledButton } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { useCurrentPoint, useMaybePoint } from '../point.ts'
import { type PointData, usePerson, useSession } from '../session.ts'
import classes from './header.module.css'
import { PointLabel } from './point-label.tsx'

/** The point that one is at, or that the navigation leads to; and the way to the others, to the same area there. */
export function PointMenu() {
  const { header } = useShellTexts()
  const { points } = useSession()
  const { side } = usePerson()
  const here = useMaybePoint()
  const current = useCurrentPoint()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (side === 'operator' || points.length === 0) return null
  const area = here ? (/\/p\/[^/]+\/([^/]+)/.exec(pathname)?.[1] ?? 'overview') : 'overview'
  const goTo = (point: PointData) => void navigate({ to: `/p/${point.id}/${area}` })
  return (
    <Menu position="bottom-start" width="target" styles={{ dropdown: { minWidth: '16rem' } }}>
      <Menu.Target>
        <UnstyledButton className={classes['point'] ?? ''}>
          <PointLabel current={current} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{header.point}</Menu.Label>
        {points.map((point) => (
          <Menu.Item
            key={point.id}
            onClick={() => goTo(point)}
            aria-current={point.id === current?.id ? 'true' : undefined}
            rightSection={<EnvironmentBadge environment={point.environment} />}
          >
            {point.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
