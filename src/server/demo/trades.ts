type Trade = {
  industry: string
  /** Suffixes of company names. */
  after: readonly string[]
  people: readonly [number, number]
  /** Locations besides the head office. */
  places: readonly string[]
  charitable?: true
}

export const trades: readonly Trade[] = [
  {
    industry: 'Legal services',
    after: ['Solicitors LLP', 'Legal', 'Law', 'Notaries', 'Solicitors', 'Conveyancing'],
    people: [12, 160],
    places: ['reception', 'the first floor', 'the Leeds office', 'the library', 'the boardroom'],
  },
  {
    industry: 'Accountancy',
    after: ['Chartered Accountants', 'Actuarial', 'Tax Advisers', 'Bookkeeping', 'Payroll'],
    people: [10, 90],
    places: ['reception', 'the second floor', 'the Chester office', 'the payroll room'],
  },
  {
    industry: 'Insurance',
    after: ['Insurance Brokers', 'Underwriting', 'Risk Advisers', 'Marine Insurance'],
    people: [12, 140],
    places: ['reception', 'the claims floor', 'the Bristol office', 'the third floor'],
  },
  {
    industry: 'Architecture',
    after: ['Architects', 'Planning Consultants', 'Chartered Surveyors', 'Landscape Architects'],
    people: [10, 85],
    places: ['the studio', 'the model shop', 'the Edinburgh studio', 'reception'],
  },
  {
    industry: 'Food manufacturing',
    after: ['Orchard Foods Ltd', 'Bakeries', 'Distillery', 'Creamery', 'Smokehouse', 'Preserves'],
    people: [25, 480],
    places: ['the packing hall', 'the cold store', 'goods in', 'the Evesham site', 'the bottling line'],
  },
  {
    industry: 'Engineering',
    after: ['Precision Engineering', 'Castings', 'Instrument Makers', 'Toolworks', 'Hydraulics'],
    people: [18, 320],
    places: ['the workshop', 'the drawing office', 'the test bay', 'the Sheffield works', 'dispatch'],
  },
  {
    industry: 'Logistics',
    after: ['Freight & Cold Storage', 'Haulage', 'Shipping Agents', 'Couriers', 'Removals'],
    people: [20, 410],
    places: ['the warehouse', 'the loading bay', 'the transport office', 'the Grangemouth depot', 'the gatehouse'],
  },
  {
    industry: 'Education',
    after: ['Academy Trust', 'Preparatory School', 'Sixth Form College', 'Music School'],
    people: [40, 620],
    places: ['the staff room', 'the science block', 'the library', 'the school office', 'the sports hall'],
    charitable: true,
  },
  {
    industry: 'Healthcare',
    after: ['Dental Practice', 'Veterinary Group', 'Care Homes', 'Physiotherapy', 'Opticians'],
    people: [10, 260],
    places: ['reception', 'the treatment rooms', 'the nurses’ station', 'the Newport clinic'],
  },
  {
    industry: 'Housing',
    after: ['Housing Association', 'Estates', 'Lettings', 'Property Management'],
    people: [11, 210],
    places: ['the front counter', 'the repairs depot', 'the Swansea office', 'the call room'],
  },
  {
    industry: 'Retail',
    after: ['Garden Centres', 'Booksellers', 'Outfitters', 'Home & Hardware', 'Cycles', 'Farm Shops'],
    people: [14, 300],
    places: ['the tills', 'the stockroom', 'the Harrogate shop', 'the showroom', 'the café'],
  },
  {
    industry: 'Hospitality',
    after: ['Hotels', 'Brewing Company', 'Restaurants', 'Holiday Parks', 'Inns'],
    people: [22, 380],
    places: ['the front desk', 'the kitchen', 'the bar', 'the Windermere house', 'the function room'],
  },
  {
    industry: 'Charity',
    after: ['Hospice', 'Community Trust', 'Wildlife Trust', 'Food Bank', 'Almshouses'],
    people: [12, 130],
    places: ['the day centre', 'the fundraising office', 'the charity shop', 'the volunteers’ room'],
    charitable: true,
  },
  {
    industry: 'Wealth management',
    after: ['Wealth Management', 'Pensions', 'Investment Partners', 'Private Clients'],
    people: [10, 70],
    places: ['the dealing room', 'reception', 'the Jersey office', 'the first floor'],
  },
  {
    industry: 'Media',
    after: ['Design Studio', 'Translation & Interpreting', 'Film & Sound', 'Press', 'Public Relations'],
    people: [10, 55],
    places: ['the edit suite', 'the studio', 'the print room', 'the mezzanine'],
  },
  {
    industry: 'Environmental services',
    after: ['Environmental Consulting', 'Recycling', 'Water Treatment', 'Ecology', 'Drainage'],
    people: [12, 190],
    places: ['the laboratory', 'the weighbridge', 'the yard', 'the control room'],
  },
]

const otherPlaces = ['reception', 'the first floor', 'the workshop']

export const placesOf = (industry: string) => trades.find((trade) => trade.industry === industry)?.places ?? otherPlaces

