import type { z } from 'zod/mini'
import type { ComplianceTemplate } from '../../contract/compliance'
import { stamps, type World } from './world'

type Frequency = 'Weekly' | 'Monthly' | 'Quarterly' | 'Yearly'

type Control = {
  title: string
  check: string
  why: string
  fix: string
  criticality: 1 | 2 | 3 | 4 | 5
  frequency: Frequency
  /** Its checks, each in its own template. */
  scopes: readonly string[]
}

const devices = ['servers', 'laptops and desktops', 'phones and tablets', 'home workers']
const services = [
  'Microsoft 365',
  'the line-of-business application',
  'the remote access gateway',
  'the finance system',
]
const network = ['firewalls', 'switches and access points', 'printers', 'cameras and door control']
const copies = ['servers', 'Microsoft 365', 'the finance system', 'the network devices’ settings']

const groups: { name: string; references: string; controls: Control[] }[] = [
  {
    name: 'Cyber Essentials',
    references: 'Cyber Essentials: Requirements for IT infrastructure v3.2',
    controls: [
      {
        title: 'Security updates within 14 days',
        check: 'Compare the patch report with the release dates.',
        why: 'Most break-ins use holes that were mended long ago.',
        fix: 'Force the update, then find out why it waited.',
        criticality: 5,
        frequency: 'Weekly',
        scopes: [...devices, ...network],
      },
      {
        title: 'Supported systems only',
        check: 'List systems by version; look for ends of support.',
        why: 'Without updates every new hole stays open.',
        fix: 'Upgrade, replace, or take it off the network.',
        criticality: 5,
        frequency: 'Monthly',
        scopes: [...devices, ...network],
      },
      {
        title: 'Separate administrator accounts',
        check: 'No everyday account is in an administrators’ group.',
        why: 'Mail and browsing are how accounts are lost.',
        fix: 'Make a second account and take the rights from the first.',
        criticality: 4,
        frequency: 'Quarterly',
        scopes: ['servers', 'laptops and desktops', ...services],
      },
      {
        title: 'Nothing open that nobody needs',
        check: 'Scan from outside; review every open port.',
        why: 'What is reachable is tried within hours.',
        fix: 'Close the port or put it behind the VPN.',
        criticality: 5,
        frequency: 'Monthly',
        scopes: ['the head office', 'branch offices', 'cloud servers', 'home workers', 'guest networks'],
      },
      {
        title: 'Default passwords changed',
        check: 'Sign in with the maker’s password; it must fail.',
        why: 'Lists of default passwords are public.',
        fix: 'Set one from the password manager.',
        criticality: 5,
        frequency: 'Quarterly',
        scopes: network,
      },
      {
        title: 'Malware protection on and current',
        check: 'The console shows every device, none older than a day.',
        why: 'The one that is missing is the one that is hit.',
        fix: 'Install it, then look for what it missed.',
        criticality: 4,
        frequency: 'Weekly',
        scopes: devices,
      },
    ],
  },
  {
    name: 'Backup and recovery',
    references: 'ISO/IEC 27001:2022 A.8.13',
    controls: [
      {
        title: 'Daily backup with no gap',
        check: 'Read last week’s jobs; every day has a success.',
        why: 'A gap is found on the day it is needed.',
        fix: 'Repair the job and run it by hand today.',
        criticality: 5,
        frequency: 'Weekly',
        scopes: copies,
      },
      {
        title: 'Restore test within 90 days',
        check: 'There is a report with date and result.',
        why: 'A backup that was never restored is a hope.',
        fix: 'Restore a sample to the lab and write it down.',
        criticality: 5,
        frequency: 'Quarterly',
        scopes: copies,
      },
      {
        title: 'One copy that cannot be changed',
        check: 'The storage refuses a deletion.',
        why: 'Blackmailers delete backups first.',
        fix: 'Switch on immutability for 30 days.',
        criticality: 4,
        frequency: 'Quarterly',
        scopes: copies,
      },
      {
        title: 'Recovery time agreed in writing',
        check: 'The client’s signature is on file.',
        why: 'Expectations differ by days until they are written.',
        fix: 'Agree it in the next review.',
        criticality: 3,
        frequency: 'Yearly',
        scopes: ['servers', ...services],
      },
    ],
  },
  {
    name: 'Data protection',
    references: 'UK GDPR Art. 30, 32 and 33',
    controls: [
      {
        title: 'Encrypted, with the key in escrow',
        check: 'The device report says encrypted, the key is there.',
        why: 'A lost laptop is then a lost laptop and no more.',
        fix: 'Switch on encryption and escrow the key.',
        criticality: 4,
        frequency: 'Monthly',
        scopes: [...devices, 'removable disks'],
      },
      {
        title: 'Leavers closed within a day',
        check: 'Compare HR’s list with the directory.',
        why: 'Old accounts are nobody’s and everybody’s.',
        fix: 'Disable, then ask why the message was late.',
        criticality: 4,
        frequency: 'Monthly',
        scopes: services,
      },
      {
        title: 'Processor agreement signed',
        check: 'It is in the client’s folder, newest version.',
        why: 'Without it the work itself is unlawful.',
        fix: 'Send it with the next invoice.',
        criticality: 3,
        frequency: 'Yearly',
        scopes: [
          'our own services',
          'the cloud backup',
          'the telephone supplier',
          'the payroll bureau',
          'the recycler',
        ],
      },
      {
        title: 'Retention as agreed',
        check: 'Labels are applied, and the oldest item is not older.',
        why: 'Too long is as wrong as too short.',
        fix: 'Apply the label to new places by rule.',
        criticality: 2,
        frequency: 'Yearly',
        scopes: ['mailboxes', 'shared files', 'call recordings', 'camera recordings', 'chat and meetings'],
      },
      {
        title: 'Disposal with a certificate',
        check: 'Every serial number of the year has one.',
        why: 'Disks turn up at auctions.',
        fix: 'Ask the recycler; count it as lost until it comes.',
        criticality: 3,
        frequency: 'Yearly',
        scopes: ['laptops and desktops', 'servers', 'printers', 'phones and tablets'],
      },
    ],
  },
  {
    name: 'Identity',
    references: 'NCSC: Multi-factor authentication for online services',
    controls: [
      {
        title: 'Two-factor sign-in for everybody',
        check: 'The report shows no account without.',
        why: 'Passwords alone are guessed, bought or asked for.',
        fix: 'Enrol the account or block it.',
        criticality: 5,
        frequency: 'Weekly',
        scopes: [...services, 'administrators', 'guests and suppliers'],
      },
      {
        title: 'Legacy sign-in blocked',
        check: 'A test with an old protocol is refused.',
        why: 'Old protocols know no second factor.',
        fix: 'Block it, with a list of exceptions and dates.',
        criticality: 4,
        frequency: 'Quarterly',
        scopes: ['mail', 'scanners and printers', 'the finance system', 'old applications'],
      },
      {
        title: 'Emergency accounts tested',
        check: 'They worked in the last quarter, from the safe.',
        why: 'They are needed on the worst day.',
        fix: 'Test now and note the date.',
        criticality: 3,
        frequency: 'Quarterly',
        scopes: services,
      },
      {
        title: 'Access reviewed by its owner',
        check: 'The owner has signed the list.',
        why: 'Rights pile up as people move.',
        fix: 'Send the list; remove what nobody claims.',
        criticality: 3,
        frequency: 'Yearly',
        scopes: [...services, 'shared mailboxes', 'the file server'],
      },
    ],
  },
  {
    name: 'Service',
    references: 'ITIL 4: Service configuration and continuity',
    controls: [
      {
        title: 'Documentation up to date',
        check: 'Somebody who was not there can follow it.',
        why: 'The person who knows is on holiday.',
        fix: 'Walk through it with a colleague and mend it.',
        criticality: 2,
        frequency: 'Quarterly',
        scopes: ['the network', 'servers', 'key suppliers', 'the telephone system', 'the backup'],
      },
      {
        title: 'Warranties cover what matters',
        check: 'Nothing critical runs out within 90 days.',
        why: 'The part takes two weeks without one.',
        fix: 'Renew, or plan the replacement.',
        criticality: 3,
        frequency: 'Monthly',
        scopes: ['servers', 'firewalls', 'storage', 'core switches', 'power supplies'],
      },
      {
        title: 'Monitoring sees it',
        check: 'Switch it off at a quiet hour; an alert comes.',
        why: 'Silence looks the same as health.',
        fix: 'Add it, and test the alert.',
        criticality: 3,
        frequency: 'Quarterly',
        scopes: ['servers', 'internet lines', 'power supplies', 'backup jobs', 'certificates and domains'],
      },
      {
        title: 'Licences match the people',
        check: 'Paid for and used differ by less than five.',
        why: 'Both too many and too few cost money.',
        fix: 'Hand back or buy at the next renewal.',
        criticality: 1,
        frequency: 'Quarterly',
        scopes: ['Microsoft 365', 'endpoint protection', 'the finance system', 'remote access', 'the telephone system'],
      },
      {
        title: 'Contacts and escalation current',
        check: 'Ring one number of each list.',
        why: 'At three in the morning it is too late to look.',
        fix: 'Ask the client and write the new date.',
        criticality: 2,
        frequency: 'Yearly',
        scopes: ['the client', 'internet suppliers', 'software suppliers', 'the building', 'our own on-call list'],
      },
    ],
  },
]
const templates = groups.flatMap((group, position) =>
  group.controls.flatMap((control) => control.scopes.map((scope) => ({ group, position, control, scope }))),
)
const effects = [
  'None for users.',
  'One restart outside office hours.',
  'Users sign in once more.',
  'Half an hour without mail, announced a day before.',
]

export const templateAt = (world: World, index: number): z.output<typeof ComplianceTemplate> => {
  const random = world.random('complianceTemplates', index)
  const { group, position, control, scope } = templates[index % templates.length] as (typeof templates)[number]
  return {
    id: world.id('complianceTemplates', index),
    title: `${control.title}: ${scope}`,
    description: random.chance(0.08) ? null : `Holds for ${scope}. Checked by us, signed by the client.`,
    howToCheck: control.check,
    whyImportant: control.why,
    criticality: control.criticality,
    frequency: control.frequency,
    remediation: control.fix,
    remediationImpact: random.chance(0.2) ? null : random.pick(effects),
    references: random.chance(0.05) ? null : group.references,
    groupId: world.id('compliance group', position),
    groupName: group.name,
    ...stamps(world, random, 1300),
  }
}
