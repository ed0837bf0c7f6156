import { compilePipeline } from '../../rules/compile/pipeline.ts';
import type { RuleConfig } from '../../rules/document/types.ts';
import { transformers } from '../../rules/transformers/registry.ts';
import type { RecordPayload, ResolvedValues } from '../../rules/types.ts';
import type { DocumentParts } from './document-parts.ts';
import type { Evidence } from './evidence.ts';

/** With fewer records that have a value, its frequency is unknown. */
const leastRecords = 20;
/** A value is common from this many samples on. Fewer may be repeated records of one entity. */
const leastFrequency = 5;
const leastShare = 0.04;
/** The most samples, and the most common values of one field, that are read. */
const mostRecords = 200;
const mostValues = 25;

/**
 * Separates the common values of the samples from the rare ones, and gives common values less weight. Sharing the name
 * Smith, the city of every third record, an office's mailbox or the birthday 1900-01-01 is far weaker evidence than
 * sharing a rare value. The values are counted after the pipeline, so that spellings of one value count as one.
 */
export function withCommonValues(
  made: readonly Evidence[],
  parts: DocumentParts,
  records: readonly RecordPayload[],
): readonly Evidence[] {
  const evidence = made.map((item) => {
    const exact = item.levels.find(([matcherID]) => parts.resolverOfSame(matcherID) !== undefined)?.[0];
    return exact === undefined ? item : { ...item, exact };
  });
  if (records.length < leastRecords) return evidence;
  const resolved = resolveSamples(parts, records.slice(0, mostRecords));
  const positions = new Map(parts.resolvers.map(({ id }, position) => [id, position]));
  return evidence.map((own) => {
    const item = withRareVeto(own, parts, (resolverID) => frequenciesOf(resolved, positions.get(resolverID)!).common);
    const first = item.levels.findIndex(([matcherID]) => parts.resolverOfSame(matcherID) !== undefined);
    if (first === -1) return item;
    const [matcherID, bits] = item.levels[first]!;
    const resolverID = parts.resolverOfSame(matcherID)!;
    const frequencies = frequenciesOf(resolved, positions.get(resolverID)!);
    const { common, commonBits } = frequencies;
    if (common.length === 0 || commonBits >= bits) return item;
    const rareResolver = parts.rareResolver(resolverID, common);
    const rare = parts.same(`${matcherID}_RARE`, rareResolver);
    return {
      ...item,
      commonValues: common.length,
      levels: [
        ...item.levels.slice(0, first),
        [rare, bits] as const,
        [matcherID, commonBits] as const,
        ...item.levels.slice(first + 1),
      ],
      keys: item.keys.map((key) => (key.matcherID === matcherID ? { ...key, rare } : key)),
    };
  });
}

/** A number that many records have is what a form is filled with, and tells nothing apart. */
function withRareVeto(
  item: Evidence,
  parts: DocumentParts,
  commonOf: (resolverID: string) => readonly string[],
): Evidence {
  const { veto } = item;
  if (veto === undefined || veto.tolerance !== undefined) return item;
  const common = commonOf(veto.resolverID);
  if (common.length === 0) return item;
  const resolverID = parts.rareResolver(veto.resolverID, common);
  const same = parts.same(`SAME_${resolverID}`, resolverID);
  return {
    ...item,
    veto: { ...veto, resolverID, matcherID: parts.matcher(`${veto.matcherID}_RARE`, 'orempty', { matcherID: same }) },
  };
}

function frequenciesOf(
  resolved: readonly ResolvedValues[],
  position: number,
): { readonly common: readonly string[]; readonly commonBits: number } {
  const frequencies = new Map<string, number>();
  let records = 0;
  for (const values of resolved) {
    const own = values[position]!;
    if (own.length > 0) records += 1;
    for (const value of own) frequencies.set(value, (frequencies.get(value) ?? 0) + 1);
  }
  const least = Math.max(leastFrequency, records * leastShare);
  const common = [...frequencies]
    .filter(([, frequency]) => frequency >= least)
    .sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  if (records < leastRecords || common.length === 0) return { common: [], commonBits: 0 };
  const sum = common.reduce((total, [, frequency]) => total + frequency, 0);
  const squares = common.reduce((total, [, frequency]) => total + frequency * frequency, 0);
  return {
    common: common.slice(0, mostValues).map(([value]) => value),
    commonBits: Math.max(0.3, -Math.log2(squares / sum / records)),
  };
}

/** Runs the pipeline of a document under construction on sample records. */
export function resolveSamples(
  parts: Pick<RuleConfig, 'transformers' | 'resolvers' | 'referenceLists'>,
  records: readonly RecordPayload[],
): ResolvedValues[] {
  const withDefaults = parts.transformers.map((part) => ({
    ...part,
    attributes: transformers.get(part.type)!.attributes.parse(part.attributes) as Readonly<Record<string, unknown>>,
  }));
  const pipeline = compilePipeline(withDefaults, parts.resolvers, transformers, {
    tokenizer: () => undefined,
    tokenizerMeaning: () => undefined,
    referenceList: (listID) => parts.referenceLists?.find(({ id }) => id === listID),
  });
  return records.map((record) => pipeline.run(record));
}
