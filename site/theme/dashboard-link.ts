import { defineComponent, h } from 'vue'
import { usePageTexts } from './page-texts.ts'

/** The dashboard stands outside the folder of the documentation, where VitePress cannot link to by itself. */
export const dashboardLink = defineComponent({
  name: 'DashboardLink',
  setup: () => {
    const texts = usePageTexts()
    return () => h('a', { class: 'dashboard-link', href: '/dashboard/', target: '_self' }, texts.value.dashboard)
  },
})
