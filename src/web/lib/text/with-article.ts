/** Words whose first sound is not that of their first letter. */
const likeConsonant = /^(uni(?!n)|us[ae]|util|ur[il]\b|euro|one\b|once\b)/i
const likeVowel = /^(hour|honest|honou?r|heir|(nps|sla|msp|sms|ssd)\b)/i

export const articleOf = (noun: string) =>
  likeVowel.test(noun) || (/^[aeiou]/i.test(noun) && !likeConsonant.test(noun)) ? 'an' : 'a'

/** "a user", "an enrollment", "an NPS response". */
export const withArticle = (noun: string) => `${articleOf(noun)} ${noun}`
