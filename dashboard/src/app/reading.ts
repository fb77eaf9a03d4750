import {
  keepPreviousData,
  queryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type Query } from './api.ts'
import { notifyDone, notifyError } from './notify.ts'

/** One page of a keyset list, as every list of the API answers. */
export interface Page<Item> {
  items: readonly Item[]
  next_cursor: string | null
}

export interface ReadOptions {
  query?: Query | undefined
  /** Asks again this often while the page is visible. */
  everySeconds?: number | undefined
  /** False: do not ask yet. */
  enabled?: boolean | undefined
}

export interface PagesOptions extends ReadOptions {
  /** `limit` of each page after the first. */
  laterLimit?: number
}

/** A longer list is not read anew by itself: each of its pages would be asked for again. */
const refreshedPagesMax = 4

/** A list whose answer has names of its own: the query's name of the cursor, and where page and cursor stand. */
export interface PageShape<Item> {
  cursorName: string
  read(answer: unknown): Page<Item>
}

/** Reads `path`; the answer is shared by everything on the page that reads the same. */
export function useRead<Data>(path: string, options: ReadOptions = {}): UseQueryResult<Data> {
  return useQuery({
    ...readQuery<Data>(path, options.query),
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    refetchInterval: options.everySeconds === undefined ? false : options.everySeconds * 1000,
  })
}

/** The same as options, for `queryClient.ensureQueryData` and tests of what is cached. */
export function readQuery<Data>(path: string, query: Query = {}) {
  return queryOptions({
    queryKey: ['read', path, query],
    queryFn: ({ signal }) => api.get<Data>(path, { query, signal }),
  })
}

const usualShape: PageShape<unknown> = { cursorName: 'cursor', read: (answer) => answer as Page<unknown> }

/** A list that grows by its cursor. */
export interface PagesResult<Item> {
  items: readonly Item[]
  /** The first page as it came, with what a list says besides its items. */
  firstPage: Page<Item> | undefined
  /** Nothing was read yet. */
  isPending: boolean
  /** Another page is on its way, or a changed filter's first page. */
  isFetching: boolean
  error: Error | null
  hasMore: boolean
  loadMore(): void
  retry(): void
}

/** Reads a keyset list page by page, newest first as the server orders it. */
export function usePages<Item>(
  path: string,
  options: PagesOptions = {},
  shape: PageShape<Item> = usualShape as PageShape<Item>,
): PagesResult<Item> {
  const query = options.query ?? {}
  const found = useInfiniteQuery({
    queryKey: ['pages', path, query],
    queryFn: async ({ pageParam, signal }) =>
      shape.read(
        await api.get<unknown>(path, {
          query: {
            ...query,
            [shape.cursorName]: pageParam,
            ...(pageParam !== undefined && options.laterLimit !== undefined && { limit: String(options.laterLimit) }),
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) =>
      options.everySeconds === undefined || (state.data?.pages.length ?? 0) > refreshedPagesMax
        ? false
        : options.everySeconds * 1000,
  })
  return {
    items: found.data?.pages.flatMap((page) => page.items) ?? [],
    firstPage: found.data?.pages[0],
    isPending: found.isPending,
    isFetching: found.isFetching,
    error: found.error,
    hasMore: found.hasNextPage,
    loadMore: () => void found.fetchNextPage(),
    retry: () => void found.refetch(),
  }
}

export interface ChangeOptions<Data> {
  /** Said in a toast when it succeeded. */
  done?: string | ((data: Data) => string)
  /** False: the form shows the error itself. */
  tellErrors?: boolean
  onDone?(data: Data): void
}

/** What a change leaves as it is. The preview of a file would send its bytes once more. */
const keptQueries: readonly unknown[] = ['session', 'bankFile']

/** A change by the person. Afterwards everything that the page shows is read anew. */
export function useChange<Input, Data>(change: (input: Input) => Promise<Data>, options: ChangeOptions<Data> = {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (data) => {
      if (options.done !== undefined) {
        notifyDone(typeof options.done === 'string' ? options.done : options.done(data))
      }
      options.onDone?.(data)
      await client.invalidateQueries({ predicate: ({ queryKey }) => !keptQueries.includes(queryKey[0]) })
    },
    onError: (error) => {
      if (options.tellErrors !== false) notifyError(error)
    },
  })
}
