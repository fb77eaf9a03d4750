import { CHALLENGE_WORDS, LANGUAGES, type Language } from './challenge-words.ts'
import { Html, html } from './html.ts'
import { STYLE } from './style.ts'

export interface Page {
  title: string
  /** Small text at the right of the bank's name. */
  side: string
  content: Html
  /** Pages of a card holder speak three languages and have a switch; the others are for developers, in English. */
  language?: Language
}

/** A whole document around a page's content. `nonce` stands in the Content-Security-Policy of the same answer. */
export function renderPage(page: Page, nonce: string): string {
  const words = CHALLENGE_WORDS[page.language ?? 'en']
  return html`<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} · Simulated Bank</title>
<style nonce="${nonce}">${new Html(STYLE)}</style>
</head>
<body>
<p class="ribbon">${words.ribbon}</p>
<main>
<div class="sheet">
<div class="top">${BANK_MARK}<span>Simulated Bank</span><span class="side">${page.side}</span>${page.language && languageSwitch(page.language)}</div>
${page.content}
</div>
<footer>${words.footer}</footer>
</main>
</body>
</html>
`.text
}

function languageSwitch(current: Language): Html {
  const links = LANGUAGES.map(
    (one) =>
      html`<a href="?lang=${one}" hreflang="${one}"${one === current ? html` aria-current="true"` : undefined}>${one.toUpperCase()}</a>`,
  )
  return html`<nav aria-label="${CHALLENGE_WORDS[current].languages}">${links}</nav>`
}

/** What a page says about the state of things: a coloured strip with a mark. */
export function stateStrip(strip: { tone: 'good' | 'bad' | 'wait'; title: string; text: string }): Html {
  return html`<div class="state ${strip.tone}" role="status">${MARKS[strip.tone]}<div><strong>${strip.title}</strong><span>${strip.text}</span></div></div>`
}

/** Rows of a description list; rows without a value are left out. */
export function details(rows: readonly (readonly [string, string | undefined])[]): Html {
  const shown = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<div><dt>${name}</dt><dd>${value}</dd></div>`],
  )
  return html`<dl>${shown}</dl>`
}

/** `2 January 2026, 03:04 UTC` for an ISO instant. */
export function shownInstant(iso: string, locale = 'en-GB'): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(iso))} UTC`
}

export function notFoundPage(): Page {
  const content = html`<h1>There is nothing to pay here</h1><p>The address is not complete, or the order is not known to this bank.</p>`
  return { title: 'Not found', side: '', content }
}

const BANK_MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="currentColor" opacity=".14"/><path d="M16 6 6 11.5V14h20v-2.5zM9 16v6m4.7-6v6m4.6-6v6M23 16v6M7 25h18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

const MARKS = {
  good: html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2"/><path d="m7.5 12.5 3 3 6-6.5" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
  bad: html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2"/><path d="m8.5 8.5 7 7m0-7-7 7" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>`,
  wait: html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10" fill="none" stroke="currentColor" stroke-width="2"/><path d="M12 7v5l3.5 2" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`,
}
