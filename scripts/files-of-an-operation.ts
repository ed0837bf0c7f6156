/**
 * Prints which source files one operation enters, from the request of the API to the embedded store and back.
 *
 *   npm run files -- search
 *   npm run files -- submit
 *
 * The operation runs twice. The second run counts, so that nothing counts which a process does once.
 */
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiEvent } from '../bench/api-event.ts';
import { inStore } from '../bench/own-store.ts';
import { createApi } from '../functions/api/api.ts';
import { createResolution } from '../src/entities/operations.ts';
import { createRuleChanges } from '../src/entities/rule-changes/rule-changes.ts';
import { chooseRules } from '../src/entities/rule-changes/versions/choose-rules.ts';
import { loadDeployment } from '../src/runtime/configuration/deployment.ts';
import type { Log } from '../src/runtime/log.ts';
import { defaultServiceIdentifier, scopesOf } from '../src/scopes.ts';

const root = join(import.meta.dirname, '..');
const example = join(root, 'examples', 'people');

/** People who are linked by their names and birthdays, so that a submit reads candidates, judges them and unites. */
const person = (id: string) => ({
  id,
  firstName: 'Ada',
  lastName: 'Lovelace',
  dateOfBirth: '1975-12-10',
  postcode: 'SW1Y 4JH',
});

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

const operations: Readonly<Record<string, (run: number) => object>> = {
  search: () => ({
    query:
      'query ($parameters: SearchParams!) { search(input: { parameters: $parameters, first: 10 }) { entities { id hits records { id firstName } } } }',
    variables: { parameters: { firstName: 'Ada', lastName: 'Lovelace' } },
  }),
  submit: (run) => ({
    query: 'mutation ($records: [RecordInput!]!) { submit(input: { records: $records }) { records { id entityID } } }',
    variables: { records: [person(`again${run}`)] },
  }),
};

/** @param wanted a name among {@link operations} */
async function filesOf(wanted: string): Promise<string[]> {
  const operation = operations[wanted];
  if (operation === undefined) {
    throw new Error(`${wanted} is no operation of this script. Give one of: ${Object.keys(operations).join(', ')}.`);
  }
  const deployed = await loadDeployment(join(example, 'rule-config.json'), join(example, 'schema.graphqls'));
  return inStore(async (store) => {
    const api = createApi({
      resolution: createResolution({ store, ...(await chooseRules(store, deployed)) }),
      ruleChanges: createRuleChanges({ store, table: store, deployed }),
      recordSchema: deployed.recordSchema,
      serviceIdentifier: defaultServiceIdentifier,
      log: silent,
    });
    const ask = async (request: object): Promise<void> => {
      const event = apiEvent(JSON.stringify(request), 'files', scopesOf(defaultServiceIdentifier).all.join(' '));
      const { body = '{}' } = await api(event);
      const { errors } = JSON.parse(body) as { readonly errors?: readonly object[] };
      if (errors !== undefined) throw new Error(`the API refused the operation: ${JSON.stringify(errors)}`);
    };
    for (const id of ['first', 'second'])
      await ask({ ...operations['submit']!(0), variables: { records: [person(id)] } });
    await ask(operation(1));
    return enteredBy(() => ask(operation(2)));
  });
}

/** The files of the sources of which the work calls a function, in alphabetical order. */
async function enteredBy(work: () => Promise<void>): Promise<string[]> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return result
      .filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)))
      .flatMap(({ url }) => (url.startsWith('file:') ? [relative(root, fileURLToPath(url))] : []))
      .filter((file) => /^(?:src|functions|apps)\//.test(file))
      .sort();
  } finally {
    session.disconnect();
  }
}

const [wanted = 'search'] = process.argv.slice(2);
const files = await filesOf(wanted);
console.log(`${files.join('\n')}\n\n${wanted} enters ${files.length} files.`);