export const names =
  'Aldgate Bramley Calder Dunmore Evesham Fenwick Greyfriars Hollins Inverlochy Juniper Kestrel Lindsay Marchetti Northwick Okonkwo Pemberton Quayside Ravenscar Selkirk Thackeray Ullswater Vanbrugh Whitlock Yarrow Ashdown Brightwater Castellan Dovecote Elmstead Fairhaven Glenfinlas Harbour Islay Kingsmead Lomond Meadowbank Netherby Oakhanger Polperro Rowntree Saltmarsh Tamar Upwell Wharfedale Wensley Arrochar Blackthorn Corbridge Dalkeith Eskdale Foxglove Gosforth Hawthorn Ingleton Jarrow Kinross Langdale Malham Ninewells Orchard Penrose Quantock Rothesay Skipton Tarbert Wexcombe Abernethy Bellwether Cairngorm Danby Eaglesham Fitzwilliam Gannet Heathcote Ironbridge Jessop Kilbride Larkfield Mulberry Nightingale Osprey Pickering Quince Redwing Stannard Tolpuddle Ullapool Ventnor Winterbourne Yelverton Anstruther Banbury Cragside Drummond Ellerby Farrier Grantham Hexham Ivybridge Jasmine Kelso Lavender Mossdale Norwood Otterburn Plover Raglan Sandpiper Teviot Underhill Vaughan Weatherby Amberley Beaumont Clearwater Dartmoor Easterbrook Fernhill Goldcrest Hartwell Linden Merriman Newbiggin Oxenholme Padstow Rosemount Stonegate Tideswell Warkworth'.split(
    ' ',
  )
export const pairs = [
  '& Whitcombe',
  'Vale',
  'Street',
  '& Daughters',
  '& Marsden',
  'Lane',
  '& Reid',
  'Bay',
  '& Sons',
  'Hill',
  'Park',
  'Bridge',
  'Brothers',
  'Quay',
  'Green',
]
/** The largest clients, which come first in many lists. */
export const largest: readonly { name: string; domain: string; industry: string; people: readonly [number, number] }[] =
  [
    { name: 'Kestrel Insurance Brokers', domain: 'kestrelbrokers.co.uk', industry: 'Insurance', people: [165, 210] },
    {
      name: 'Bramley Orchard Foods Ltd',
      domain: 'bramleyorchard.co.uk',
      industry: 'Food manufacturing',
      people: [380, 460],
    },
    { name: 'Harbour & Reid Freight', domain: 'harbourreid.com', industry: 'Logistics', people: [210, 300] },
    {
      name: 'Whitlock Marsden Solicitors LLP',
      domain: 'whitlockmarsden.co.uk',
      industry: 'Legal services',
      people: [90, 140],
    },
    { name: 'Northwick Castings', domain: 'northwickcastings.co.uk', industry: 'Engineering', people: [140, 220] },
    {
      name: 'Calder Valley Housing Association',
      domain: 'caldervalleyhousing.org.uk',
      industry: 'Housing',
      people: [110, 170],
    },
    {
      name: 'Isle of Lindsay Distillery',
      domain: 'lindsaydistillery.co.uk',
      industry: 'Food manufacturing',
      people: [60, 90],
    },
    { name: 'Wharfedale Academy Trust', domain: 'wharfedaletrust.org.uk', industry: 'Education', people: [340, 520] },
    {
      name: 'Pemberton Vale Veterinary Group',
      domain: 'pembertonvets.co.uk',
      industry: 'Healthcare',
      people: [70, 110],
    },
    { name: 'Quayside Hotels', domain: 'quaysidehotels.co.uk', industry: 'Hospitality', people: [180, 260] },
    { name: 'Marchetti & Daughters', domain: 'marchettidaughters.co.uk', industry: 'Retail', people: [80, 120] },
    { name: 'Ravenscar Wildlife Trust', domain: 'ravenscarwildlife.org.uk', industry: 'Charity', people: [60, 90] },
  ]

/** Clients abroad, and clients whose names are not in Latin letters. */
export const elsewhere: readonly { name: string; domain: string; industry: string; currency: string }[] = [
  { name: '北斗精機株式会社', domain: 'hokuto-seiki.jp', industry: 'Engineering', currency: 'JPY' },
  { name: 'شركة النور للتقنية', domain: 'alnoor-tech.ae', industry: 'Engineering', currency: 'USD' },
  { name: 'Θαλασσινές Μεταφορές Α.Ε.', domain: 'thalassines.gr', industry: 'Logistics', currency: 'EUR' },
  { name: 'Київська Друкарня', domain: 'druk.kyiv.ua', industry: 'Media', currency: 'EUR' },
  {
    name: 'Sørensen & Daughters Naval Architects',
    domain: 'sorensen-naval.com',
    industry: 'Architecture',
    currency: 'EUR',
  },
  {
    name: 'Brüder Weißhaupt Präzisionswerk GmbH',
    domain: 'weisshaupt-praezision.ch',
    industry: 'Engineering',
    currency: 'CHF',
  },
  {
    name: 'Château d’Œuvre Vins & Spiritueux',
    domain: 'chateau-doeuvre.fr',
    industry: 'Hospitality',
    currency: 'EUR',
  },
  { name: '한빛 소프트', domain: 'hanbit-soft.kr', industry: 'Media', currency: 'USD' },
]

export const longName =
  'The Worshipful Company of Instrument Makers, Chronometer Adjusters, Sextant Graduators and Compass Correctors of the Ancient and Honourable Port of Great Yarmouth, with the Associated Guild of Lamp Trimmers, Chart Engravers and Rope Walkers, founded 1721'
