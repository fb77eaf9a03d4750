const types = ['image/png', 'image/jpeg', 'image/webp']

/** How a PNG begins, as base64. */
const pngStart = 'iVBORw0KGgo'

/** The gateway refuses larger ones. */
const logoBytesMax = 40 * 1024
const logoSideMax = 512

/** Larger files are no logos, and take long to draw. */
const fileBytesMax = 10_000_000

/** What a picture is drawn with, largest first. */
const sides = [512, 256, 128]

export type LogoFileFault = 'not_a_picture' | 'too_large'

/** A chosen picture as the data URL of a PNG, drawn anew and smaller where the gateway would refuse it. */
export async function readLogoFile(file: File): Promise<{ url: string } | { fault: LogoFileFault }> {
  if (!types.includes(file.type)) return { fault: 'not_a_picture' }
  if (file.size > fileBytesMax) return { fault: 'too_large' }
  const url = await dataUrlOf(file)
  const picture = new Image()
  picture.src = url
  try {
    await picture.decode()
  } catch {
    return { fault: 'not_a_picture' }
  }
  const side = Math.max(picture.naturalWidth, picture.naturalHeight)
  const isPng = base64Of(url).startsWith(pngStart)
  if (isPng && side <= logoSideMax && bytesOf(url) <= logoBytesMax) return { url }
  for (const max of sides) {
    const png = drawn(picture, Math.min(1, max / side))
    if (bytesOf(png) <= logoBytesMax) return { url: png }
  }
  return { fault: 'too_large' }
}

/** The bytes of a data URL as base64. */
export function base64Of(dataUrl: string): string {
  return dataUrl.slice(dataUrl.indexOf(',') + 1)
}

function bytesOf(dataUrl: string): number {
  return (base64Of(dataUrl).length * 3) / 4
}

async function dataUrlOf(file: File): Promise<string> {
  return await new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'))
    reader.readAsDataURL(file)
  })
}

function drawn(picture: HTMLImageElement, scale: number): string {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/png')
}
