/** The PNG in the address of its data. */
export const logoIn = (address: string) => Buffer.from(address.split(',')[1] ?? '', 'base64')
