import type { Resolution } from '../../../../src/entities/operations.ts';
import { callOf, type OperationName, operations, resolutionOf } from '../../../../src/entities/operations.ts';
import type { Decision, ReviewedPair } from '../../../../src/entities/people/types.ts';
import type { Explanation } from '../../../../src/entities/read/explain.ts';
import type { ConnectionBan, EntityLink, EntityView } from '../../../../src/entities/read/types.ts';
import type { IncompleteRules } from '../../../../src/entities/search/types.ts';
import type { StatisticsStatus } from '../../../../src/entities/statistics/types.ts';
import type { AssemblyStatus } from '../../../../src/entities/status.ts';
import type { RecordPayload } from '../../../../src/rules/types.ts';

/** An entity that counts how often each of its costly parts is asked for. */
export class FakeEntity implements EntityView {
  readonly id: string;
  readonly records: readonly RecordPayload[];
  readonly asked: string[] = [];
  readonly aliases: readonly string[] = [];
  bans: readonly ConnectionBan[] = [];
  readonly hitScores: number;

  constructor(id: string, records: readonly RecordPayload[], hitScore = 1) {
    this.id = id;
    this.records = records;
    this.hitScores = hitScore;
  }

  edges() {
    return this.#note('edges', ['a:b:RULE']);
  }
  duplicates() {
    return this.#note('duplicates', { a: ['b'] });
  }
  hits() {
    return this.#note('hits', { a: ['RULE'] });
  }
  score() {
    return this.#note('score', 0.5);
  }
  consistency() {
    return this.#note('consistency', 0.75);
  }
  async connectionBans() {
    return this.bans;
  }
  removedLinks() {
    return this.#note('removedLinks', [{ a: 'a', b: 'z' }]);
  }
  linkedTogether() {
    return this.#note('linkedTogether', [['a', 'b']]);
  }
  hitScore() {
    return this.#note('hitScore', this.hitScores);
  }

  links(): readonly EntityLink[] {
    return this.#note('links', [{ a: 'a', b: 'b', rule: 'RULE', score: 0.5 }]);
  }
  async prepare() {}
  async considering(keep: (record: RecordPayload) => boolean): Promise<readonly EntityView[]> {
    const kept = this.records.filter(keep);
    if (kept.length === this.records.length) return [this];
    return kept.length === 0 ? [] : [new FakeEntity(this.id, kept, this.hitScores)];
  }

  #note<Answer>(part: string, answer: Answer): Answer {
    this.asked.push(part);
    return answer;
  }
}

/** What a fake answers, which tests replace. */
class Given {
  entities: readonly EntityView[] = [];
  oversized: readonly string[] = [];
  after: string | undefined;
  incomplete: readonly IncompleteRules[] = [];
  status: AssemblyStatus = { state: 'READY', estimatedTimeRemaining: null };
  explanation: Explanation = {
    a: { id: 'r', entityID: 'E', values: {} },
    b: { id: 's', entityID: 'E', values: {} },
    pair: undefined,
    chain: [],
    overFrequentKeys: new Set(),
    linkRemoved: false,
    bans: [],
    held: undefined,
  };
  decision: Decision = {
    id: '01J00000000000000000000000',
    kind: 'link',
    decidedAt: 0,
    a: 'r',
    b: 's',
    user: 'Ada',
    verified: false,
    client: 'review',
    reason: 'seen on paper',
    removedLinks: [],
    undone: null,
  };
  reviewedPair: ReviewedPair = {
    id: 'pair',
    kind: 'near',
    a: { id: 'r', entityID: 'E' },
    b: { id: 's', entityID: 'F' },
    score: 0.75,
    ruleIDs: ['ALMOST'],
    foundAt: 0,
    position: '2500.pair',
    assigned: undefined,
  };
  counted: StatisticsStatus = { scan: undefined, statistics: undefined, areOfRulesInForce: false };
  /** Every operation throws it, if there is one. */
  failure: unknown;
}

type Answers = { -readonly [Name in OperationName]: Resolution[Name] };

function answersOf(given: Given): Answers {
  const decided = async () => {
    const records = [{ id: 'r', entityID: 'E1', recordIDs: ['r', 's'] }];
    return { decision: given.decision, triggered: true, complete: true, records };
  };
  return {
    submit: async (records) =>
      records.map((record) => ({ id: String(record['id']), entityID: 'E1', outcome: 'CREATED' as const })),
    submitWithPreview: async () => given.entities,
    disassemble: async () => ({ triggered: true, complete: true, entityIDs: ['E1'], stillConnected: [] }),
    removeConnectionBan: async () => true,
    link: decided,
    separate: decided,
    undoDecision: decided,
    decisions: async () => ({ decisions: [given.decision], after: given.after }),
    history: async () => ({ events: [], after: given.after }),
    reviews: async () => ({ reviews: [given.reviewedPair], after: given.after }),
    countReviews: async () => ({ near: 1, bridge: 0, growth: 0, value: 0 }),
    countAssigned: async () => ({ assigned: 0, mine: 0 }),
    skipReview: async () => true,
    takeReviews: async () => [given.reviewedPair],
    releaseReviews: async () => [given.reviewedPair.id],
    search: async () => ({ entities: given.entities, incomplete: given.incomplete }),
    rankedSearch: async ({ first }) => {
      const entities = given.entities.slice(0, first);
      const hasNextPage = entities.length < given.entities.length;
      const count = async () => ({ totalCount: given.entities.length, totalIs: 'EXACT' as const });
      const endCursor = hasNextPage ? 'cursor' : undefined;
      return { entities, count, hasNextPage, endCursor, incomplete: given.incomplete };
    },
    entity: async (id) => given.entities.find((entity) => entity.id === id),
    entityByRecord: async (id) => given.entities.find(({ records }) => records.some((record) => record['id'] === id)),
    listEntities: async () => ({ entities: given.entities, oversized: given.oversized, after: given.after }),
    explain: async () => given.explanation,
    pathsRead: async () => [],
    assemblyStatus: async () => given.status,
    metrics: async () => ({
      assemblyStatus: given.status,
      recordCount: 3,
      entityCount: 2,
      oldestUnfinished: null,
      genericKeys: [],
      tooFrequentKeys: [],
      loads: [],
      rules: null,
    }),
    statistics: async () => given.counted,
    refreshStatistics: async () => given.counted,
    workOnStatistics: async () => false,
    oldestInterrupted: async () => null,
    sweep: async () => 0,
  };
}

/** The operations of the library, which answer what they were given and remember what they were asked. */
export type FakeResolution = Given &
  Answers & {
    /** The arguments of each answered call of an operation. */
    calls<Name extends OperationName>(name: Name): Parameters<Resolution[Name]>[];
    /** The first of them. */
    asked<Name extends OperationName>(name: Name): Parameters<Resolution[Name]>[0][];
  };

export function fakeResolution(): FakeResolution {
  const given = new Given();
  const answers = answersOf(given);
  const answered = new Map<string, (readonly unknown[])[]>(Object.keys(operations).map((name) => [name, []]));
  const calls = (name: string) => answered.get(name)!;
  const asked = (name: string) => calls(name).map(([first]) => first);
  const answering = resolutionOf(async (name, request) => {
    if (given.failure !== undefined) throw given.failure;
    calls(name).push(request);
    return callOf(answers, name, request);
  });
  return Object.assign(given, answering, { calls, asked }) as FakeResolution;
}
