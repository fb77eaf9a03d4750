import { useParams } from '@tanstack/react-router'
import { type PointData, useSession } from './session.ts'
import { storedChoice, useStoredChoice } from './stored-choice.ts'

/** The point that was looked at last in this tab, else in any: where pages without a point lead to. */
export const lastPoint = storedChoice('point', (text): text is string => /^[0-9a-f-]{36}$/.test(text), { scope: 'tab' })

/** The chosen one of the person's points. Before anybody chose: a test point, so that nobody is at a live one by accident. */
export function chosenPointOf(points: readonly PointData[], chosenId: string | undefined): PointData | undefined {
  return (
    points.find(({ id }) => id === chosenId) ?? points.find(({ environment }) => environment === 'test') ?? points[0]
  )
}

/** The point of the page's address; throws outside of /p/$pointId, where there is none. */
export function usePoint(): PointData {
  const point = useMaybePoint()
  if (!point) throw new Error('this page belongs to no point')
  return point
}

/** The page's point, or the chosen one on pages that belong to none: every link that names no point leads there. */
export function useCurrentPoint(): PointData | undefined {
  const here = useMaybePoint()
  const chosenId = useStoredChoice(lastPoint)
  const { points } = useSession()
  return here ?? chosenPointOf(points, chosenId)
}

/** The point of the page's address; undefined where the page belongs to none, or to one that the person does not have. */
export function useMaybePoint(): PointData | undefined {
  const { pointId } = useParams({ strict: false })
  return useSession().points.find((point) => point.id === pointId)
}

/** The API below the page's point: `pointPath('/payments')` is `/console/points/<id>/payments`. */
export function usePointPath(): (path: string) => string {
  const { id } = usePoint()
  return (path) => pointPath(id, path)
}

export function pointPath(pointId: string, path: string): string {
  return `/console/points/${encodeURIComponent(pointId)}${path}`
}
