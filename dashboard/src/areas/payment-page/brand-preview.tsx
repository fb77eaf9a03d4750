import type { CSSProperties } from 'react'
import {
  brandColours,
  brandedBackgrounds,
  isBrandColour,
  type SchemeColours,
} from '../../../../gateway/src/core/merchants/rules/brand-colours.ts'
import type { BrandData } from '../../../../gateway/src/extras/payment-page/http/contract/brand.ts'
import { formatAmount } from '../../app/formats.ts'
import { useLanguage } from '../../app/languages.ts'
import classes from './brand.module.css'
import { usePaymentPageTexts } from './texts.ts'

export interface PreviewedBrand {
  name: string
  /** `#rrggbb`; anything else shows the usual colours. */
  colour: string
  /** The address of a picture; null: the first letter of the name. */
  logoUrl: string | null
  hasShopUrl: boolean
  /** A payment by a method of the point. */
  sample: BrandData['sample']
}

const sampleAmount = 1250

/** The colours of a page whose shop has none. The band has that of the page. */
const usual: Readonly<Record<'light' | 'dark', SchemeColours>> = {
  light: { band: '#f4f6fa', onBand: '#141b2d', fill: '#1f4fd1', onFill: '#ffffff', accent: '#1f4fd1' },
  dark: { band: '#0c111c', onBand: '#edf1fa', fill: '#93b6ff', onFill: '#0b1530', accent: '#93b6ff' },
}

const texts = { light: ['#141b2d', '#4d586e'], dark: ['#edf1fa', '#b1bcd1'] } as const

/** A payer page in miniature, by the same rules of colours. */
export function BrandPreview({ brand }: { brand: PreviewedBrand }) {
  const { light, dark } = usePaymentPageTexts()
  return (
    <div className={classes['previews']}>
      <Pane brand={brand} scheme="light" label={light} />
      <Pane brand={brand} scheme="dark" label={dark} />
    </div>
  )
}

function Pane({ brand, scheme, label }: { brand: PreviewedBrand; scheme: 'light' | 'dark'; label: string }) {
  const words = usePaymentPageTexts()
  const language = useLanguage()
  const copy = brand.sample.kind === 'qr' ? words.copyPix : words.copyAmount
  const isBranded = isBrandColour(brand.colour)
  const colours = isBranded ? brandColours(brand.colour)[scheme] : usual[scheme]
  const { page, card } = brandedBackgrounds[scheme]
  const [ink, soft] = texts[scheme]
  const mark = isBranded
    ? { background: card, color: colours.accent }
    : { background: colours.accent, color: colours.onFill }
  const border = `1.5px solid ${colours.accent}`
  return (
    <figure className={classes['pane']}>
      <figcaption>{label}</figcaption>
      <div className={classes['page']} style={{ background: page, color: ink }}>
        <div className={classes['band']} style={{ background: colours.band, color: colours.onBand }}>
          {brand.logoUrl === null ? (
            <span className={classes['mark']} style={mark}>
              {Array.from(brand.name)[0]?.toUpperCase()}
            </span>
          ) : (
            <img className={classes['logo']} src={brand.logoUrl} alt="" />
          )}
          <span className={classes['name']}>{brand.name}</span>
        </div>
        <div className={classes['card']} style={{ background: card }}>
          <span style={{ color: soft }}>{words.amountToPay}</span>
          <strong className={classes['amount']}>
            {formatAmount(sampleAmount, brand.sample.currency, { language })}
          </strong>
          {brand.hasShopUrl && <Fake style={{ border, color: colours.accent }}>{copy}</Fake>}
          <Fake style={{ border, background: colours.fill, color: colours.onFill }}>
            {brand.hasShopUrl ? words.backTo(brand.name) : copy}
          </Fake>
        </div>
      </div>
    </figure>
  )
}

/** Looks like a button and is none. */
function Fake({ style, children }: { style: CSSProperties; children: string }) {
  return (
    <span className={classes['fake']} style={style}>
      {children}
    </span>
  )
}
