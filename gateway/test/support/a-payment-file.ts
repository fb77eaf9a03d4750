/** A bank's table of three columns. */
export const paymentFileTemplate = {
  columns: [
    { header: 'CLABE', value: 'account', max: 18, required: true },
    { header: 'Importe', value: 'amount' },
    { header: 'Clave', value: 'instruction_key' },
  ],
  ...{ delimiter: ';', header: true, decimal_mark: '.', decimals: 2, date_format: 'dd/MM/yyyy' },
}

/** A CLABE with its check digit, from its first 17 digits. */
export function clabe(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + ((Number(digit) * ([3, 7, 1][at % 3] ?? 0)) % 10), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
