import { idOf } from './document-parts.ts';
import { type Evidence, type EvidenceMaker, namesOf } from './evidence.ts';

/** Evidence of fields whose kind is unknown or general. */
export const generic: EvidenceMaker = ({ parts, of, subject }) => {
  const found: Evidence[] = [];
  const none = { indexStrategy: 'none' };
  const spelling = parts.comparer('SPELLING', 'dynamicdistance', { algorithm: 'osa' });
  for (const guessed of [...of('category', 'trait')]) {
    const id = idOf(guessed.field.name);
    const resolverID = parts.resolver(
      id,
      parts.stringop(`${id}_PLAIN`, 'onlyalphanumeric', parts.field(guessed.field.name)),
    );
    found.push({
      id: resolverID,
      title: guessed.field.name,
      fields: namesOf([guessed]),
      levels: [[parts.same(`SAME_${id}`, resolverID), 2]],
      otherwise: guessed.kind === 'trait' ? -1 : -0.3,
      shared: true,
      describes: true,
      keys: [],
    });
  }
  for (const guessed of of('unknown', 'otherDate')) {
    // If other fields have known kinds, arbitrary dates are more noise than evidence, unless their owner says otherwise.
    if (guessed.kind === 'otherDate' && subject !== 'thing' && guessed.field.kind === undefined) continue;
    const id = idOf(guessed.field.name);
    const pin = parts.stringop(
      `${id}_SPACES`,
      'normalizespaces',
      parts.stringop(`${id}_PLAIN`, 'normalizediacritics', parts.texts(id, [parts.field(guessed.field.name)])),
    );
    const resolverID = parts.resolver(id, pin);
    const exact = subject === 'thing' ? 8 : 4;
    const same = parts.same(`SAME_${id}`, resolverID);
    found.push({
      id: resolverID,
      title: guessed.field.name,
      fields: namesOf([guessed]),
      levels: [
        [same, exact],
        [parts.words(`${id}_SPELLING`, resolverID, spelling, { strategy: 'all', ...none }), exact * 0.6],
      ],
      otherwise: subject === 'thing' ? -2 : -0.5,
      shared: subject !== 'thing',
      keys: subject === 'thing' ? [{ matcherID: same, bits: exact }] : [],
    });
  }
  return found;
};
