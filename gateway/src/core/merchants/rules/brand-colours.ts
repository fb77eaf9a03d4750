/** The colours of a payer page that follow from the shop's colour, as `#rrggbb`. */
export interface SchemeColours {
  /** The band at the top, and the text on it. */
  band: string
  onBand: string
  /** The main button, and the text on it. */
  fill: string
  onFill: string
  /** Links, borders and marks. Readable as text on every background of the page. */
  accent: string
}

export interface BrandColours {
  light: SchemeColours
  dark: SchemeColours
}

/** The backgrounds of a page with a shop's colour: page, card, and the tint of notices. */
export const brandedBackgrounds = {
  light: { page: '#f4f6fa', card: '#ffffff', tint: '#f0f2f6' },
  dark: { page: '#0c111c', card: '#151c2b', tint: '#1f2738' },
} as const

/** WCAG 2.2 level AA for text. */
export const contrastMin = 4.5

export function isBrandColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/.test(text)
}

/**
 * The colours of a page from a shop's colour, `#rrggbb`. Every text that they make has a contrast of at least 4.5:1.
 * The band of the dark scheme is never brighter than white text allows, because a bright band dazzles.
 */
export function brandColours(colour: string): BrandColours {
  const own = channelsOf(colour)
  const onFill = readableOn(colour)
  const bandOfDark = mixedUntil(own, black, (mixed) => contrast('#ffffff', mixed) >= contrastMin)
  return {
    light: { band: colour, onBand: onFill, fill: colour, onFill, accent: accentOn(own, 'light') },
    dark: { band: bandOfDark, onBand: '#ffffff', fill: colour, onFill, accent: accentOn(own, 'dark') },
  }
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

type Channels = readonly [number, number, number]

const black: Channels = [0, 0, 0]
const white: Channels = [255, 255, 255]

/** One of both is readable on any colour: their contrasts multiply to 21. */
function readableOn(colour: string): string {
  return contrast('#ffffff', colour) >= contrast('#000000', colour) ? '#ffffff' : '#000000'
}

function accentOn(own: Channels, scheme: 'light' | 'dark'): string {
  const backgrounds = Object.values(brandedBackgrounds[scheme])
  const isReadable = (mixed: string) => backgrounds.every((background) => contrast(background, mixed) >= contrastMin)
  if (scheme === 'light') return mixedUntil(own, black, isReadable)
  // White alone would make a grey of a dark colour, and a grey button looks as if it did nothing.
  const vivid = vividOf(own)
  const brighter = mixedUntil(own, vivid, isReadable)
  return isReadable(brighter) ? brighter : mixedUntil(vivid, white, isReadable)
}

/** More would make a strong colour of what looks black. */
const brighteningMax = 4

/** The same hue as bright as it can be. */
function vividOf(own: Channels): Channels {
  const factor = Math.min(brighteningMax, 255 / Math.max(1, ...own))
  return [Math.round(own[0] * factor), Math.round(own[1] * factor), Math.round(own[2] * factor)]
}

const mixingSteps = 100

/** The colour with as little of the other as the condition needs. */
function mixedUntil(own: Channels, other: Channels, isEnough: (colour: string) => boolean): string {
  for (let step = 0; step < mixingSteps; step += 1) {
    const mixed = mixedColour(own, other, step / mixingSteps)
    if (isEnough(mixed)) return mixed
  }
  return written(other)
}

function mixedColour(own: Channels, other: Channels, share: number): string {
  const mixed = (at: 0 | 1 | 2) => Math.round(own[at] + (other[at] - own[at]) * share)
  return written([mixed(0), mixed(1), mixed(2)])
}

function written(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(colour: string): Channels {
  const channel = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
function luminance(colour: string): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}
