/** One field of the code: its number, the length of its text, its text. */
function field(number: string, text: string): string {
  return `${number}${String(text.length).padStart(2, '0')}${text}`
}

/** The text that payers scan or paste for a charge at this address (EMV merchant-presented, Pix's own tags). */
export function writePixCode(location: string, receiver: string): string {
  const ascii = receiver
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 25)
  const body = [
    field('00', '01'),
    field('26', field('00', 'br.gov.bcb.pix') + field('25', location)),
    field('52', '0000'),
    field('53', '986'),
    field('58', 'BR'),
    field('59', ascii),
    field('60', 'BRASILIA'),
    field('62', field('05', '***')),
  ].join('')
  return `${body}6304${checksum(`${body}6304`)}`
}

/** CRC-16/CCITT-FALSE, four upper-case hexadecimal digits. */
function checksum(text: string): string {
  let sum = 0xff_ff
  for (const byte of Buffer.from(text)) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80_00 ? ((sum << 1) ^ 0x10_21) & 0xff_ff : (sum << 1) & 0xff_ff
  }
  return sum.toString(16).toUpperCase().padStart(4, '0')
}
