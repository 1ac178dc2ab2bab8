/** Words that say nothing of what someone thinks, by language. */
const lists: Record<string, string> = {
  en: 'the and for that this with was were are you your our has have had not but all any can could will would just from they them their there then than when what which who how its it’s been being did does doing done into out over under about after before again very too also only more most some such own same she her him his himself i’m i’ve we’ve don’t didn’t isn’t wasn’t where while because until even ever here should may might must very much many one two get got',
  de: 'der die das und ist nicht ein eine einen einem einer des dem den mit für auf von wir sie ich ihr uns war waren wird wurde werden hat haben hatte bei aus nach auch noch nur schon sehr dass wenn wie was wer aber oder als bis zum zur über unter mehr kein keine sich sind seit mal man mir mich',
  fr: 'les des une est pas pour que qui dans avec sur par nous vous ils elle elles leur leurs mais plus très tout tous été était sont ont avons avez aux ces cet cette ses son mes mon nos vos notre votre comme sans fait faire bien aussi encore quand donc',
  es: 'los las una uno por para con que del sus nos más muy pero como todo todos está están fue ser son han hay este esta esto ese esa les cuando donde sin sobre también porque nuestro nuestra desde hasta entre ya',
  nl: 'het een van voor met niet dat die deze dit zijn was waren wij ons onze jullie hun hebben heeft had aan bij uit naar ook nog maar als dan wel door over meer geen wordt werd worden zeer heel veel toen omdat hier daar alle',
}

const stopWords = new Set(Object.values(lists).flatMap((list) => list.split(' ')))

export const isStopWord = (word: string) => stopWords.has(word)
