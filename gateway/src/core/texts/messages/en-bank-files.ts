/** What is said of files of banks, in English. */
export const bankFileTexts = {
  'bank_file.read_before': 'This file was read in before: nothing would change.',
  'bank_file.empty': 'The file is empty.',
  'bank_file.too_large': 'The file is larger than {max} MiB: ask the bank for files of fewer days.',
  'bank_file.too_slow': 'The file did not arrive within {minutes} minutes: try again on a faster connection.',
  'bank_file.uploads_taken':
    'One file of yours, or two of several people, are being read here already: try again when it is done.',
  'bank_file.notices':
    'The file holds notices of single movements. Import the booked statement of the day: camt.053, MT940, OFX or a table.',
  'bank_file.intraday':
    'The file holds a report of a day that is not over. Import the booked statement of the day: camt.053, MT940, OFX or a table.',
  'bank_file.no_account':
    'No own bank account of the environment {environment} has the number {number} in {currency}. See Banks or pasarela bank list; pasarela bank set --number adds one more form of a number.',
  'bank_file.several_accounts': 'The number {number} is of several own bank accounts.',
  'bank_file.not_active':
    'The own bank account with the number {number} is not active: change it in Banks or by pasarela bank set --active yes.',
  'bank_file.line_without_day': 'Line {line} of the statement has no day.',
  'bank_file.line_currency': 'Line {line} of the statement is in {found}, the account in {currency}.',
  'bank_file.no_day': 'The statement says no day and has no lines.',
  'bank_file.is_none':
    'The file is none of camt.052, camt.053, camt.054, MT940, MT942 and OFX, and without a profile it is no table either.',
  'bank_file.is_table':
    'The file looks like a table (CSV). A table needs the profile of its bank: which column holds what.',
  'bank_file.is_zip': 'The file is a ZIP archive, or an Excel (XLSX) or Word document.',
  'bank_file.is_xls': 'The file is an old Excel (XLS) or Word document.',
  'bank_file.is_pdf': 'The file is a PDF document.',
  'bank_file.is_picture': 'The file is a picture ({kind}).',
  'bank_file.is_compressed': 'The file is compressed with {kind}.',
  'bank_file.is_html': 'The file is a web page (HTML).',
  'bank_file.is_json': 'The file is JSON, which is no statement format.',
  'bank_file.not_yet': 'The file is {kind}, which is not read yet.',
  'bank_file.blank': 'The file holds nothing but white space.',
  'bank_file.no_text': 'The file holds a zero byte and is no text.',
  'bank_file.too_many_lines': 'The file holds too many lines.',
  'bank_file.too_slow_to_read': 'Reading the file takes more than {seconds} seconds.',
  'bank_file.no_statement': 'The file holds no statement.',
  'bank_file.names_no_account': 'The statement names no account.',
  'bank_file.no_currency': 'The statement has no currency, and no own bank account has its number.',
  'bank_file.cut_statement': 'The statement ends without its closing balance (:62F:): the file is cut.',
  'bank_file.cut_line': 'The last line of the file has no end and may be half of one.',
  'bank_file.cut_row': 'The last line of the table has no end and may be half of one.',
  'bank_file.no_profile': 'The table has the columns of no agreed profile. The page of its account makes one.',
  'bank_file.several_profiles': 'The table fits the profiles of several own accounts: say which account it is of.',
  'bank_file.row_width': 'A row has {cells} columns, and the header has {width}.',
  'bank_file.row_balance': 'The balance of this row is {found}. The row before and its amount give {wanted}.',
  'bank_file.not_xml': 'This is not well-formed XML: {what}',
  'bank_file.as_read': '{reason}',
  'bank_file.at': 'Line {line}, column {column}, byte {byte}: {reason}',
} as const
