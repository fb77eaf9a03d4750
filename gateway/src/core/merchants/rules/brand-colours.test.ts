import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brandColours, brandedBackgrounds, contrast, contrastMin, isBrandColour } from './brand-colours.ts'

/** A colour of the HSL model: degrees, and shares from 0 to 1. */
function hsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const place = (offset + hue / 30) % 12
    const share = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}

/** Every fourth degree, five saturations and 21 lightnesses, black and white among them. */
function* colours() {
  for (let hue = 0; hue < 360; hue += 4)
    for (let saturation = 0; saturation <= 4; saturation += 1)
      for (let lightness = 0; lightness <= 20; lightness += 1) yield hsl(hue, saturation / 4, lightness / 20)
}

/** The texts of the page itself, which stand on the tint of a branded page too. */
const ownTexts = { light: ['#141b2d', '#4d586e'], dark: ['#edf1fa', '#b1bcd1'] } as const

describe('the colours of a payer page', () => {
  it('keep a contrast of 4.5 for every hue, saturation and lightness, in both schemes', () => {
    for (const colour of colours()) {
      assert.ok(isBrandColour(colour), colour)
      const made = brandColours(colour)
      for (const scheme of ['light', 'dark'] as const) {
        const { band, onBand, fill, onFill, accent } = made[scheme]
        const where = `${colour} ${scheme} ${JSON.stringify(made[scheme])}`
        for (const each of [band, onBand, fill, onFill, accent]) assert.ok(isBrandColour(each), where)
        assert.ok(contrast(band, onBand) >= contrastMin, where)
        assert.ok(contrast(fill, onFill) >= contrastMin, where)
        for (const background of Object.values(brandedBackgrounds[scheme]))
          assert.ok(contrast(background, accent) >= contrastMin, where)
      }
    }
  })

  it('leave a colour alone that is readable already', () => {
    const { light, dark } = brandColours('#0b5fa5')
    assert.deepEqual([light.band, light.fill, light.accent], ['#0b5fa5', '#0b5fa5', '#0b5fa5'])
    assert.equal(dark.band, '#0b5fa5')
    assert.notEqual(dark.accent, '#0b5fa5')
    assert.equal(brandColours('#ffd400').light.onBand, '#000000')
  })

  it('stand on backgrounds on which the page’s own texts are readable', () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const background of Object.values(brandedBackgrounds[scheme]))
        for (const text of ownTexts[scheme])
          assert.ok(contrast(background, text) >= contrastMin, `${background} ${text}`)
  })

  it('are measured as WCAG says', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21)
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48')
  })

  it('come only from six small hexadecimal digits', () => {
    for (const text of ['#FFF', '#fff', 'red', '#12345g', '#1234567', '#123456;}', ' #123456', '#ABCDEF', '#123456\n'])
      assert.equal(isBrandColour(text), false, text)
  })
})
