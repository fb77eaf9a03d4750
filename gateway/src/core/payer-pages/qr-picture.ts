import QRCode from 'qrcode'
import { type Html, trustedHtml } from './html.ts'

/** White modules around the code, required by ISO/IEC 18004. With fewer, some cameras do not find the code. */
const quietZoneModules = 4

/** The code as inline SVG. It needs no request, no script and no image source. */
export async function qrPicture(text: string): Promise<Html> {
  const svg = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: quietZoneModules })
  return trustedHtml(svg)
}
