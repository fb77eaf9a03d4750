import { Autocomplete } from '@mantine/core'
import type { MerchantData, ServiceChoice } from '../../../../gateway/src/review/http/contract/operator.ts'
import { useDeskEnvironment } from '../../app/desk-environment.ts'
import { usePages, useRead } from '../../app/reading.ts'

const uuidAtEnd = /([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\s*$/i

/** The id of the point in what `PointField` has: chosen, or pasted. */
export function pointIdOf(text: string): string | undefined {
  return uuidAtEnd.exec(text)?.[1]?.toLowerCase()
}

export function useServices(): readonly ServiceChoice[] {
  return useRead<{ services: readonly ServiceChoice[] }>('/console/operator/services').data?.services ?? []
}

interface PointFieldProps {
  label: string
  description?: string
  required?: boolean
  value: string
  onChange: (text: string) => void
}

/** A point of the environment that the desk shows: chosen by the name of its merchant, or pasted by its id. */
export function PointField({ onChange, value, ...props }: PointFieldProps) {
  const { environment } = useDeskEnvironment()
  const search = pointIdOf(value) === undefined ? value.trim() : ''
  const { items } = usePages<MerchantData>('/console/operator/merchants', {
    query: { search: search === '' ? undefined : search },
  })
  const points = items.flatMap(({ name, points: own }) =>
    own
      .filter((point) => point.environment === environment)
      .map((point) => `${name} · ${point.name} · ${point.point_id}`),
  )
  return (
    <Autocomplete {...props} value={value} data={[...new Set(points)]} limit={20} maxLength={300} onChange={onChange} />
  )
}
