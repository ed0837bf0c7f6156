import { concat } from './concat.ts';
import { constant } from './constant.ts';
import { field } from './field.ts';
import { filter } from './filter.ts';
import { identifier } from './identifier.ts';
import { list } from './list.ts';
import { makedate } from './makedate.ts';
import { normalizeaddress } from './normalizeaddress.ts';
import { normalizecompany } from './normalizecompany.ts';
import { normalizeemail } from './normalizeemail.ts';
import { normalizename } from './normalizename.ts';
import { normalizephonenumber } from './normalizephonenumber.ts';
import { normalizepostcode } from './normalizepostcode.ts';
import { phonetic } from './phonetic.ts';
import { referencelist } from './referencelist.ts';
import { regexextract } from './regexextract.ts';
import { split } from './split.ts';
import { splitname } from './splitname.ts';
import { stringop } from './stringop.ts';
import { tokenize } from './tokenize.ts';
import type { TransformerDefinition } from './transformer.ts';

/** Every type of transformer that a document may name. A new type is one file and one line here. */
const definitions: readonly TransformerDefinition[] = [
  concat,
  constant,
  field,
  filter,
  identifier,
  list,
  makedate,
  normalizeaddress,
  normalizecompany,
  normalizeemail,
  normalizename,
  normalizephonenumber,
  normalizepostcode,
  phonetic,
  referencelist,
  regexextract,
  split,
  splitname,
  stringop,
  tokenize,
];

export const transformers: ReadonlyMap<string, TransformerDefinition> = new Map(
  definitions.map((definition) => [definition.type, definition]),
);
