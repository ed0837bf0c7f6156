import { fieldNamed, type Kind, sameOrSwappedDate } from './fragment.ts';

function parts(fields: readonly string[]) {
  const year = fieldNamed(fields, /\b(?:year|yyyy|jahr)\b/);
  const month = fieldNamed(fields, /\b(?:month|mm|monat)\b/);
  const day = fieldNamed(fields, /\b(?:day|dd|tag)\b/);
  return year !== undefined && month !== undefined && day !== undefined ? { year, month, day } : undefined;
}

export const dateOfBirth: Kind = {
  name: 'dateOfBirth',
  prefix: 'BIRTH',
  maxFields: 3,
  add(builder, { fields, country }) {
    const split = parts(fields);
    const dayFirst = country === undefined ? {} : { dayFirst: country.toUpperCase() !== 'US' };
    const clean =
      split === undefined
        ? builder.transform('CLEAN', 'makedate', dayFirst, { full: builder.merged(fields) }, 'full')
        : builder.transform(
            'CLEAN',
            'makedate',
            {},
            { year: builder.field(split.year), month: builder.field(split.month), day: builder.field(split.day) },
            'full',
          );
    const date = builder.resolver('DATE', clean);
    builder.same('DATE', date);
    builder.tokens('SAME_OR_SWAPPED', date, sameOrSwappedDate, { tokenizer: 'none' });
    builder.same('YEAR', builder.resolver('YEAR', builder.pin(clean, 'year')));
  },
  examples({ fields }) {
    const split = parts(fields);
    if (split !== undefined) return [{ [split.year]: '1980', [split.month]: 'Feb', [split.day]: '29' }];
    return [{ [fields[0]!]: '29.02.1980' }, { [fields[0]!]: 'not known' }];
  },
  advice: [
    'About fifty of a million people share a day: together with a name it identifies well, alone it does not.',
    'SAME_OR_SWAPPED also accepts day and month the wrong way round.',
    'Sources that write 1 January for "unknown" join strangers: filter that day out if yours do.',
  ],
};
