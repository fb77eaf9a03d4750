import QRCode from 'qrcode'
import { type Html, trustedHtml } from './html.ts'

/** Modules of white around the picture, as ISO/IEC 18004 demands; less and some cameras do not find it. */
const quietZoneModules = 4

/** The code as an inline SVG: it needs no request, no script and no image source. */
export async function qrPicture(text: string): Promise<Html> {
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: quietZoneModules })
  return trustedHtml(svg)
}
