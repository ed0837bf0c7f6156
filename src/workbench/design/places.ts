import type { Pin } from '../../rules/document/types.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

export const places: EvidenceMaker = ({ parts, of, country }) => {
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const spelling = parts.comparer('SPELLING', 'dynamicdistance', { algorithm: 'osa' });
  const alike = parts.comparer('ALIKE', 'similarity', { algorithm: 'jaroWinkler', threshold: 0.87 });
  const oneEdit = parts.comparer('ONE_EDIT', 'distance', { algorithm: 'osa', allowedDistance: 1 });

  const lines = [...of('street'), ...of('fullAddress')];
  const numbers = of('houseNumber');
  if (lines.length > 0) {
    const pin = parts.union('STREET_LINES', parts.fields(lines));
    const read = (outputPin: string): Pin =>
      parts.step('STREET_READ', 'normalizeaddress', { removeUnit: true }, pin, outputPin);
    const street = parts.resolver('STREET', parts.stringop('STREET_COMPACT', 'onlyalphanumeric', read('street')));
    const firstWord = parts.extract('STREET_FIRST_WORD', { pattern: '[\\p{L}]{4,}', all: true }, read('street'));
    const sameWord = parts.same('SAME_STREET_WORD', parts.resolver('STREET_WORD', firstWord));
    const streetWords = parts.resolver('STREET_WORDS', read('street'));
    const exact = 9;
    const same = parts.same('SAME_STREET', street);
    found.push({
      id: 'STREET',
      title: 'street',
      fields: namesOf(lines),
      levels: [
        [same, exact],
        [parts.words('STREET_SPELLING', streetWords, spelling, { strategy: 'all', min: 2, ...none }), exact * 0.85],
        [parts.whole('STREET_ALIKE', street, alike, none), exact * 0.5],
        [parts.words('STREET_SHARED_WORDS', streetWords, spelling, { min: 2, ...none }), exact * 0.15],
      ],
      otherwise: -1.5,
      shared: true,
      place: true,
      keys: [{ matcherID: sameWord, bits: exact - 1.5 }],
    });
    // Not every address line starts with the house number: any number in it may be the house number.
    const numberPin = parts.union('HOUSE_NUMBERS', [...parts.fields(numbers), pin]);
    found.push(houseNumber(numberPin, [...numbers, ...lines]));
  } else if (numbers.length > 0) {
    found.push(houseNumber(parts.union('HOUSE_NUMBERS', parts.fields(numbers)), numbers));
  }
  function houseNumber(pin: Pin, fields: typeof numbers): Evidence {
    const id = parts.resolver(
      'HOUSE_NUMBER',
      parts.extract('HOUSE_NUMBER_READ', { pattern: '[0-9]+', all: true }, pin),
    );
    const same = parts.same('SAME_HOUSE_NUMBER', id);
    return {
      id: 'HOUSE_NUMBER',
      title: 'house number',
      fields: namesOf(fields),
      levels: [[same, 5]],
      otherwise: -1.5,
      shared: true,
      place: true,
      keys: [{ matcherID: same, bits: 5.5 }],
    };
  }
  const line2 = of('addressLine');
  if (line2.length > 0) {
    const pin = parts.union('ADDRESS_LINES', parts.fields(line2));
    const id = parts.resolver('ADDRESS_LINE', parts.stringop('ADDRESS_LINE_COMPACT', 'onlyalphanumeric', pin));
    const exact = 6;
    found.push({
      id: 'ADDRESS_LINE',
      title: 'further address line',
      fields: namesOf(line2),
      levels: [
        [parts.same('SAME_ADDRESS_LINE', id), exact],
        [parts.whole('ADDRESS_LINE_ALIKE', id, alike, none), exact * 0.5],
      ],
      otherwise: 0,
      shared: true,
      place: true,
      keys: [],
    });
  }
  const postcode = of('postcode');
  if (postcode.length > 0) {
    const pin = parts.union('POSTCODES', parts.fields(postcode));
    const plain = parts.stringop('POSTCODE_PLAIN', 'onlyalphanumeric', pin);
    const zip =
      country === 'US' ? parts.extract('POSTCODE_ZIP', { pattern: '^([0-9]{3,5}?)(?:[0-9]{4})?$' }, plain) : plain;
    // A spreadsheet takes zeros from the front.
    const id = parts.resolver('POSTCODE', parts.replaced('POSTCODE_WITHOUT_ZEROS', '^0+', '', zip));
    const exact = 8;
    const same = parts.same('SAME_POSTCODE', id);
    found.push({
      id: 'POSTCODE',
      title: 'postcode',
      fields: namesOf(postcode),
      levels: [
        [same, exact],
        [parts.whole('POSTCODE_TYPO', id, oneEdit, none), exact * 0.4],
      ],
      otherwise: -1.5,
      shared: true,
      place: true,
      area: true,
      keys: [{ matcherID: same, bits: exact }],
    });
  }
  const named = [
    ['CITY', 'city', of('city'), 6, false],
    ['DISTRICT', 'district', of('district'), 8, false],
    ['REGION', 'region', of('region'), 3, true],
    ['COUNTRY', 'country', of('country'), 1, true],
  ] as const;
  for (const area of named) if (area[2].length > 0) found.push(areaOf(area));
  function areaOf([id, title, fields, exact, isWide]: (typeof named)[number]): Evidence {
    const pin = parts.union(`${id}_NAMES`, parts.fields(fields));
    const plain = isWide ? pin : parts.stringop(`${id}_PLAIN`, 'normalizediacritics', pin);
    const compact = parts.stringop(isWide ? `${id}_PLAIN` : `${id}_COMPACT`, 'onlyalphanumeric', plain);
    const resolverID = parts.resolver(id, isWide ? compact : parts.withoutUmlauts(id, compact));
    const same = parts.same(`SAME_${id}`, resolverID);
    const levels: Evidence['levels'] = isWide
      ? [[same, exact]]
      : [
          [same, exact],
          [parts.whole(`${id}_ALIKE`, resolverID, alike, none), exact * 0.8],
        ];
    return {
      id,
      title,
      fields: namesOf(fields),
      levels,
      // Records mix codes and names of regions too often for a disagreement to be strong evidence.
      otherwise: isWide ? -0.5 : -1,
      shared: true,
      place: true,
      area: true,
      keys: isWide ? [] : [{ matcherID: same, bits: exact }],
    };
  }
  const longitudes = of('longitude');
  const points = of('latitude').flatMap((latitude, index) => {
    const longitude = longitudes[index];
    return longitude === undefined ? [] : [[latitude, longitude] as const];
  });
  if (points.length > 0) {
    const pin = parts.union(
      'COORDINATES_OF_ALL',
      points.map((point, index) => parts.joined(`COORDINATES_JOINED_${index + 1}`, parts.fields(point), ',', true)),
    );
    // 0,0 is in the Gulf of Guinea, and in data of places that nothing is known of.
    const known = parts.replaced('COORDINATES_GIVEN', '^[-+]?0*(?:[.]0*)?,[-+]?0*(?:[.]0*)?$', '', pin);
    const id = parts.resolver('COORDINATES', known);
    const near = parts.comparer('WITHIN_200_METRES', 'geo', { kilometres: 0.2 });
    const close = parts.whole('COORDINATES_NEAR', id, near);
    found.push({
      id: 'COORDINATES',
      title: 'coordinates',
      fields: namesOf(points.flat()),
      levels: [[close, 10]],
      otherwise: -2,
      shared: true,
      place: true,
      keys: [{ matcherID: close, bits: 9 }],
    });
  }
  return found;
};
