import type { DecisionAnswer } from '../../../../src/graphql/queries/decisions.generated.ts';
import type { Decided, Outlook, Question } from './decision.ts';

/** `1 record` or `1,234 records`. */
const recordCount = (count: number): string => (count === 1 ? '1 record' : `${count.toLocaleString('en')} records`);

/** The most records that an answer names of an entity. */
const mostNamed = 100;

const sizeOf = ({ recordIDs: { length } }: DecisionAnswer['records'][number]): string =>
  length >= mostNamed ? `${mostNamed} or more records` : recordCount(length);

/** What the decision will do, in sentences. */
export function outlookTexts(question: Question, outlook: Outlook | undefined): readonly string[] {
  if (question.kind === 'undo') return [undoText(question)];
  if (outlook === undefined) return [];
  return question.kind === 'link' ? linkTexts(outlook) : separationTexts(question, outlook);
}

function undoText({ decision: { kind, removedLinks } }: Extract<Question, { readonly kind: 'undo' }>): string {
  if (kind === 'LINK') return 'The link goes. The entity is split if nothing else connects the two records.';
  const links = removedLinks.length;
  const back = links === 0 ? '' : ` ${links === 1 ? 'One removed link comes' : `${links} removed links come`} back.`;
  return `The ban between the two is lifted.${back} The rules and other decisions then say what belongs together.`;
}

function linkTexts({ together, sizes: [first, second] }: Outlook): readonly string[] {
  if (together) {
    return [`Both are in one entity of ${recordCount(first)}. They stay together, whatever the rules say later.`];
  }
  return [
    `An entity of ${recordCount(first)} and one of ${recordCount(second)} become one of ${recordCount(first + second)}.`,
  ];
}

function separationTexts(
  { a, b }: { readonly a: string; readonly b: string },
  { together, sizes: [size], separation }: Outlook,
): readonly string[] {
  if (!together) return ['They are in two entities. A ban keeps these apart from now on, whatever the rules say.'];
  const removed = separation?.decision.removedLinks.length ?? 0;
  const sides = [a, b].map((id) => separation?.records.find((record) => record.id === id));
  const [first, second] = sides;
  return [
    `The entity of ${recordCount(size)} is split: ${removed === 1 ? '1 link is' : `${removed.toLocaleString('en')} links are`} removed, and a ban keeps the two apart.`,
    ...(first === undefined || second === undefined
      ? []
      : [`${a} is then in an entity of ${sizeOf(first)}, ${b} in one of ${sizeOf(second)}.`]),
  ];
}

/** How a decision turned out. */
export interface Outcome {
  /** `done` as wanted, `unchanged` if it was decided before, `otherwise` if the records are not where it wants them. */
  readonly kind: 'done' | 'unchanged' | 'otherwise';
  readonly texts: readonly string[];
}

/** What an answer says, also when other stewards or erasures came in between. */
export function outcomeOf(question: Question['kind'], decided: Decided): Outcome {
  const { decision, triggered, complete, records } = decided;
  const [first, second] = records;
  const later = complete ? [] : ['The entity is large: the work goes on, and ends within minutes.'];
  if (first === undefined || second === undefined) {
    const left = first === undefined ? 'Both records were' : `The record that stood beside ${first.id} was`;
    return { kind: 'otherwise', texts: [`${left} erased meanwhile. The decision is kept without it.`, ...later] };
  }
  const isTogether = first.entityID === second.entityID;
  const now = isTogether
    ? `${first.id} and ${second.id} are one entity of ${sizeOf(first)}.`
    : `${first.id} is in an entity of ${sizeOf(first)}, ${second.id} in one of ${sizeOf(second)}.`;
  if (!triggered) return { kind: 'unchanged', texts: [beforeText(question, decision), now, ...later] };
  if (question === 'undo') return { kind: 'done', texts: ['The decision is taken back.', now, ...later] };
  if (complete && isTogether !== (question === 'link')) {
    return {
      kind: 'otherwise',
      texts: [
        now,
        isTogether
          ? 'Another decision or a record that came meanwhile joins them. Look at the decisions below.'
          : 'Another person separated them meanwhile, and a separation holds. Look at the decisions below.',
      ],
    };
  }
  const removed = decision.removedLinks.length;
  return {
    kind: 'done',
    texts: [
      now,
      ...(removed === 0 ? [] : [`${removed === 1 ? '1 link was' : `${removed} links were`} removed.`]),
      ...later,
    ],
  };
}

function beforeText(question: Question['kind'], { undone, user }: Decided['decision']): string {
  if (question !== 'undo') return 'You decided the same before. Nothing changed.';
  return `${undone?.user || user || 'Another person'} took it back before. Nothing changed.`;
}
