import type { FilePreviewFigures, StoredPreviewFigures } from '../../../src/batch/preview.ts';
import { own } from '../../../src/own.ts';
import type { PairExplanation } from '../../../src/rules/compile/explain.ts';
import { count } from '../commands/entity.ts';
import type { ExplainedExample } from './explained-examples.ts';

/** The figures of a file, or of what a service stores. */
export type PrintedFigures = FilePreviewFigures | StoredPreviewFigures;

/** The counts of a preview, for people to read. */
export function previewText(preview: PrintedFigures): string {
  const { records, unchanged, merging, splitting, both, cost } = preview;
  const number = (value: number) => value.toLocaleString('en');
  const share = records === 0 ? 0 : (100 * preview.recordsTouched) / records;
  const lines = [
    [count(records, 'record'), ...leftOut(preview)].join('; '),
    `entities: ${number(preview.entitiesBefore)} → ${number(preview.entitiesAfter)}`,
    `  unchanged ${number(unchanged)}, merged ${number(merging)}, split ${number(splitting)}, both ${number(both)}`,
    `  records touched: ${number(preview.recordsTouched)} (${share.toFixed(share < 1 ? 2 : 0)} %)`,
    `  largest changed entity: ${count(preview.largestEntity, 'record')}`,
    `keys: ${number(preview.newKeys)} to write, ${number(preview.goneKeys)} to delete`,
    `over-frequent keys: ${preview.overFrequentKeys.length === 0 ? 'none' : ''}`.trimEnd(),
    ...preview.overFrequentKeys.map(
      ({ ruleIDs, records: holders }) => `  ${count(holders, 'record')}: ${ruleIDs.join(', ')}`,
    ),
    `records that the next rules refuse: ${number(preview.refusedAfter)}`,
    ...preview.refused.map(({ id, message }) => `  ${id}: ${message}`),
    `cost on DynamoDB: about ${number(cost.writeUnits)} write units and ${number(cost.readUnits)} read units; ${count(cost.minutes, 'minute')}`,
  ];
  return `${lines.join('\n')}\n`;
}

function leftOut(preview: PrintedFigures): string[] {
  if ('moved' in preview) {
    const { moved } = preview;
    return moved === 0
      ? []
      : [
          `${count(moved, 'record')} of entities that were united meanwhile: repeat the preview at rest for exact counts`,
        ];
  }
  const { repeated, refusedBefore } = preview;
  return [
    ...(repeated === 0 ? [] : [`${count(repeated, 'repeated id')} left out`]),
    ...(refusedBefore === 0 ? [] : [`${count(refusedBefore, 'record')} left out that the former rules refuse`]),
  ];
}

/** An example for people to read: what links the two, before and after. */
export function exampleText({ kind, a, b, joins, former, next }: ExplainedExample): string {
  return [
    `${kind}: ${a} and ${b} ${joins ? 'come together' : 'are parted'}`,
    `  former: ${verdictText(former)}`,
    `  next:   ${verdictText(next)}`,
    ...valueLines(joins ? next : former),
    '',
  ].join('\n');
}

const verdictText = ({ groups }: PairExplanation): string =>
  groups
    .map(({ group, outcome, linkRuleIDs, link, keptApartBy }) => {
      const rules = linkRuleIDs.length > 0 ? ` by ${linkRuleIDs.join(', ')}` : '';
      const apart = keptApartBy === undefined ? '' : ` by ${keptApartBy}`;
      const failing = linkRuleIDs.length > 0 ? '' : missedText(link.rules);
      return `${groups.length > 1 ? `${group}: ` : ''}${outcome}${rules}${apart}${failing}`;
    })
    .join('; ');

/** The rule that misses the fewest matchers, with those that fail. */
function missedText(rules: PairExplanation['groups'][number]['link']['rules']): string {
  const failing = rules
    .map(({ ruleID, matchers }) => ({ ruleID, missed: matchers.filter(({ satisfied }) => !satisfied) }))
    .filter(({ missed }) => missed.length > 0)
    .sort((x, y) => x.missed.length - y.missed.length);
  const [nearest] = failing;
  if (nearest === undefined) return '';
  const names = nearest.missed.map(({ matcherID, similarity }) => `${matcherID} ${similarity.toFixed(2)}`);
  return `; nearest ${nearest.ruleID} lacks ${names.join(', ')}`;
}

function valueLines({ a, b }: PairExplanation): string[] {
  const texts = (values: readonly string[] | undefined) =>
    values === undefined || values.length === 0 ? '(no value)' : values.join(', ');
  return Object.keys(a.values)
    .filter((resolver) => (own(a.values, resolver)?.length ?? 0) + (own(b.values, resolver)?.length ?? 0) > 0)
    .map((resolver) => `  ${resolver}: ${texts(own(a.values, resolver))} | ${texts(own(b.values, resolver))}`);
}
