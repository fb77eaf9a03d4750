declare module '@localSearchIndex' {
  const indexes: Record<string, () => Promise<{ default: string }>>
  export default indexes
}

declare module '@operations' {
  import type { TriableOperation } from '../src/reference-pages.ts'
  const operations: Record<string, TriableOperation>
  export default operations
}
