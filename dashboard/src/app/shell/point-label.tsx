import { Icon } from '../../parts/icons.tsx'
import { EnvironmentBadge } from '../../parts/values/tag.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import type { PointData } from '../session.ts'
import classes from './header.module.css'

/** What the header's button for points shows: the name and the environment of the current one. */
export function PointLabel({ current }: { current: PointData | undefined }) {
  const { header } = useShellTexts()
  return (
    <>
      {current && <span className="pa-unseen">{header.point}: </span>}
      <span className={classes['pointName']}>{current?.name ?? header.point}</span>
      {current && (
        <span className={classes['pointBadge']}>
          <EnvironmentBadge environment={current.environment} />
        </span>
      )}
      <Icon name="chevronDown" />
    </>
  )
}
