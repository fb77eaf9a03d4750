import { languages } from '../texts/messages/languages.ts'
import { instantFormat, namesOfZones, utcPattern, zoneNames } from './formats.ts'

/** Polling interval of an open page: 12 small reads a minute. */
export const statusPollSeconds = 5

/**
 * Copy buttons, the countdown by the server's clock, the payer's local time, printing and sharing a receipt, and the reload
 * when the payment changes.
 * The page is complete without the script: buttons stay hidden, the time is text, and a refresh in `noscript` replaces
 * the reload.
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
  // Where the browser lets no script copy, the payer copies the selected text.
  const selectBeside = (button) => {
    const value = button.parentElement.querySelector('[data-value]')
    if (value) getSelection().selectAllChildren(value)
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
      const isCopied = await copy(button.dataset.copy)
      button.focus()
      if (!isCopied) return selectBeside(button)
      word.textContent = button.dataset.done
      setTimeout(() => { word.textContent = label }, 2000)
    })
  }
  for (const clock of document.querySelectorAll('[data-until]')) {
    const left0 = Number(clock.dataset.left)
    const start = Date.now()
    let isOver = false
    const two = (n) => String(n).padStart(2, '0')
    const show = () => {
      const left = Math.max(0, Math.floor((left0 - (Date.now() - start)) / 1000))
      const days = Math.floor(left / 86400)
      const time = two(Math.floor(left / 3600) % 24) + ':' + two(Math.floor(left / 60) % 60) + ':' + two(left % 60)
      clock.textContent = days > 0 ? days + ' d ' + time : time
      if (left > 0 || isOver) return
      isOver = true
      setTimeout(() => location.reload(), 1500)
    }
    show()
    setInterval(show, 1000)
    clock.closest('[hidden]')?.removeAttribute('hidden')
  }
  for (const time of document.querySelectorAll('[data-local]')) {
    const { lang } = document.documentElement
    const name = ${JSON.stringify(Object.fromEntries(languages.map((one) => [one, namesOfZones(one)])))}[lang][Intl.DateTimeFormat().resolvedOptions().timeZone]
    const timeZoneName = name ? undefined : ${JSON.stringify(zoneNames)}[lang]
    const format = new Intl.DateTimeFormat(lang, { ...${JSON.stringify(instantFormat)}, timeZoneName })
    time.textContent = format.format(new Date(time.dateTime)).replace(${utcPattern}, 'UTC') + (name ? ' ' + name : '')
  }
  const shows = (name, on) => {
    const button = document.querySelector('[data-' + name + ']')
    if (!button) return
    button.hidden = false
    button.addEventListener('click', on)
  }
  shows('print', () => print())
  // Dismissed by the payer: nothing to do.
  if (navigator.share) shows('share', () => navigator.share({ title: document.title, url: location.href }).catch(() => {}))
  const state = document.body.dataset.state
  if (state === undefined) return
  const address = location.pathname.replace(/\\/return$/, '') + '/status'
  const look = async () => {
    if (document.hidden) return
    try {
      const answer = await fetch(address, { cache: 'no-store', credentials: 'omit' })
      if (answer.ok && (await answer.json()).state !== state) location.reload()
    } catch {
      // Offline: the next round asks again.
    }
  }
  // Back from the bank's app: ask at once.
  document.addEventListener('visibilitychange', look)
  setInterval(look, ${statusPollSeconds * 1000})
})()
`
