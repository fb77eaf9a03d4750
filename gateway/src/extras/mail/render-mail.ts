import type { Language } from '../../core/texts/messages/languages.ts'

/** A mail in one language, as plain text and as simple HTML. */
export interface ComposedMail {
  subject: string
  text: string
  html: string
}

/** The parts of a mail. */
export interface MailParts {
  /** Also the subject. */
  heading: string
  paragraphs: readonly string[]
  /** Facts with their labels. */
  lines: readonly (readonly [string, string])[]
  link: { label: string; url: string }
  footer: string
}

/** Renders a mail as plain text and as HTML. */
export function renderMail(language: Language, parts: MailParts): ComposedMail {
  const { heading, paragraphs, lines, link, footer } = parts
  const text = [
    heading,
    ...paragraphs,
    lines.map(([label, value]) => `${label}: ${value}`).join('\n'),
    `${link.label}:\n${link.url}`,
    `-- \n${footer}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  const rows = lines
    .map(
      ([label, value]) =>
        `<tr><td style="padding:2px 16px 2px 0;color:#555">${escapeHtml(label)}</td><td>${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(heading)}</title></head>
<body style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em;margin:24px auto;padding:0 16px">
<h1 style="font-size:20px">${escapeHtml(heading)}</h1>
${paragraphs.map((each) => `<p>${escapeHtml(each)}</p>`).join('\n')}
${rows === '' ? '' : `<table style="border-collapse:collapse">${rows}</table>`}
<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" style="background:#1f4fd8;color:#ffffff;padding:10px 18px;border-radius:6px;text-decoration:none">${escapeHtml(link.label)}</a></p>
<p style="font-size:13px;color:#555">${escapeHtml(footer)}</p>
</body></html>`
  return { subject: `[Pasarela] ${heading}`, text, html }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** `2026-11-21T10:05:07.000Z` as `2026-11-21 10:05 UTC`; other texts do not change. */
export function shortUtc(value: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*(?:Z|\+00:00)$/.exec(value)
  return match ? `${match[1]} ${match[2]} UTC` : value
}
