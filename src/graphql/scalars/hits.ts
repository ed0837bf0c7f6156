import { idsByName } from './ids-by-name.ts';

export const HitsScalar = idsByName(
  'Hits',
  'Per id of a record that a search hit, the ids of the rules: `{"record": ["RULE"]}`.',
);
