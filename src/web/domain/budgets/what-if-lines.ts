/**
 * Lines that a budget’s what-if adds, in its address: `add=12_950.00_GBP_2027_Laptop`, each a purchase of a quantity at a price
 * in a year. What they are called comes last, since it may hold anything.
 */
export type AddedLine = { quantity: number; price: number; currency: string; year: number; description: string }

export const writeAddedLine = ({ quantity, price, currency, year, description }: AddedLine) =>
  [quantity, price, currency, year, description].join('_')

const pattern = /^(\d{1,9})_(\d{1,12}(?:\.\d{1,4})?)_([A-Z]{3})_(\d{4})_(.{1,255})$/s

export const readAddedLine = (text: string): AddedLine | null => {
  const [, quantity, price, currency = '', year, description = ''] = pattern.exec(text) ?? []
  if (quantity === undefined) return null
  return { quantity: Number(quantity), price: Number(price), currency, year: Number(year), description }
}

/** A purchase that can’t be counted, as far as it can be read. */
export const describeAddedText = (text: string): string => {
  const [quantity, price, currency, year, ...description] = text.split('_')
  return description.length > 0 ? `${quantity} × ${description.join('_')} (${price} ${currency}, ${year})` : text
}
