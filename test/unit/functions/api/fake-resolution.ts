import type { Decided, Decision, DecisionList } from '../../../../src/entities/people/decisions/types.ts';
import type { HistoryList } from '../../../../src/entities/people/history/types.ts';
import type {
  AssignedCounts,
  Review,
  ReviewCounts,
  ReviewedPair,
  ReviewList,
} from '../../../../src/entities/people/reviews/types.ts';
import type { StatisticsStatus } from '../../../../src/entities/statistics/types.ts';
import type {
  AssemblyStatus,
  ConnectionBan,
  Disassembled,
  EntityLink,
  EntityList,
  EntityListRequest,
  EntityView,
  ExplainQuestion,
  Explanation,
  IncompleteRules,
  Metrics,
  RankedSearchAnswer,
  RankedSearchRequest,
  Resolution,
  SearchAnswer,
  SearchRequest,
  SubmittedRecord,
} from '../../../../src/entities/types.ts';
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

/** Answers what it was given and remembers what it was asked; throws `failure` where one is set. */
export class FakeResolution implements Resolution {
  readonly submitted: (readonly RecordPayload[])[] = [];
  readonly searches: SearchRequest[] = [];
  readonly rankedSearches: RankedSearchRequest[] = [];
  readonly lists: EntityListRequest[] = [];
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
  };
  pathsRead: readonly (readonly string[])[] = [];
  readonly previews: { readonly records: readonly RecordPayload[]; readonly dryRun: boolean }[] = [];
  readonly questions: ExplainQuestion[] = [];
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
  refreshes = 0;
  failure: unknown;

  async submitWithPreview(records: readonly RecordPayload[], { dryRun }: { dryRun: boolean }) {
    return this.#asked(this.previews, { records, dryRun }, this.entities);
  }
  async explain(question: ExplainQuestion): Promise<Explanation> {
    return this.#asked(this.questions, question, this.explanation);
  }
  async submit(records: readonly RecordPayload[]): Promise<readonly SubmittedRecord[]> {
    const outcome = 'CREATED' as const;
    const submitted = records.map((record) => ({ id: String(record['id']), entityID: 'E1', outcome }));
    return this.#asked(this.submitted, records, submitted);
  }
  async search(request: SearchRequest): Promise<SearchAnswer> {
    return this.#asked(this.searches, request, { entities: this.entities, incomplete: this.incomplete });
  }
  async rankedSearch(request: RankedSearchRequest): Promise<RankedSearchAnswer> {
    const entities = this.entities.slice(0, request.first);
    const hasNextPage = entities.length < this.entities.length;
    const endCursor = hasNextPage ? 'cursor' : undefined;
    const count = async () => ({ totalCount: this.entities.length, totalIs: 'EXACT' as const });
    const answer = { entities, count, hasNextPage, endCursor, incomplete: this.incomplete };
    return this.#asked(this.rankedSearches, request, answer);
  }
  async entity(id: string): Promise<EntityView | undefined> {
    return this.#answer(this.entities.find((entity) => entity.id === id));
  }
  async entityByRecord(recordID: string): Promise<EntityView | undefined> {
    return this.#answer(this.entities.find((entity) => entity.records.some((record) => record['id'] === recordID)));
  }
  async listEntities(request: EntityListRequest): Promise<EntityList> {
    return this.#asked(this.lists, request, { entities: this.entities, oversized: this.oversized, after: this.after });
  }
  async assemblyStatus(): Promise<AssemblyStatus> {
    return this.#answer(this.status);
  }
  async disassemble(): Promise<Disassembled> {
    return this.#answer({ triggered: true, complete: true, entityIDs: ['E1'], stillConnected: [] });
  }
  async removeConnectionBan(): Promise<boolean> {
    return this.#answer(true);
  }
  async link(): Promise<Decided> {
    return this.#decide();
  }
  async separate(): Promise<Decided> {
    return this.#decide();
  }
  async undoDecision(): Promise<Decided> {
    return this.#decide();
  }
  async decisions(): Promise<DecisionList> {
    return this.#answer({ decisions: [this.decision], after: this.after });
  }
  async reviews(): Promise<ReviewList> {
    return this.#answer({ reviews: [this.reviewedPair], after: this.after });
  }
  async history(): Promise<HistoryList> {
    return this.#answer({ events: [], after: this.after });
  }
  async countReviews(): Promise<ReviewCounts> {
    return this.#answer({ near: 1, bridge: 0, growth: 0, value: 0 });
  }
  async skipReview(): Promise<boolean> {
    return this.#answer(true);
  }
  async countAssigned(): Promise<AssignedCounts> {
    return this.#answer({ assigned: 0, mine: 0 });
  }
  async takeReviews(): Promise<readonly Review[]> {
    return this.#answer([this.reviewedPair]);
  }
  async releaseReviews(): Promise<readonly string[]> {
    return this.#answer([this.reviewedPair.id]);
  }
  async metrics(): Promise<Metrics> {
    return this.#answer({
      assemblyStatus: this.status,
      recordCount: 3,
      entityCount: 2,
      oldestUnfinished: null,
      genericKeys: [],
      tooFrequentKeys: [],
      loads: [],
      rules: null,
    });
  }
  async statistics(): Promise<StatisticsStatus> {
    return this.#answer(this.counted);
  }
  async refreshStatistics(): Promise<StatisticsStatus> {
    const answer = this.#answer(this.counted);
    this.refreshes += 1;
    return answer;
  }
  async workOnStatistics(): Promise<boolean> {
    return false;
  }
  async oldestInterrupted(): Promise<number | null> {
    return null;
  }
  async sweep(): Promise<number> {
    return 0;
  }

  async #decide(): Promise<Decided> {
    const records = [{ id: 'r', entityID: 'E1', recordIDs: ['r', 's'] }];
    return this.#answer({ decision: this.decision, triggered: true, complete: true, records });
  }
  #asked<Request, Answer>(before: Request[], request: Request, answer: Answer): Answer {
    const answered = this.#answer(answer);
    before.push(request);
    return answered;
  }
  #answer<Answer>(answer: Answer): Answer {
    if (this.failure !== undefined) throw this.failure;
    return answer;
  }
}
