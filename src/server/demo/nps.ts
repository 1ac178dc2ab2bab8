import type { z } from 'zod/mini'
import { dayLong } from '../../contract/core/days'
import { categoryOfScore, followUpStateOf, type NpsResponse, type NpsSurvey } from '../../contract/nps'
import { awkwardAt, feedbackOf } from './feedback'
import { someoneThere, staffAt } from './people'
import type { Random } from './random'
import type { World } from './world'

type Survey = {
  title: string
  description: string | null
  question: string
  share: number
  from: number
  to: number
  every: number | null
}

/** Shares are of all responses; days count back from now. The last survey stopped after a few responses. */
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
    title: 'Microsoft 365 migration',
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
    title: 'Weekend cover, trial',
    description: 'For those who called on one of the three weekends of the trial.',
    question: 'How likely are you to recommend our weekend cover?',
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
  const start = new Date(world.now.getTime() - from * dayLong)
  start.setUTCHours(7, 0, 0, 0)
  const end = new Date(world.now.getTime() - to * dayLong)
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
    createdAt: new Date(start.getTime() - 3 * dayLong).toISOString(),
    updatedAt: new Date(Math.min(world.now.getTime(), start.getTime() + 20 * dayLong)).toISOString(),
    // Computed from the responses when read.
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
  return 7.5 + 1.1 * progress - migration + client + (survey === 4 ? 0.5 : 0)
}

/** Few scores are in the middle: tens are more common than nines, and unhappy people score low. */
const scoreOf = (random: Random, mood: number) => {
  const felt = mood + random.bell() * 4.6
  if (felt >= 8.4) return random.chance(0.58) ? 10 : 9
  if (felt >= 6.5) return Math.round(Math.min(felt, 8))
  return Math.max(0, Math.round(6.4 - (6.5 - felt) * 2.2))
}

const migrationDays = [520, 360] as const

export const responseAt = (world: World, index: number): z.output<typeof NpsResponse> => {
  const random = world.random('npsResponses', index)
  const total = world.count('npsResponses')
  const survey = surveyOf(random, index, total)
  const { from, to } = surveys[survey] as Survey
  // Weekends move a response back by up to two days, which must stay within its survey.
  const daysDrawn = to + (from - to - 3) * random.next() ** 1.25
  const person = someoneThere(world, random, daysDrawn)
  const daysAgo = Math.max(to, Math.min(daysDrawn, person.age - 2))
  const date = world.pastWorkday(random, daysAgo)
  const score = scoreOf(random, moodAt(survey, person.company.index, daysAgo))
  const isUnhappy = score <= 6
  const followUpRequired = isUnhappy ? random.chance(0.8) : random.chance(0.03)
  const isAnonymous = random.chance(0.04)
  const isMigration = survey === 3 || (daysAgo < migrationDays[0] && daysAgo > migrationDays[1] && random.chance(0.4))
  const { feedbackText, tags } = feedbackOf(random, { score, places: person.company.places, isMigration })
  const followUpCompleted = followUpRequired && random.chance(daysAgo > 60 ? 1 : daysAgo > 6 ? 0.97 : 0.35)
  return {
    id: world.id('npsResponses', index),
    surveyId: world.id('npsSurveys', survey),
    score,
    category: categoryOfScore(score),
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
    followUpCompleted,
    ...followUpAt(world, index, { followUpRequired, followUpCompleted }),
    feedbackText: awkwardAt(index) ?? feedbackText,
    tags,
  }
}

const notes = {
  in_progress: [
    'Left a message, will try again tomorrow.',
    'Waiting for the supplier’s answer.',
    'Call agreed for Friday at 10:00.',
  ],
  handled: [
    'Called back and apologised; credit note sent.',
    'Engineer visited, fault fixed.',
    'Talked it through with the account manager.',
  ],
}

type Needed = Pick<z.output<typeof NpsResponse>, 'followUpRequired' | 'followUpCompleted'>

/** Follow-up has its own randomness, so that the rest of the sample stays as it was. */
const followUpAt = (world: World, index: number, needed: Needed) => {
  const random = world.random('follow-up', index)
  const isStarted = !needed.followUpCompleted && needed.followUpRequired && random.chance(0.4)
  const followUpState = isStarted ? 'in_progress' : followUpStateOf(needed)
  const isOwned = isStarted || (needed.followUpCompleted && random.chance(0.7))
  return {
    followUpState,
    followUpOwner: isOwned ? staffAt(world, random.int(0, 5)).fullName : null,
    followUpNote: isOwned && random.chance(0.6) ? random.pick(notes[isStarted ? 'in_progress' : 'handled']) : null,
  }
}
