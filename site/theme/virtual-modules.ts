// Modules that the build provides (see `src/site-config.ts`), declared for the compiler.

declare module '@localSearchIndex' {
  /** By language, as VitePress names it: `root`, `es`, `pt`. JSON of MiniSearch. */
  const indexes: Record<string, () => Promise<{ default: string }>>
  export default indexes
}

declare module '@operations' {
  /** `TriableOperation` of `src/reference-pages.ts`, by the operation's id. */
  const operations: Record<string, { method: string; path: string; query: readonly string[]; body?: string }>
  export default operations
}

declare module '*.css'
