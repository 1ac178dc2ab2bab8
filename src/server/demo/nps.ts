import type { z } from 'zod/mini'
import type { NpsResponse, NpsSurvey } from '../../contract/nps'
import { personAt } from './people'
import type { Random } from './random'
import { day, type World } from './world'

type Survey = {
  title: string
  description: string | null
  question: string
  share: number
  from: number
  to: number
  every: number | null
}

/** Shares are of all answers; days count back from now. The last one was stopped after a handful of answers. */
const surveys: Survey[] = [
  {
    title: 'Client satisfaction, quarterly',
    description: 'Goes to every IT contact in the second week of a quarter.',
    question: 'How likely are you to recommend us to a colleague?',
    share: 52,
    from: 1090,
    to: 0,
    every: 90,
  },
  {
    title: 'After a closed ticket',
    description: 'Sent an hour after a ticket is closed, at most once a month to one person.',
    question: 'After this ticket, how likely are you to recommend our service desk?',
    share: 30,
    from: 900,
    to: 0,
    every: 30,
  },
  {
    title: 'After onboarding',
    description: 'Six weeks after a new client has gone live.',
    question: 'Now that you are settled, how likely are you to recommend us?',
    share: 5,
    from: 1000,
    to: 0,
    every: null,
  },
  {
    title: 'Microsoft 365 migration 2025',
    description: 'One round after the migration of mail and files.',
    question: 'How likely are you to recommend us for a project like this one?',
    share: 6,
    from: 520,
    to: 400,
    every: null,
  },
  {
    title: 'Account review',
    description: 'Sent by the account manager after a quarterly review.',
    question: 'How likely are you to recommend working with your account manager?',
    share: 4,
    from: 700,
    to: 0,
    every: 90,
  },
  {
    title: 'Training portal',
    description: null,
    question: 'How likely are you to recommend our security training?',
    share: 2,
    from: 400,
    to: 0,
    every: 180,
  },
  {
    title: 'Christmas cover 2025',
    description: 'For those who called between Christmas and New Year.',
    question: 'How likely are you to recommend our holiday cover?',
    share: 1,
    from: 330,
    to: 310,
    every: null,
  },
  {
    title: 'Pilot: two questions on the phone',
    description: 'Stopped: too few people stayed on the line.',
    question: 'Would you recommend us?',
    share: 0,
    from: 60,
    to: 52,
    every: null,
  },
]

const surveyOf = (random: Random, index: number, total: number) => {
  if (index >= total - 6) return surveys.length - 1
  return random.weighted(surveys.map(({ share }, position) => [position, share] as const))
}

export const surveyAt = (world: World, index: number): z.output<typeof NpsSurvey> => {
  const { title, description, question, share, from, to, every } = surveys[index] as Survey
  const start = new Date(world.now.getTime() - from * day)
  start.setUTCHours(7, 0, 0, 0)
  const end = new Date(world.now.getTime() - to * day)
  end.setUTCHours(23, 59, 59, 0)
  const answers = Math.max(6, Math.round((world.count('npsResponses') * share) / 100))
  return {
    id: world.id('npsSurveys', index),
    title,
    description,
    questionText: question,
    frequencyInterval: every,
    startDate: start.toISOString(),
    endDate: to > 0 ? end.toISOString() : null,
    isActive: to === 0,
    reminderEnabled: every !== null,
    reminderDaysAfter: every !== null ? 5 : null,
    followUpEnabled: index !== 5,
    thankYouMessage:
      index === 7 ? null : 'Thank you. If something is wrong, your account manager calls within two days.',
    inviteCount: Math.round(answers * (2.6 + index * 0.23)),
    createdAt: new Date(start.getTime() - 3 * day).toISOString(),
    updatedAt: new Date(Math.min(world.now.getTime(), start.getTime() + 20 * day)).toISOString(),
    // Counted from the answers by whoever reads it.
    responseCount: 0,
    npsScore: null,
    averageScore: null,
    promotersCount: 0,
    passivesCount: 0,
    detractorsCount: 0,
    responseRate: null,
  }
}

/** The story: slow improvement, a bad quarter around the migration, one client that slides and one that came round. */
const moodAt = (survey: number, company: number, daysAgo: number) => {
  const progress = 1 - daysAgo / 1100
  const migration = Math.exp(-(((daysAgo - 430) / 55) ** 2)) * (survey === 3 ? 2.6 : 1.7)
  const client =
    company === 4 ? 2.4 - 5 * progress : company === 9 ? -3.2 + 5.4 * progress : company % 11 === 5 ? -0.8 : 0
  return 7.6 + 1.1 * progress - migration + client + (survey === 4 ? 0.5 : 0)
}

