import type { Random } from './random'

/** Comments by tag: a first sentence and others that go with it. */
type Topic = { tag: string; first: readonly string[]; more: readonly string[] }

const praise: readonly Topic[] = [
  {
    tag: 'response time',
    first: [
      'Everything was sorted before lunch.',
      'My ticket was answered in six minutes.',
      'Rang at ten, fixed by quarter past.',
      'Quick, friendly and clear.',
      'I hardly had time to make tea.',
    ],
    more: [
      '{engineer} stayed on the line until the printer in {place} came back.',
      '{engineer} had seen it before and knew where to look.',
      'And it has stayed fixed.',
      'That is what we pay for.',
    ],
  },
  {
    tag: 'communication',
    first: [
      'First time an IT company explained it so I understood.',
      'Calls are answered by a person who knows us.',
      'I like that one person follows a ticket to the end.',
      'Always polite, even when I am not.',
      'No jargon, no sighing.',
    ],
    more: [
      '{engineer} rang the next day to ask whether it still worked.',
      '{engineer} deserves a pay rise.',
      'My predecessor told me to keep you, and she was right.',
      'We were told what would happen and then it happened.',
    ],
  },
  {
    tag: 'onsite',
    first: [
      '{engineer} came out to us the same afternoon.',
      'You kept us going through the office move.',
      'The cabling in {place} is tidier than it has ever been.',
      'Nice to see a face now and then.',
    ],
    more: [
      'Nobody lost an hour of work over it.',
      'Even the labels are readable.',
      'Left everything cleaner than before.',
      '{engineer} remembered how we set things up last year.',
    ],
  },
  {
    tag: 'hardware',
    first: [
      'The new laptops just worked.',
      'New screens for {place}, no fuss.',
      'The replacement was on my desk before I had packed up the old one.',
      'Wi-Fi in {place} is finally solid.',
    ],
    more: [
      '{engineer} thought of everything.',
      'Worth the wait.',
      'Two of the older staff asked for nothing, which is a first.',
    ],
  },
  {
    tag: 'security',
    first: [
      'Two-factor sign-in for the whole team took one morning.',
      'The training on phishing was short and to the point.',
      '{engineer} noticed the backup warning before we did.',
      'Our auditor was impressed.',
      'A supplier of ours was hacked and you had checked our side before I read the news.',
    ],
    more: [
      'I sleep better.',
      'Even our directors did it without grumbling.',
      'The report was two pages and I could use it as it was.',
    ],
  },
  {
    tag: 'account review',
    first: [
      'The quarterly review told us what to replace and what can wait.',
      'For once I know next year’s costs in advance.',
      'You talked us out of a server we did not need.',
      'Even the invoice was right.',
    ],
    more: [
      'That kind of honesty is rare.',
      'My finance director asked me to pass on his thanks.',
      'Happy to be a reference if you need one.',
    ],
  },
  {
    tag: 'praise',
    first: [
      'Nothing to complain about.',
      'Great team.',
      'Honestly could not be happier.',
      'Ten years now and I would sign again.',
      'Keep doing what you do.',
    ],
    more: ['{engineer} in particular.', 'Thank you for the patience.', 'We have recommended you twice already.'],
  },
]

const shrug: readonly Topic[] = [
  {
    tag: 'response time',
    first: [
      'Good people, slow tickets.',
      'Small jobs take as long as big ones.',
      'Fine once somebody picks it up.',
      'Urgent things are quick, the rest drifts.',
      'Friendly, but I had to ask twice.',
    ],
    more: [
      'Would be a nine if the phones were answered after five.',
      '{engineer} put it right in the end.',
      'An estimate up front would do.',
    ],
  },
  {
    tag: 'communication',
    first: [
      'I never quite know who will call back.',
      'Better than last year.',
      'A bit more notice for restarts would help.',
      'The portal is hard to find things in.',
      'Tell us before the Sunday maintenance, not on Monday.',
    ],
    more: [
      'A line by mail would be enough.',
      'When I do get {engineer}, all is well.',
      'Half the team did not see the message.',
    ],
  },
  {
    tag: 'hardware',
    first: [
      'The Wi-Fi in {place} still drops now and then.',
      'New laptop is good, the dock less so.',
      'The printer in {place} is better, not cured.',
      'Video calls still stutter on Monday mornings.',
    ],
    more: [
      'Not the end of the world, but it adds up.',
      '{engineer} is on it, I am told.',
      'We have learned to live with it.',
    ],
  },
  {
    tag: 'billing',
    first: [
      'Quotes take a week.',
      'The invoice takes me an hour to follow.',
      'Good service, though not cheap.',
      'The reports are long; a page would do.',
    ],
    more: [
      'Could we have one figure per site?',
      'The account manager explains it well when asked.',
      'I would rather pay a flat price.',
    ],
  },
  {
    tag: 'training',
    first: ['The course was useful, if basic.', 'Decent training, clumsy quiz.', 'Good content, too many reminders.'],
    more: ['The part about invoices was worth it.', 'More examples from our trade would help.'],
  },
  {
    tag: 'general',
    first: [
      'Good on the whole.',
      'Fine, mostly.',
      'Does what it should.',
      'No complaints, no fireworks.',
      'Generally helpful.',
      'Decent service.',
      'It works, most days.',
    ],
    more: [
      '{engineer} is good, some of the newer ones are still learning.',
      'I could name two things, but they are small.',
      'A visit now and then would be nice.',
      'Nothing that would make me ring a friend about it.',
      'Ask me again after the office move.',
    ],
  },
]

