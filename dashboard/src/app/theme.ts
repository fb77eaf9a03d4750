import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
} from '@mantine/core'

/** The accent: 7 on light pages, 6 on dark ones, both with AA contrast under white text. */
const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dce6fe',
  '#b9cdfd',
  '#8fb0fb',
  '#6b96f8',
  '#4573ee',
  '#2f5be0',
  '#1d4ed8',
  '#1b40a5',
  '#17357f',
]

/** From text (0) over borders (4) to the page (7) and what lies below it. */
const dark: MantineColorsTuple = [
  '#e8ecf4',
  '#cbd2e0',
  '#aeb8ca',
  '#8d98ad',
  '#364055',
  '#2b3447',
  '#1b2332',
  '#111722',
  '#0d121b',
  '#090d14',
]

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  colors: { accent, dark },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  components: {
    // The words of a low button are never larger than those of an ordinary one.
    Button: Button.extend({
      vars: (_, { size }) => ({ root: size === 'compact-md' ? { '--button-fz': 'var(--mantine-font-size-sm)' } : {} }),
    }),
  },
  headings: { fontWeight: '650', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.125rem' } } },
})

/** Mantine's soft greys, its red and its yellow are lighter than AA asks for. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#4c566b',
    '--mantine-color-placeholder': '#667085',
    '--mantine-color-error': '#98191f',
    '--mantine-color-red-outline': '#98191f',
    '--mantine-color-yellow-outline': '#7a4d00',
  },
  dark: {
    '--mantine-color-dimmed': '#aeb8ca',
    '--mantine-color-placeholder': '#8d98ad',
    '--mantine-color-error': '#ffa8a8',
    '--mantine-color-red-outline': '#ffa8a8',
    '--mantine-color-yellow-outline': '#ffd43b',
  },
})

/** `public/first-paint.js` reads the same name. */
export const colorSchemes = localStorageColorSchemeManager({ key: 'pasarela.theme' })

/** The nonce under which this page may add style elements; the gateway writes it into the page, new each time. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? ''

/** Below this width a row becomes two lines, or a card, and what is long is folded. */
export const narrow = '(max-width: 47.99em)'
