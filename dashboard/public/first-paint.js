// Before the first paint: the colours that were chosen last, so that no white page flashes in the dark.
;(() => {
  const chosen = localStorage.getItem('pasarela.theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
