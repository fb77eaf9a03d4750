import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Answers younger than this are shown again without asking: going back to a list is instant. */
const freshMs = 5_000

/** A network that is away for a moment is asked again this often before the page says so. */
const retriesMax = 2

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      retry: (count, error) => count < retriesMax && isTemporary(error),
    },
    // A change is repeated by the person, who sees what became of the first.
    mutations: { retry: false },
  },
})

function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.httpStatus === 0 || error.httpStatus === 502 || error.httpStatus === 503)
}
