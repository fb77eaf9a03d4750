import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDocumentTitle } from '../../parts/page-header.tsx'
import { EmptyState } from '../../parts/states.tsx'
import { useShellTexts } from '../../texts/all-shell.ts'
import { NotFoundPage } from '../error-page.tsx'
import { lastPoint, useMaybePoint } from '../point.ts'

/** Around every page of a point. Somebody else's point is not there. */
export function PointFrame() {
  const point = useMaybePoint()
  const pointId = point?.id
  useEffect(() => {
    if (pointId !== undefined) lastPoint.write(pointId)
  }, [pointId])
  // The key starts a page anew with another point: nothing typed at one is sent to another.
  return point ? <Outlet key={point.id} /> : <NotFoundPage />
}

/** The start page of a merchant without points. */
export function NoPoints() {
  const { errors } = useShellTexts()
  useDocumentTitle(errors.noPointsTitle)
  return <EmptyState heading={1} title={errors.noPointsTitle} explanation={errors.noPoints} />
}
