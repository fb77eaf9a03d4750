import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/tokens.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { currentLanguage } from './app/languages.ts'
import { watchPresence } from './app/presence.ts'
import { styleNonce } from './app/theme.ts'

// Read by the package that stops the page behind a dialog from scrolling: it adds a style element of its own.
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
document.documentElement.lang = currentLanguage()
watchPresence()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
