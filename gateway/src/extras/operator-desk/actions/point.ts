import { z } from 'zod'
import type { PointRow } from '../../../core/merchants/rules/point-row.ts'
import { uuidField } from '../../../core/web/operator-query.ts'
import { requirePoint } from '../../point-settings/set-point-money.ts'
import type { Preview } from '../preview.ts'
import { named, type OperatorAction, type ReadDeps } from './action.ts'

interface OfPoint {
  pointId: string
}

interface PointAction<Input extends OfPoint> extends Omit<OperatorAction<Input>, 'about' | 'preview'> {
  preview(deps: ReadDeps, input: Input, point: PointRow): Preview | Promise<Preview>
}

/** A setting of a point or a change of its balance. */
export function pointAction<Input extends OfPoint>(action: PointAction<Input>) {
  return {
    ...action,
    about: async (deps, { pointId }) => {
      const point = await requirePoint(deps.database.engine, pointId)
      return { environment: point.environment, pointId: point.point_id, transactionId: null }
    },
    preview: async (deps, input) =>
      await action.preview(deps, input, await requirePoint(deps.database.engine, input.pointId)),
  } satisfies OperatorAction<Input>
}

export const ofPoint = z.object({ point_id: named(uuidField, 'UUID', 'the auth_point_id') })
