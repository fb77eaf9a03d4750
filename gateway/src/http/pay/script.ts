/** How often an open page asks whether its payment changed: soon enough to feel live, 12 small reads a minute. */
export const statusPollSeconds = 5

/**
 * Copy buttons, the countdown, and the reload when the payment changed. The page is complete without it: buttons stay
 * hidden, the time stands as text, and a refresh in `noscript` stands in for the reload.
 */
export const pageScript = `
(() => {
  'use strict'
  const fallbackCopy = (text) => {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      return fallbackCopy(text)
    }
  }
  for (const button of document.querySelectorAll('[data-copy]')) {
    const word = button.querySelector('[data-word]')
    const label = word.textContent
    button.hidden = false
    button.addEventListener('click', async () => {
      if (!(await copy(button.dataset.copy))) return
      word.textContent = button.dataset.done
      setTimeout(() => { word.textContent = label }, 2000)
    })
  }
  for (const clock of document.querySelectorAll('[data-until]')) {
    const until = Date.parse(clock.dataset.until)
    const two = (n) => String(n).padStart(2, '0')
    const show = () => {
      const left = Math.max(0, Math.floor((until - Date.now()) / 1000))
      const days = Math.floor(left / 86400)
      const time = two(Math.floor(left / 3600) % 24) + ':' + two(Math.floor(left / 60) % 60) + ':' + two(left % 60)
      clock.textContent = days > 0 ? days + ' d ' + time : time
    }
    show()
    setInterval(show, 1000)
    clock.closest('[hidden]')?.removeAttribute('hidden')
  }
  const state = document.body.dataset.state
  if (state === undefined) return
  const address = location.pathname.replace(/\\/return$/, '') + '/status'
  setInterval(async () => {
    if (document.hidden) return
    try {
      const answer = await fetch(address, { cache: 'no-store', credentials: 'omit' })
      if (answer.ok && (await answer.json()).state !== state) location.reload()
    } catch {
      // Offline: the next round asks again.
    }
  }, ${statusPollSeconds * 1000})
})()
`