const disappointed: readonly Topic[] = [
  {
    tag: 'response time',
    first: [
      'Two days for a password is too long.',
      'I chased this three times.',
      'It got done, but only after I rang my account manager.',
      'We pay for four hours and get the next day.',
      'Forty minutes on hold, then cut off.',
    ],
    more: [
      '{engineer} was kind about it, but still.',
      'I fixed the second one myself.',
      'It used to be better.',
      'We had people in {place} standing around.',
    ],
  },
  {
    tag: 'communication',
    first: [
      'Each time I get a new ticket number and nobody knows the history.',
      'Closed without asking whether it worked.',
      'Being told to restart is not an answer.',
      'Too many people, too little ownership.',
    ],
    more: [
      'I explained it four times to four people.',
      'Once {engineer} had it, it took ten minutes.',
      'One contact for our site would change everything.',
    ],
  },
  {
    tag: 'hardware',
    first: [
      'Replacement laptop took nine days.',
      'Half of us cannot print in {place}.',
      'The screens in {place} arrived without cables.',
      'The line to {place} failed again.',
    ],
    more: [
      'I worked from my phone meanwhile.',
      'It is not the first time.',
      'We had asked in the spring.',
      'A loan would have helped.',
    ],
  },
  {
    tag: 'billing',
    first: [
      'The quote was wrong twice.',
      'We were billed for people who left in March.',
      'Renewal came with eight days’ notice.',
    ],
    more: ['Corrected now, but I should not be the one to find it.', 'Finance is not amused.'],
  },
]

const angry: readonly Topic[] = [
  {
    tag: 'outage',
    first: [
      'Third week running that the scanners drop off the network at shift change.',
      'We lost half a day of orders.',
      'Our mail was down for a morning and no one told us.',
      'Server down on month end, again.',
    ],
    more: [
      'We found out from a client.',
      'Finance could not close the month.',
      'If it happens once more we have to look elsewhere.',
      'Nobody has said sorry.',
    ],
  },
  {
    tag: 'communication',
    first: [
      'Nobody called back. At all.',
      'Closed twice, still broken.',
      'Five weeks, eleven mails, no result.',
      'I gave up and paid somebody local to fix it.',
    ],
    more: [
      'I want to speak to a manager.',
      'The last reply just quoted my own mail.',
      'Our contract is up in the spring and this will be remembered.',
    ],
  },
]

const badMigration: Topic = {
  tag: 'migration',
  first: [
    'The migration cost us a Monday.',
    'Since the migration half the shared mailboxes are missing.',
    'Calendars came over empty.',
    'We were told one weekend. It took three.',
    'Old mail still is not searchable.',
    'Everybody in {place} had to set up their phone twice.',
  ],
  more: [
    'The shared calendar is still missing for half the office.',
    '{engineer} worked until midnight, but the plan was wrong.',
    'Nobody had tested it with our scanners.',
    'We printed the diary for a week.',
    'I would not do it again.',
  ],
}
const goodMigration: Topic = {
  tag: 'migration',
  first: [
    'The migration weekend was calmer than I had feared.',
    'Monday morning, everything was there.',
    'Mail moved and nobody noticed, which is the best I can say.',
  ],
  more: ['{engineer} sat with us in {place} on the first day.', 'The handover notes were better than our own.'],
}

const engineers = ['Imran', 'Fiona', 'Gareth', 'Priya', 'Callum', 'Niamh', 'Owen', 'Sunita', 'Marcus', 'Aisha', 'Piotr']
const awkward = [
  '=1+1 is what your portal says when I export, by the way.',
  '"Quotes", commas, and a new line:\nlike this one.',
  '助かりました。ありがとうございます。',
  '<b>Bold</b> move to change the phone number without telling us.',
  'شكرا جزيلا على المساعدة السريعة',
]

const topicsOf = (score: number) => {
  if (score >= 9) return praise
  if (score >= 7) return shrug
  return score >= 4 ? disappointed : angry
}

/** Occasionally a comment that is hard for exports, tables and fonts. */
export const awkwardAt = (index: number): string | null =>
  index % 211 === 97 ? (awkward[Math.floor(index / 211) % awkward.length] ?? null) : null

/** The comment for a score, if any; `isMigration` during the large migration. */
export const feedbackOf = (
  random: Random,
  o: { score: number; places: readonly string[]; isMigration: boolean },
): { feedbackText: string | null; tags: string[] } => {
  if (random.chance(o.score >= 9 ? 0.4 : 0.24)) return { feedbackText: null, tags: [] }
  const migration = o.score >= 9 ? goodMigration : o.score <= 6 ? badMigration : null
  const topic = o.isMigration && migration && random.chance(0.6) ? migration : random.pick(topicsOf(o.score))
  const engineer = random.pick(engineers)
  const words = [random.pick(topic.first)]
  const more = random.pick(topic.more)
  // Do not introduce the engineer of the first sentence again.
  if (random.chance(0.55) && !(words[0]?.includes('{engineer}') && more.includes('{engineer}'))) words.push(more)
  const text = words.join(' ').replaceAll('{engineer}', engineer).replaceAll('{place}', random.pick(o.places))
  return {
    feedbackText: text,
    tags: topic.tag !== 'general' && random.chance(0.45) ? [topic.tag] : [],
  }
}
