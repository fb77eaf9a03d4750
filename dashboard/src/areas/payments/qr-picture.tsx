import QRCode from 'qrcode'
import { useMemo } from 'react'
import classes from './payments.module.css'

/** White modules around the code, without which cameras do not find it. */
const quietZone = 4

/** The text as a QR code: dark on white in both schemes. */
export function QrPicture({ text, name }: { text: string; name: string }) {
  const { path, width } = useMemo(() => drawingOf(text), [text])
  return (
    <svg
      role="img"
      aria-label={name}
      className={classes['qr']}
      viewBox={`${-quietZone} ${-quietZone} ${width} ${width}`}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

function drawingOf(text: string): { path: string; width: number } {
  const { data, size } = QRCode.create(text, { errorCorrectionLevel: 'M' }).modules
  const squares = [...data].map((isDark, at) => (isDark ? `M${at % size} ${Math.floor(at / size)}h1v1h-1z` : ''))
  return { path: squares.join(''), width: size + 2 * quietZone }
}
