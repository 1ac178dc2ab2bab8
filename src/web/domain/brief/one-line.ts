/**
 * A client's name for a brief, its file and its subject: line breaks and other control characters become spaces, and what could reorder
 * the text around it goes. U+200E, U+200F and U+061C stay: names in Hebrew or Arabic need them, and they reorder nothing else.
 */
export const oneLine = (name: string) =>
  name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .trim()
