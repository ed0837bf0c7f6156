/** The 50 states and the District of Columbia: postal code to name. */
export const usStates: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};

const codes: ReadonlyMap<string, string> = new Map([
  ...Object.entries(usStates).flatMap(([code, name]): [string, string][] => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
  ['washington dc', 'DC'],
  ['washington d c', 'DC'],
  ['d c', 'DC'],
]);

/** Returns the postal code of a state, given by code, name or ISO 3166-2 code (US-CA), in any case. */
export function usStateCode(text: string): string | undefined {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^us-/, '')
    .replace(/[.,\s]+/g, ' ')
    .trim();
  return codes.get(plain);
}
