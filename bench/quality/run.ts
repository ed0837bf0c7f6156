import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { opinionText } from '../../src/workbench/learning/opinion-text.ts';
import { britishPeople } from './british-people.ts';
import { type DataSet, halfOf, readDataSet, withFlatNames } from './data-set.ts';
import { designedFor } from './designed.ts';
import { type Designer, type Drawn, type DrawnSet, drawsTable, measureDraw } from './draws.ts';
import { type LabeledDraw, type LabeledSet, labelsTable, measureLabels } from './labeled-draws.ts';
import { pairwiseQuality } from './pairwise.ts';
import { resolveRecords } from './resolve.ts';
import { type Documents, resolveThroughService } from './resolve-through-service.ts';
import { type Measured, qualityTable } from './table.ts';
import { resolveInAllWays } from './ways.ts';

// npm run quality [-- --data directory] [--set name …] [--by-hand | --designed] [--in-process]: what matching really
// does, on public data with known truth, with a configuration made by hand and with the one that the design tool makes
// from the set's field names and up to 100 records without their truth. Without --in-process every set goes through a
// service of its own, the command line and HTTP.
//
// npm run quality -- --draws 5 [--half tuning|held-out|made-up] [--british 5000,100000]: how well designs resolve that are
// learned from all records of a file, and those of the tool from 100 random records; by the compiled rules, which link as
// the service does, each with the records shuffled by so many seeds.
//
// npm run quality -- --ways [--set name …] [--file people.csv --instance directory]: whether every way of a file into
// entities makes the same ones: resolve, start with the file, load at once, and batches of submit.
//
// npm run quality -- --labels 30 [--draws 5] [--wrong-answers .05]: the same for designs that so many simulated answers of
// entity-data label have moved, beside those without answers.
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: process.env['ENTITY_DATA_QUALITY_DATA'] ?? join('..', 'shared', 'data') },
    set: { type: 'string', multiple: true, default: [] },
    'by-hand': { type: 'boolean', default: false },
    designed: { type: 'boolean', default: false },
    'in-process': { type: 'boolean', default: false },
    draws: { type: 'string' },
    labels: { type: 'string' },
    'wrong-answers': { type: 'string', default: '0' },
    ways: { type: 'boolean', default: false },
    file: { type: 'string' },
    instance: { type: 'string' },
    half: { type: 'string', multiple: true, default: [] },
    british: { type: 'string', default: '5000,100000' },
  },
});
const configurations = join('bench', 'quality');

if (values.file !== undefined) {
  await compareWays(values.file, values.file, values.instance);
} else if (existsSync(values.data)) {
  if (values.ways) for (const { name, read } of chosenSets()) await compareWays(name, read().recordsFile);
  else if (values.labels !== undefined) await measureAnswers(Number(values.labels), Number(values['wrong-answers']));
  else if (values.draws === undefined) await measureSets();
  else await measureDraws(Number(values.draws));
} else {
  console.log(
    `There is no directory ${values.data}. The public data sets are no part of this project: name the directory that has them with --data or ENTITY_DATA_QUALITY_DATA, one folder a set with records.jsonl and truth.csv (record,cluster).`,
  );
  process.exitCode = 1;
}

async function compareWays(name: string, file: string, instance?: string): Promise<void> {
  for (const { way, records, entities, different, seconds } of await resolveInAllWays(file, instance)) {
    console.log(`${name}, ${way}: ${records} records, ${entities} entities, ${different} elsewhere, ${seconds} s`);
    if (different > 0) process.exitCode = 1;
  }
}

async function measureSets(): Promise<void> {
  const known = readdirSync(configurations).filter((name) =>
    existsSync(join(configurations, name, 'rule-config.json')),
  );
  for (const name of values.set) if (!known.includes(name)) throw new Error(`there is no set ${name}: ${known}`);
  const both = values['by-hand'] === values.designed;
  const rows: Measured[] = [];
  for (const name of known) {
    if (values.set.length > 0 && !values.set.includes(name)) continue;
    const set = readDataSet(values.data, name);
    const measure = async (configuration: Measured['configuration'], documents: Documents): Promise<void> => {
      const quality = pairwiseQuality(await resolve(set, documents), set.truth);
      rows.push({ set: name, records: set.records.length, configuration, quality });
      if (process.stderr.isTTY) process.stderr.write(`${name}, ${configuration}: F1 ${quality.f1.toFixed(4)}\n`);
    };
    if (both || values['by-hand']) await measure('by hand', documentsOf(name));
    if (both || values.designed) await measure('designed', designedFor(set));
  }
  console.log(qualityTable(rows));
}

