/** Made-up values by words of a field's name; the first match decides. Numbers and addresses are reserved ones. */
const samples: readonly (readonly [RegExp, string])[] = [
  [/e?mail/, 'jane.doe@example.com'],
  [/phone|mobile|fax/, '+12025550123'],
  [/birth|dob/, '1980-02-29'],
  [/given|first|forename/, 'Jane'],
  [/middle/, 'Ann'],
  [/family|last|surname/, 'Doe'],
  [/company|organi[sz]ation|business/, 'Example Ltd'],
  [/street|address|line/, '1 Example Street'],
  [/house/, '1'],
  [/post|zip/, '90210'],
  [/city|town|suburb/, 'Springfield'],
  [/state|region|province/, 'CA'],
  [/country/, 'US'],
  [/npi/, '1234567893'],
  [/ssn|social/, '078-05-1120'],
  [/vin\b|vehicle/, '1M8GDM9AXKP042788'],
  [/title/, 'An Example'],
  [/year/, '1980'],
  [/date|day/, '2026-01-31'],
  [/name/, 'Jane Doe'],
  [/source|system/, 'crm'],
  [/user/, 'jane.doe'],
  [/reason/, 'two different people'],
  [/gender|sex/, 'female'],
  [/searchrules/, 'default'],
];

/** A made-up value for a field of this name and scalar. */
export function sampleValue(name: string, scalar: string): unknown {
  const lower = name.toLowerCase();
  const text = samples.find(([pattern]) => pattern.test(lower))?.[1];
  switch (scalar) {
    case 'ID':
      return lower === 'id' ? 'record-1' : `${name}-1`;
    case 'Int':
      return lower.includes('pagesize') ? 10 : 1;
    case 'Float':
      return 1.5;
    case 'Boolean':
      return true;
    case 'Date':
      return '1980-02-29';
    case 'Time':
      return '2026-01-31T12:00:00Z';
    case 'Map':
    case 'StringMap':
      return { key: 'value' };
    default:
      return text ?? 'example';
  }
}
