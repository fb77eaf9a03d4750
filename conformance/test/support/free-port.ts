const script = new URL('../../../../scripts/free-port.mjs', import.meta.url).href

/** The one place that chooses ports; this file runs compiled, in `dist/test/support`. */
export const { freePort } = (await import(script)) as { freePort: () => Promise<number> }