const praise = {
  opening: [
    'Everything was sorted before lunch.',
    'Quick, friendly and clear.',
    'Honestly, could not be happier.',
    'The new laptops just worked.',
    'You kept us going through the office move.',
    'Calls are answered by a person who knows us.',
    'First time an IT company explained it so I understood.',
    'Nothing to complain about.',
    'The migration weekend was calmer than I had feared.',
    'Great team.',
    'Always polite, even when I am not.',
    'Our auditor was impressed.',
  ],
  detail: [
    '{engineer} stayed on the line until the printer in {place} came back.',
    '{engineer} noticed the backup warning before we did.',
    'I like that one person follows a ticket to the end.',
    '{engineer} came out to {place} the same afternoon.',
    'The quarterly review told us what to replace and what can wait.',
    'My ticket was answered in six minutes.',
    'The training on phishing was short and to the point.',
    'Two factor sign-in for the whole team took one morning.',
    'Even the invoice was right.',
    'The handover notes were better than our own.',
    '{engineer} remembered how we set up the till last year.',
    '',
  ],
}
const shrug = {
  opening: [
    'Good on the whole.',
    'Fine, mostly.',
    'Good people, slow tickets.',
    'Does what it should.',
    'Better than last year.',
    'No complaints, no fireworks.',
    'Generally helpful.',
    'Decent service.',
    'It works, most days.',
    'Friendly, but I had to ask twice.',
  ],
  detail: [
    'Please tell us before the Sunday maintenance, not on Monday.',
    'I never know who will call back.',
    'The portal is hard to find things in.',
    'Small jobs take as long as big ones.',
    'The reports are long; a page would do.',
    'The Wi-Fi in {place} still drops now and then.',
    'Quotes take a week.',
    'A bit more notice for restarts would help.',
    'Would be a nine if the phones were answered after five.',
    '',
  ],
}
const complaint = {
  opening: [
    'Third week running that the scanners drop off the network at shift change.',
    'Replacement laptop took nine days.',
    'I gave up and fixed it myself.',
    'We lost half a day of orders.',
    'Nobody called back.',
    'Closed twice, still broken.',
    'The migration cost us a Monday.',
    'Too many people, too little ownership.',
    'I chased this five times.',
    'Our mail was down for a morning and no one told us.',
    'The quote was wrong twice.',
  ],
  detail: [
    'Each time I get a new ticket number and nobody knows the history.',
    '{engineer} was kind, but nine days is nine days.',
    'We pay for four hours and get two days.',
    'If the line in {place} fails once more we have to look elsewhere.',
    'The shared calendar is still missing for half the office.',
    'Half the staff cannot print in {place}.',
    'Being told to restart is not an answer.',
    'Our finance team could not close the month.',
    'I was on hold for forty minutes.',
    'We found out from a client.',
    '',
  ],
}
const engineers = ['Imran', 'Fiona', 'Gareth', 'Priya', 'Callum', 'Niamh', 'Owen', 'Sunita', 'Marcus', 'Aisha']
const places = [
  'Evesham',
  'the warehouse',
  'Leith',
  'the packing hall',
  'reception',
  'the Cardiff office',
  'the workshop',
  'head office',
  'ward two',
  'the showroom',
]
const awkward = [
  '=1+1 is what your portal says when I export, by the way.',
  '"Quotes", commas, and a new line:\nlike this one.',
  '助かりました。ありがとうございます。',
  '<b>Bold</b> move to change the phone number without telling us.',
  'شكرا جزيلا على المساعدة السريعة',
]

const feedbackOf = (random: Random, score: number) => {
  if (random.chance(score >= 9 ? 0.4 : 0.22)) return null
  if (random.chance(0.006)) return random.pick(awkward)
  const { opening, detail } = score >= 9 ? praise : score >= 7 ? shrug : complaint
  const sentence = [random.pick(opening), random.chance(0.72) ? random.pick(detail) : ''].filter(Boolean).join(' ')
  return sentence.replace('{engineer}', random.pick(engineers)).replace('{place}', random.pick(places))
}

const tags = [
  'response time',
  'communication',
  'onsite',
  'hardware',
  'migration',
  'billing',
  'training',
  'phones',
  'praise',
]

export const responseAt = (world: World, index: number): z.output<typeof NpsResponse> => {
  const random = world.random('npsResponses', index)
  const total = world.count('npsResponses')
  const survey = surveyOf(random, index, total)
  const { from, to } = surveys[survey] as Survey
  const person = personAt(world, world.someUser(random))
  const daysAgo = to + (from - to) * random.next() ** 1.25
  const date = world.pastWorkday(random, daysAgo)
  const score = Math.min(
    10,
    Math.max(0, Math.round(moodAt(survey, person.company.index, daysAgo) + random.bell() * 3.1)),
  )
  const isUnhappy = score <= 6
  const followUpRequired = isUnhappy ? random.chance(0.8) : random.chance(0.03)
  const isAnonymous = random.chance(0.04)
  return {
    id: world.id('npsResponses', index),
    surveyId: world.id('npsSurveys', survey),
    score,
    category: score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor',
    feedbackText: feedbackOf(random, score),
    companyId: person.company.id,
    companyName: person.company.name,
    respondentName: isAnonymous ? null : person.fullName,
    respondentEmail: isAnonymous ? null : person.email,
    responseDate: date.toISOString(),
    source: random.weighted([
      ['email', 80],
      ['portal', 14],
      ['phone', 6],
    ] as const),
    followUpRequired,
    followUpCompleted: followUpRequired && (daysAgo > 6 ? random.chance(0.97) : random.chance(0.35)),
    tags: random.chance(0.3) ? random.some(tags, random.int(1, 2)) : [],
  }
}
