// @ts-check
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The gateway to which `npx vite` in this folder hands on what the dashboard asks. */
const gateway = process.env['PASARELA_URL'] ?? 'http://127.0.0.1:8420'

/** Everything that the entry imports statically. */
const firstLoad = { name: 'first', tags: /** @type {['$initial']} */ (['$initial']), priority: 2 }
/** What at least sixteen pages or dialogs use: fewer would make the first page load much that it does not show. */
const sharedParts = { name: 'parts', minShareCount: 16, priority: 1 }
/** What the header loads as soon as a page stands. */
const menus = { name: 'menus', test: /shell.(point-)?menus?\.tsx$/ }
/** What the overviews of merchants and operators share with a few pages. */
const figures = { name: 'figures', test: /(charts|change|alert-groups|page-of|Skeleton)\.[a-z.]+$/ }

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
    // A page asks for few files: the first load is one, and what most pages share is another.
    rolldownOptions: { output: { codeSplitting: { groups: [firstLoad, sharedParts, menus, figures] } } },
  },
  server: { proxy: { '/console': gateway } },
})
