import { idsByName } from './ids-by-name.ts';

export const DuplicatesScalar = idsByName(
  'Duplicates',
  'Per id of an original, the ids of its duplicates: `{"original": ["duplicate"]}`. Keys are `GROUP:original` when there are several rule groups.',
);
