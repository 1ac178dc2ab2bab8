import type { z } from 'zod/mini'
import type { ComplianceTemplate } from '../../contract/compliance'
import { stamps, type World } from './world'

type Control = [title: string, check: string, why: string, fix: string]

const groups: { name: string; references: string; controls: Control[] }[] = [
  {
    name: 'Cyber Essentials',
    references: 'Cyber Essentials: Requirements for IT infrastructure v3.2',
    controls: [
      [
        'Security updates within 14 days',
        'Compare the patch report with the release dates.',
        'Most break-ins use holes that were mended long ago.',
        'Force the update, then find out why it waited.',
      ],
      [
        'Supported operating systems only',
        'List systems by version; look for ends of support.',
        'Without updates every new hole stays open.',
        'Upgrade, replace, or take it off the network.',
      ],
      [
        'Separate administrator accounts',
        'No everyday account is in an administrators’ group.',
        'Mail and browsing are how accounts are lost.',
        'Make a second account and take the rights from the first.',
      ],
      [
        'Firewall on, inbound closed',
        'Scan from outside; review every open port.',
        'What is reachable is tried within hours.',
        'Close the port or put it behind the VPN.',
      ],
      [
        'Default passwords changed',
        'Sign in with the maker’s password; it must fail.',
        'Lists of default passwords are public.',
        'Set one from the password manager.',
      ],
    ],
  },
  {
    name: 'Backup and recovery',
    references: 'ISO/IEC 27001:2022 A.8.13',
    controls: [
      [
        'Daily backup with no gap',
        'Read last week’s jobs; every day has a success.',
        'A gap is found on the day it is needed.',
        'Repair the job and run it by hand today.',
      ],
      [
        'Restore test within 90 days',
        'There is a report with date and result.',
        'A backup that was never restored is a hope.',
        'Restore a sample to the lab and write it down.',
      ],
      [
        'One copy that cannot be changed',
        'The storage refuses a deletion.',
        'Blackmailers delete backups first.',
        'Switch on immutability for 30 days.',
      ],
      [
        'Recovery time agreed in writing',
        'The client’s signature is on file.',
        'Expectations differ by days until they are written.',
        'Agree it in the next review.',
      ],
    ],
  },
  {
    name: 'Data protection',
    references: 'UK GDPR Art. 30, 32 and 33',
    controls: [
      [
        'Encrypted disks',
        'The device report says encrypted, the key is escrowed.',
        'A lost laptop is then a lost laptop and no more.',
        'Switch on encryption and escrow the key.',
      ],
      [
        'Leavers closed within a day',
        'Compare HR’s list with the directory.',
        'Old accounts are nobody’s and everybody’s.',
        'Disable, then ask why the message was late.',
      ],
      [
        'Processor agreement signed',
        'It is in the client’s folder, newest version.',
        'Without it the work itself is unlawful.',
        'Send it with the next invoice.',
      ],
      [
        'Mail retention as agreed',
        'Labels are applied to all mailboxes.',
        'Too long is as wrong as too short.',
        'Apply the label to new mailboxes by rule.',
      ],
    ],
  },
  {
    name: 'Identity',
    references: 'NCSC: Multi-factor authentication for online services',
    controls: [
      [
        'Two-factor sign-in for everybody',
        'The report shows no account without.',
        'Passwords alone are guessed, bought or asked for.',
        'Enrol the account or block it.',
      ],
      [
        'Legacy sign-in blocked',
        'A test with an old protocol is refused.',
        'Old protocols know no second factor.',
        'Block it, with a list of exceptions and dates.',
      ],
      [
        'Emergency accounts tested',
        'Both worked in the last quarter, from the safe.',
        'They are needed on the worst day.',
        'Test now and note the date.',
      ],
    ],
  },
]
const scopes = [
  'servers',
  'laptops and desktops',
  'phones and tablets',
  'cloud services',
  'network devices',
  'home workers',
  'suppliers',
  'shared accounts',
]
const controls = groups.flatMap((group, position) => group.controls.map((control) => ({ group, position, control })))
const frequencies = ['Weekly', 'Monthly', 'Quarterly', 'Yearly']

export const templateAt = (world: World, index: number): z.output<typeof ComplianceTemplate> => {
  const random = world.random('complianceTemplates', index)
  const { group, position, control } = controls[index % controls.length] as (typeof controls)[number]
  const [title, check, why, fix] = control
  const scope = scopes[Math.floor(index / controls.length) % scopes.length] as string
  return {
    id: world.id('complianceTemplates', index),
    title: `${title}: ${scope}`,
    description: `Holds for ${scope}. Checked by us, signed by the client.`,
    howToCheck: check,
    whyImportant: why,
    criticality: random.weighted([
      [5, 20],
      [4, 30],
      [3, 30],
      [2, 15],
      [1, 5],
    ] as const),
    frequency: random.pick(frequencies),
    remediation: fix,
    remediationImpact: random.chance(0.2)
      ? null
      : random.pick([
          'None for users.',
          'One restart outside office hours.',
          'Users sign in once more.',
          'Half an hour without mail, announced a day before.',
        ]),
    references: random.chance(0.05) ? null : group.references,
    groupId: world.id('compliance group', position),
    groupName: group.name,
    ...stamps(world, random, 1300),
  }
}
