import { idOf } from './document-parts.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

export const products: EvidenceMaker = ({ parts, of, subject }) => {
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const spelling = parts.comparer('SPELLING', 'dynamicdistance', { algorithm: 'osa' });
  const exactWord = parts.comparer('EXACT', 'exact', {});
  const shingles = parts.comparer('MOST_LETTER_PAIRS', 'similarity', {
    algorithm: 'dice',
    threshold: 0.75,
    shingleSize: 2,
  });
  const names = of('productName');
  const models = of('model');
  if (names.length > 0) {
    const pin = parts.texts('PRODUCT_NAMES', parts.fields(names));
    const plain = parts.stringop('PRODUCT_NAME_PLAIN', 'normalizediacritics', pin);
    const id = parts.resolver('PRODUCT_NAME', plain);
    const compact = parts.resolver(
      'PRODUCT_NAME_COMPACT',
      parts.stringop('PRODUCT_NAME_LETTERS', 'onlyalphanumeric', plain),
    );
    const exact = 14;
    const same = parts.same('SAME_PRODUCT_NAME', compact);
    // Use any two of the first words: the end of a long name is often advertising.
    const beginning = parts.extract(
      'PRODUCT_NAME_FIRST_WORDS',
      { pattern: '^[^\\p{L}\\p{N}]*[\\p{L}\\p{N}]+(?:[^\\p{L}\\p{N}]+[\\p{L}\\p{N}]+){0,5}' },
      plain,
    );
    const twoWords = parts.words(
      'PRODUCT_NAME_TWO_OF_SIX_WORDS',
      parts.resolver('PRODUCT_NAME_BEGINNING', beginning),
      exactWord,
      { min: 2 },
    );
    found.push({
      id: 'PRODUCT_NAME',
      title: 'product name',
      fields: namesOf(names),
      levels: [
        [same, exact],
        [parts.words('PRODUCT_NAME_SAME_WORDS', id, exactWord, { strategy: 'all', min: 3, ...none }), exact * 0.75],
        [parts.whole('PRODUCT_NAME_ALIKE', compact, shingles, none), exact * 0.6],
        [parts.words('PRODUCT_NAME_SHARED_WORDS', id, spelling, { min: 3, ...none }), exact * 0.4],
        [parts.words('PRODUCT_NAME_TWO_WORDS', id, spelling, { min: 2, ...none }), exact * 0.2],
      ],
      otherwise: -6,
      shared: false,
      keys: [
        { matcherID: same, bits: exact },
        { matcherID: twoWords, bits: 13 },
      ],
    });
    // A word of letters and digits, such as KDL-46V2500 or WRT54G, or a number of five digits is the model code, at any
    // position of the name. Years and quantities are shorter.
    const codes = parts.extract(
      'PRODUCT_CODES',
      {
        pattern: '\\b[a-z]{0,5}-?[0-9]+[a-z0-9/-]*[a-z][a-z0-9/-]*\\b|\\b[a-z]+-?[0-9][a-z0-9/-]*\\b|\\b[0-9]{5,}\\b',
        all: true,
      },
      plain,
    );
    // 1st, v2, mp3 and 10gb are no codes: those have at least five letters and digits, of which two are digits.
    const long = parts.extract(
      'PRODUCT_CODES_LONG',
      { pattern: '^[a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*$' },
      parts.extract(
        'PRODUCT_CODES_OF_FIVE',
        { pattern: '^.{5,}$' },
        parts.stringop('PRODUCT_CODES_PLAIN', 'onlyalphanumeric', codes),
      ),
    );
    const noUnits = parts.replaced(
      'PRODUCT_CODES_WITHOUT_UNITS',
      '^[0-9]+x[0-9]+(?:x[0-9]+)?$|^[0-9x]+(?:st|nd|rd|th|p|i|k|hd|gb|mb|tb|kb|ghz|mhz|hz|mah|wh|k?wh?|kva|va|v|volts?|watts?|btu|lumens?|lm|mp|megapixels?|hp|inch|in|ft|m|kg|g|l|liters?|litres?|mm|cm|ml|oz|lbs?|users?|pack|pk|bit|bits|rpm|dpi|fps|ppm|mbps|gbps|sheets?|hours?|hrs?|pages?|years?|months?|days?)$',
      '',
      long,
    );
    const codeID = parts.resolver('PRODUCT_CODE_IN_NAME', noUnits);
    const sameCode = parts.same('SAME_PRODUCT_CODE_IN_NAME', codeID);
    found.push({
      id: 'PRODUCT_CODE_IN_NAME',
      title: 'model code in the name',
      fields: namesOf(names),
      levels: [[sameCode, 10]],
      otherwise: -7,
      shared: false,
      keys: [{ matcherID: sameCode, bits: 13 }],
    });
  }
  for (const model of models) {
    const name = idOf(model.field.name);
    const id = parts.resolver(name, parts.stringop(`${name}_PLAIN`, 'onlyalphanumeric', parts.field(model.field.name)));
    const exact = 9;
    const same = parts.same(`SAME_${name}`, id);
    found.push({
      id,
      title: `model (${model.field.name})`,
      fields: [model.field.name],
      levels: [
        [same, exact],
        [parts.whole(`${name}_ALIKE`, id, shingles, none), exact * 0.5],
      ],
      otherwise: -4,
      // Many vehicles are of one model; a product is its model.
      shared: subject === 'vehicle',
      ...(subject === 'vehicle' && { describes: true }),
      keys: [{ matcherID: same, bits: exact }],
    });
  }
  const brand = of('brand');
  if (brand.length > 0) {
    const pin = parts.union('BRANDS', parts.fields(brand));
    const id = parts.resolver('BRAND', parts.step('BRAND_NORMAL', 'normalizecompany', {}, pin));
    const exact = 5;
    const same = parts.same('SAME_BRAND', id);
    found.push({
      id: 'BRAND',
      title: 'brand',
      fields: namesOf(brand),
      levels: [
        [same, exact],
        [parts.words('BRAND_WORDS', id, spelling, { strategy: 'all', ...none }), exact * 0.8],
      ],
      otherwise: -3,
      shared: true,
      describes: true,
      keys: [{ matcherID: same, bits: exact }],
    });
  }
  const price = of('price');
  if (price.length > 0) {
    const written = parts.union('PRICES', parts.fields(price));
    const pin = parts.extract('PRICE_NUMBER', { pattern: '[0-9]+(?:[.][0-9]+)?' }, written);
    const id = parts.resolver('PRICE', pin);
    found.push({
      id: 'PRICE',
      title: 'price',
      fields: namesOf(price),
      levels: [
        [parts.whole('SAME_PRICE', id, parts.comparer('TWO_PERCENT', 'number', { tolerance: '2%' }), none), 4],
        [parts.whole('PRICE_CLOSE', id, parts.comparer('A_QUARTER', 'number', { tolerance: '25%' }), none), 1],
      ],
      otherwise: -2,
      shared: true,
      describes: true,
      keys: [],
    });
  }
  return found;
};
