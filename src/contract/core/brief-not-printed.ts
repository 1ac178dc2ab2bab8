/** The header with the letters that are boxes in a PDF. Apart from the contract, since few pages read it. */
export const notPrintedHeader = 'x-brief-not-printed'
