// @ts-check
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gateway to which `npx vite` in this folder hands on what the dashboard asks. */
const gateway = process.env['PASARELA_URL'] ?? 'http://127.0.0.1:8420'

export default defineConfig({
  base: '/dashboard/',
  plugins: [react()],
  build: {
    manifest: 'manifest.json',
    // Everything is a file of its own: the page's policy takes no inline script, and pictures stay out of the styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // build.mjs holds the size that counts, which is that of the first load.
    chunkSizeWarningLimit: 1000,
    emptyOutDir: true,
  },
  server: { proxy: { '/console': gateway } },
})
