// Before the first paint: the colours that were chosen last, so that no white page flashes in the dark.
;(() => {
  const chosen = localStorage.getItem('pasarela.theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()

// Where the page's own code does not come, as when the gateway goes away between two files: says so instead of staying white.
;(() => {
  const texts = {
    en: ['No connection', 'The gateway did not answer. Check your connection and try again.', 'Try again'],
    es: ['Sin conexión', 'La pasarela no respondió. Revise su conexión e inténtelo de nuevo.', 'Intentar de nuevo'],
    pt: ['Sem conexão', 'O gateway não respondeu. Verifique sua conexão e tente de novo.', 'Tentar de novo'],
  }
  const languages = [localStorage.getItem('pasarela.language') ?? '', ...navigator.languages]
  const language = languages.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each in texts) ?? 'en'
  const elementOf = (name, text) => Object.assign(document.createElement(name), { textContent: text })

  const show = (root) => {
    const [title, explanation, retry] = texts[language]
    const alert = document.createElement('main')
    alert.setAttribute('role', 'alert')
    Object.assign(alert.style, { maxWidth: '34rem', margin: '20vh auto 0', padding: '1rem', font: '16px system-ui' })
    const button = elementOf('button', retry)
    button.type = 'button'
    Object.assign(button.style, { font: 'inherit', padding: '0.5rem 1rem' })
    button.addEventListener('click', async () => {
      const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined)
      if (answer?.ok) location.reload()
    })
    alert.append(elementOf('h1', title), elementOf('p', explanation), button)
    document.documentElement.lang = language
    document.title = `${title} · Pasarela`
    root.replaceChildren(alert)
  }

  addEventListener(
    'error',
    ({ target }) => {
      if (!(target instanceof HTMLScriptElement) && !(target instanceof HTMLLinkElement)) return
      if (target instanceof HTMLLinkElement && target.rel === 'icon') return
      const root = document.getElementById('root')
      if (root?.childElementCount === 0) show(root)
    },
    true,
  )
})()
