import { NativeSelect } from '@mantine/core'
import { usePoint } from '../../app/point.ts'
import { useSession } from '../../app/session.ts'
import { useUrlFilters } from '../../parts/url-filters.ts'
import { useShellTexts } from '../../texts/all-shell.ts'
import { usePaymentsTexts } from './texts.ts'

export interface AllPoints {
  /** The list holds the transactions of all points of this environment. */
  isShown: boolean
  /** Points of this environment that the person has. */
  count: number
  set(isShown: boolean): void
}

/** Whether the list is of this point or of all points of its environment, as the address says. */
export function useAllPoints(): AllPoints {
  const { environment } = usePoint()
  const count = useSession().points.filter((point) => point.environment === environment).length
  const { values, set } = useUrlFilters(['points'] as const)
  return {
    isShown: values.points === 'all' && count > 1,
    count,
    set: (isShown) => set({ points: isShown ? 'all' : '' }),
  }
}

/** Nothing where there is only one point. */
export function PointsField({ ofAll }: { ofAll: AllPoints }) {
  const { list } = usePaymentsTexts()
  const { environments } = useShellTexts()
  const { name, environment } = usePoint()
  if (ofAll.count < 2) return null
  return (
    <NativeSelect
      label={list.points}
      value={ofAll.isShown ? 'all' : ''}
      onChange={(event) => ofAll.set(event.currentTarget.value === 'all')}
      data={[
        { value: '', label: name },
        { value: 'all', label: list.allPoints(environments[environment], String(ofAll.count)) },
      ]}
    />
  )
}