/** Every set of the data, with simulated answers. */
async function measureAnswers(labels: number, wrong: number): Promise<void> {
  const sets: LabeledSet[] = [];
  for (const { name, half, read } of chosenSets()) {
    const set = read();
    const draws: LabeledDraw[] = [];
    for (let seed = 1; seed <= Number(values.draws ?? 1); seed++) {
      const draw = await measureLabels(set, { labels, wrong, seed });
      draws.push(draw);
      const { before, after, same, different, estimate } = draw;
      process.stderr.write(
        `${name}, draw ${seed}: F1 ${before.f1.toFixed(4)} without answers, ${after.f1.toFixed(4)} with ${same} same and ${different} different; precision ${after.precision.toFixed(3)}, estimated ${shareText(estimate.precision)}; recall ${after.recall.toFixed(3)}, of candidates estimated ${shareText(estimate.recall)}\n`,
      );
    }
    sets.push({ set: name, records: set.records.length, half, draws });
  }
  console.log(labelsTable(sets));
}

function shareText({ value, low, high }: LabeledDraw['estimate']['precision']): string {
  return `${value.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/** Every set of the data, whether it has a configuration by hand or not. */
function chosenSets() {
  const names = readdirSync(values.data).filter((name) => existsSync(join(values.data, name, 'truth.csv')));
  for (const name of values.set) if (!names.includes(name)) throw new Error(`there is no set ${name}: ${names}`);
  const halves = new Set(values.half.map((half) => half.replace('-', ' ')));
  return names
    .map((name) => ({ name, half: halfOf(name, names), read: () => withFlatNames(readDataSet(values.data, name)) }))
    .filter(
      ({ name, half }) =>
        (values.set.length === 0 || values.set.includes(name)) && (halves.size === 0 || halves.has(half)),
    );
}

async function measureDraws(count: number): Promise<void> {
  const halves = new Set(values.half.map((half) => half.replace('-', ' ')));
  const wanted = chosenSets();
  const british = values.british.split(',').filter((size) => values.set.length === 0 && size !== '');
  const madeUp = british.map((size) => ({
    name: `british-people-${size}`,
    half: 'made up' as const,
    read: () => britishPeople(Number(size)),
  }));
  const sets: DrawnSet[] = [];
  for (const { name, half, read } of [...wanted, ...madeUp]) {
    if (halves.size > 0 && !halves.has(half)) continue;
    const set = read();
    const draws: Record<Designer, Drawn[]> = { file: [], tool: [] };
    for (let seed = 1; seed <= count; seed++) {
      for (const designer of ['file', 'tool'] as const) {
        const drawn = await measureDraw(set, designer, seed);
        draws[designer].push(drawn);
        const { quality, seconds, fallback, opinion } = drawn;
        process.stderr.write(
          `${name}, ${designer}, draw ${seed}: precision ${quality.precision.toFixed(4)}, recall ${quality.recall.toFixed(4)}, F1 ${quality.f1.toFixed(4)}, designed in ${seconds.toFixed(1)} s${opinion === undefined ? '' : `, own opinion: ${opinionText(opinion)}`}${fallback === undefined ? '' : `, fell back: ${fallback}`}\n`,
        );
      }
    }
    sets.push({ set: name, records: set.records.length, half, draws });
  }
  console.log(drawsTable(sets));
}

function documentsOf(name: string): Documents {
  return {
    ruleConfig: readFileSync(join(configurations, name, 'rule-config.json'), 'utf8'),
    schema: readFileSync(join(configurations, name, 'schema.graphqls'), 'utf8'),
  };
}

function resolve(set: DataSet, documents: Documents): Promise<Map<string, string>> {
  if (!values['in-process']) return resolveThroughService(set, documents);
  return resolveRecords(loadRuleConfig(documents.ruleConfig, loadRecordSchema(documents.schema)), set.records);
}
