import type { FieldKind } from './field-kind.ts';
import { kindVocabulary } from './kind-vocabulary.ts';

/** The kind that the words of a name state, or undefined if they are in no vocabulary. */
export function kindOfName(words: readonly string[]): FieldKind | undefined {
  const spaced = words.join(' ');
  const compact = words.join('');
  // The last two words name the value itself. The words before them are a qualifier or a path.
  const tail = words.slice(-2).join(' ');
  const fits = (text: string): FieldKind | undefined => kindVocabulary.find(([, pattern]) => pattern.test(text))?.[0];
  return kindByLastWord(words, fits(spaced) ?? fits(compact) ?? fits(tail));
}

const numbers: readonly FieldKind[] = ['personalNumber', 'organizationNumber', 'documentNumber', 'accountNumber'];
const places: readonly FieldKind[] = ['street', 'fullAddress', 'addressLine', 'city', 'region', 'country', 'district'];
const names: readonly FieldKind[] = [
  'givenName',
  'middleName',
  'familyName',
  'fullName',
  'organizationName',
  'employer',
  'authors',
];
const contacts: readonly FieldKind[] = ['email', 'phone', 'website'];
const described: readonly FieldKind[] = [...names, ...numbers, ...places, ...contacts];

/** What a name ends in, the kinds that its other words would say, and the kind that it has. */
const endings: readonly (readonly [ends: RegExp, instead: readonly FieldKind[], kind: FieldKind])[] = [
  [/\b(?:date|datum|fecha|timestamp|datetime)$/, described, 'otherDate'],
  [/\b(?:amt|amount|balance|spent|betrag|importe|montant)$/, described, 'ignored'],
  [
    /\S (?:xmllang|lang|language|sequence|label|quality|rank|indicator|types?|type code|system|use)$/,
    described,
    'ignored',
  ],
  [/\b(?:reason|status|details|issuer)(?: code)?$/, numbers, 'ignored'],
  [/\b(?:city|town)(?: name)?$/, places, 'city'],
  [/\b(?:state|region|province)(?: name| code)?$/, places, 'region'],
  [/\bcountry(?: name| code)?$/, places, 'country'],
  [/\b(?:po box|post office box|extended(?: address)?)$/, places, 'addressLine'],
  [/\bformatted$/, places, 'fullAddress'],
  [/\bcompany$/, places, 'employer'],
  [/\bid$/, places, 'ignored'],
  [/\bname prefix(?: text)?$/, names, 'ignored'],
  [/\bname suffix(?: text| lbl)?$/, names, 'nameSuffix'],
  [/\bemployer identification number\b/, numbers, 'organizationNumber'],
  // OFSI writes family names and names of organizations there.
  [/^name 6$/, names, 'familyName'],
  [/^parent .* (?:tin|id|number)$/, numbers, 'ignored'],
  [/^(?:accepts|allows|has|is|do not) /, contacts, 'ignored'],
  [/^phonetic /, contacts, 'ignored'],
];

/** The last word decides, whatever its value is said of: `NPI Deactivation Date` is a date, and `Address 1 - City` a city. */
function kindByLastWord(words: readonly string[], kind: FieldKind | undefined): FieldKind | undefined {
  if (kind === undefined) return undefined;
  const whole = words.join(' ');
  const unnumbered = whole.replace(/(?: \d+)+$/, '');
  const found = endings.find(
    ([ends, instead]) => instead.includes(kind) && (ends.test(unnumbered) || ends.test(whole)),
  );
  // A kind may be said by its own last word, such as a country by its code.
  return found?.[2] ?? kind;
}
