import { useParams } from '@tanstack/react-router'
import { type PointData, useSession } from './session.ts'
import { storedChoice } from './stored-choice.ts'

/** The point that was looked at last: where the dashboard opens next time. */
export const lastPoint = storedChoice('point', (text): text is string => /^[0-9a-f-]{36}$/.test(text))

/** The point of the page's address; throws outside of /p/$pointId, where there is none. */
export function usePoint(): PointData {
  const point = useMaybePoint()
  if (!point) throw new Error('this page belongs to no point')
  return point
}

/** The same, undefined where the page belongs to no point or to one that the person does not have. */
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
