import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { dashboardLink } from './dashboard-link.ts'
import { tryRequest } from './try-request.ts'
import './style.css'

/** The theme of VitePress without its fonts, with the parts of it replaced that fail an accessibility check. */
export const theme: Theme = {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-after': () => h(dashboardLink),
      'nav-screen-content-after': () => h(dashboardLink),
    }),
  enhanceApp: ({ app }) => {
    app.component('TryRequest', tryRequest)
  },
}
