/** 0 hardware, 1 security, 2 infrastructure, 3 people and process. */
export const goalCategories = ['Hardware', 'Security', 'Infrastructure', 'People and process']

type Draft = {
  title: string
  description: string
  category: 0 | 1 | 2 | 3
  tasks: readonly string[]
  /** Only for these industries; for all when it is left out. */
  industries?: readonly string[]
}

const onFloors = ['Food manufacturing', 'Logistics', 'Engineering', 'Retail', 'Environmental services']
const withClients = ['Legal services', 'Accountancy', 'Insurance', 'Wealth management', 'Architecture', 'Media']
const withRecords = ['Healthcare', 'Housing', 'Charity', 'Education']

export const goalBook: readonly Draft[] = [
  {
    title: 'Retire the Windows 10 estate before the audit',
    description: 'Every Windows 10 device is replaced or upgraded, and the list is signed.',
    category: 0,
    tasks: ['List what is left', 'Order replacements', 'Move users in two batches', 'Sign off with the auditor'],
  },
  {
    title: 'Replace laptops older than four years',
    description: 'One model, one image, in two batches so that nobody waits.',
    category: 0,
    tasks: ['Agree the model', 'Order the first batch', 'Hand over and collect', 'Second batch', 'Wipe and recycle'],
  },
  {
    title: 'Halve the printers',
    description: 'There is one for every second person; half of them print three pages a day.',
    category: 0,
    tasks: ['Count pages for a month', 'Propose places', 'Remove and recycle'],
  },
  {
    title: 'One spare of everything on the shelf',
    description: 'A laptop, a switch, an access point and a phone at each site, tested every quarter.',
    category: 0,
    tasks: ['Agree the list', 'Order', 'Label and test'],
  },
  {
    title: 'Scanners that last a shift',
    description: 'New batteries where they help, new scanners where they do not.',
    category: 0,
    tasks: ['Log drop-outs for two weeks', 'Try three models on the floor', 'Roll out by shift'],
    industries: onFloors,
  },
  {
    title: 'Screens and docks for hot desks',
    description: 'Any desk works with any laptop: one cable, two screens.',
    category: 0,
    tasks: ['Count desks', 'Trial on one floor', 'Roll out', 'Write the one-page guide'],
    industries: withClients,
  },
  {
    title: 'Two-factor sign-in for every shared account',
    description: 'Shared terminals need a way that works with gloves on.',
    category: 1,
    tasks: ['Try security keys', 'Enrol shift leads', 'Enrol the rest', 'Switch off the exception'],
    industries: onFloors,
  },
  {
    title: 'Two-factor sign-in without exceptions',
    description: 'Eleven accounts still have none, two of them directors.',
    category: 1,
    tasks: ['Talk to the directors', 'Enrol the rest', 'Block legacy sign-in'],
  },
  {
    title: 'Cyber Essentials Plus recertification',
    description: 'The certificate lapses in the quarter; evidence two weeks before.',
    category: 1,
    tasks: ['Collect evidence', 'Internal scan', 'Fix findings', 'Assessment day'],
  },
  {
    title: 'First Cyber Essentials certificate',
    description: 'Two tenders ask for it.',
    category: 1,
    tasks: ['Gap list', 'Close the gaps', 'Fill in the questionnaire', 'Submit'],
  },
  {
    title: 'Backup restore test, all servers',
    description: 'A restore that nobody has tried is a hope.',
    category: 1,
    tasks: ['Choose the sample', 'Restore to the lab', 'Write the report'],
  },
  {
    title: 'One backup copy that cannot be changed',
    description: 'Thirty days immutable, outside our own network.',
    category: 1,
    tasks: ['Choose the storage', 'First full copy', 'Try to delete it', 'Add to the monthly report'],
  },
  {
    title: 'Take administrator rights from everyday accounts',
    description: 'Second accounts for those who need them, none for the rest.',
    category: 1,
    tasks: ['List who has them', 'Ask why', 'Make second accounts', 'Remove'],
  },
  {
    title: 'Encrypt every laptop and escrow the keys',
    description: 'A lost laptop is then a lost laptop and no more.',
    category: 1,
    tasks: ['Report of what is not', 'Switch on in batches', 'Check the escrow'],
    industries: [...withClients, ...withRecords],
  },
  {
    title: 'Move the floor to the new core switches',
    description: 'One weekend, with a way back until Monday noon.',
    category: 2,
    tasks: ['Cabling survey', 'Stage the switches', 'Weekend change', 'Remove the old rack'],
    industries: onFloors,
  },
  {
    title: 'Wi-Fi that reaches every room',
    description: 'Survey first: more access points are not always the answer.',
    category: 2,
    tasks: ['Survey', 'Move two, add three', 'Measure again'],
  },
  {
    title: 'A second line for the head office',
    description: 'Another supplier, another duct, tested by pulling the first.',
    category: 2,
    tasks: ['Quotes from two suppliers', 'Installation', 'Failover test with everybody at work'],
  },
  {
    title: 'Move the file server to SharePoint',
    description: 'Department by department; the old shares stay read-only for a quarter.',
    category: 2,
    tasks: ['Tidy the folders', 'Pilot with finance', 'Move the rest', 'Switch off the shares'],
  },
  {
    title: 'Leave the old phone system',
    description: 'Numbers are kept; the copper lines end anyway.',
    category: 2,
    tasks: ['List the numbers', 'Choose handsets', 'Port the numbers', 'Cancel the lines'],
  },
  {
    title: 'Replace the last physical server',
    description: 'It is seven years old and nobody wants to restart it.',
    category: 2,
    tasks: ['Find out what uses it', 'Build the new host', 'Move', 'Keep the old one for a month'],
  },
  {
    title: 'Document the line-of-business server',
    description: 'Two people know it; it should be ten pages instead.',
    category: 2,
    tasks: ['Interview', 'Write it down', 'Try a rebuild'],
  },
  {
    title: 'Separate guests from the office network',
    description: 'Visitors and their phones see the internet and nothing else.',
    category: 2,
    tasks: ['Plan the networks', 'Change out of hours', 'Try to get across'],
    industries: [...withClients, ...withRecords, 'Hospitality', 'Retail'],
  },
  {
    title: 'Tills that work when the line does not',
    description: 'Takings of a Saturday are more than a year of the second line.',
    category: 2,
    tasks: ['Offline mode on one till', 'Mobile router as fallback', 'Saturday test'],
    industries: ['Retail', 'Hospitality'],
  },
  {
    title: 'Bring shared mailboxes under retention',
    description: 'Agreed with the data protection officer.',
    category: 3,
    tasks: ['List mailboxes', 'Agree periods', 'Apply labels'],
    industries: [...withClients, ...withRecords],
  },
  {
    title: 'Train everybody to report phishing',
    description: 'Nine of ten people report the test mail.',
    category: 3,
    tasks: ['First test mail', 'Short course', 'Second test mail'],
  },
  {
    title: 'New starters ready on day one',
    description: 'HR tells us a week before; laptop, account and badge are there at nine.',
    category: 3,
    tasks: ['One form for HR', 'Kit list by role', 'Measure for a quarter'],
  },
  {
    title: 'Leavers closed within a day',
    description: 'Accounts, phones and shared passwords, from one message.',
    category: 3,
    tasks: ['Compare lists with HR', 'Close what is left', 'Automate the message'],
  },
  {
    title: 'Cut repeat tickets by a third',
    description: 'Ten causes make half of all tickets; three of them can go.',
    category: 3,
    tasks: ['Top ten causes', 'Fix three', 'Compare with last quarter'],
  },
  {
    title: 'Agree what happens when everything fails',
    description: 'Who decides, who calls whom, what comes back first. Tried at a table, then for real.',
    category: 3,
    tasks: ['Workshop', 'Write the plan', 'Table exercise', 'Restore exercise'],
  },
  {
    title: 'Care records available during an outage',
    description: 'Paper is not a plan: a read-only copy on two tablets at each site.',
    category: 3,
    tasks: ['Choose what is needed', 'Prepare the tablets', 'Drill with the night shift'],
    industries: ['Healthcare'],
  },
  {
    title: 'Safe use of AI assistants',
    description: 'A page of rules, one tool that is allowed, and a course.',
    category: 3,
    tasks: ['Agree the rules', 'Choose the tool', 'Course for all', 'Review after a quarter'],
  },
]
