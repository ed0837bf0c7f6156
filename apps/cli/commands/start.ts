import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { ClientLimit } from '../../../functions/api/throttle.ts';
import { clientLimitBounds } from '../../../functions/api/throttle.ts';
import { genericKeyRecordsBounds, OVER_FREQUENT_KEY_RECORDS } from '../../../src/entities/items/index-keys.ts';
import { REVIEW_PAIRS, reviewPairsBounds } from '../../../src/entities/items/reviews.ts';
import type { RuleChangeOptions } from '../../../src/entities/items/rules-register.ts';
import { historyRetentionBounds } from '../../../src/entities/people/types.ts';
import {
  defaultRuleChangeOptions,
  ruleChangeBounds,
  ruleChangeModes,
} from '../../../src/entities/rule-changes/types.ts';
import { defaultServiceIdentifier, serviceIdentifierPattern } from '../../../src/scopes.ts';
import { scriptBeside } from '../../../src/script-beside.ts';
import { defaultHost, defaultPort, hosts } from '../../service/address.ts';
import { defaultDataDirectory } from '../../service/data-directory.ts';
import { problemText } from '../../service/instance.ts';
import { findRunningServices } from '../../service/running-services.ts';
import type { Service, ServiceOptions } from '../../service/service.ts';
import { optionOf } from '../client/local-service.ts';
import { shellWord } from '../shell-word.ts';
import { eachOnce } from '../terminal/once.ts';
import { dataDirOption } from './connection-options.ts';
import { greeting } from './greeting.ts';
import { onInterruption } from './interruption.ts';
import { wholeNumber } from './numbers.ts';
import { instanceFiles } from './with-service.ts';

interface StartOptions {
  readonly instance?: string;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly ruleConfig: string;
  readonly schema: string;
  readonly clients: string;
  readonly ipRangeAllowList?: readonly string[];
  readonly authorizerResultTtlInSeconds: number;
  readonly clientLimit?: ClientLimit;
  readonly updateRecords: boolean;
  readonly adoptChangedRules: boolean;
  readonly ruleChanges: RuleChangeOptions['mode'];
  readonly genericKeyRecords: number;
  readonly reviewPairs: number;
  readonly historyRetentionInDays: number;
  readonly entityEvents?: string;
  readonly entityEventsSecretFile?: string;
  readonly serviceIdentifier: string;
  readonly verbose: boolean;
}

const example = (file: string) => fileURLToPath(new URL(`../../../examples/people/${file}`, import.meta.url));

const exampleClients = example('clients.json');

/** Milliseconds that the service has to finish its requests when its launcher is dead. */
const SERVICE_PATIENCE = 10_000;

/** No write units are paid here: rests of the worker leave requests their share of the processor. */
const ON_A_DISK = { writeUnitsPerSecond: ruleChangeBounds.writeUnitsPerSecond.most };

export function startCommand(): Command {
  return new Command('start')
    .description('Run the service on this machine until Ctrl-C. Without options: the example instance of people.')
    .argument('[files...]', 'with --instance: files whose records the instance begins with, if it has no data yet')
    .option('--port <number>', '0 picks a free one', wholeNumber(0, 65_535), defaultPort)
    .addOption(new Option('--host <address>', 'where to listen').default(defaultHost).choices(hosts))
    .addOption(dataDirOption())
    .addOption(
      new Option(
        '--instance <directory>',
        'the directory that "design" wrote: its rule-config.json and schema.graphqls, its clients.json if there is one, and its data',
      ).conflicts(['ruleConfig', 'schema']),
    )
    .option('--rule-config <file>', 'what belongs together', example('rule-config.json'))
    .option('--schema <file>', 'what a record looks like', example('schema.graphqls'))
    .option('--clients <file>', 'who may do what', exampleClients)
    .addOption(
      new Option(
        '--ip-range-allow-list <ranges>',
        'addresses and CIDR blocks, joined by commas; the API refuses others, and so do the token endpoint and the guidance server unless the host is a loopback address',
      ).argParser((text: string) => text.split(',').map((range) => range.trim())),
    )
    .option(
      '--authorizer-result-ttl-in-seconds <seconds>',
      'for so long a verdict serves a token, whatever the address',
      wholeNumber(0, 3600),
      0,
    )
    .option(
      '--client-limit <rate[,burst]>',
      'requests that each client may send: per second on average, and at once (default: twice the rate); others get 429',
      clientLimit,
    )
    .option('--update-records', 'submit replaces a stored record by one with the same id and other content', false)
    .addOption(
      new Option(
        '--rule-changes <mode>',
        'what a changed rule-config does to stored records: hold (count what it does, then wait for "rules apply"), automatic (go on if little changes) or refuse (wait at once)',
      )
        .default(defaultRuleChangeOptions.mode)
        .choices(ruleChangeModes),
    )
    .option(
      '--adopt-changed-rules',
      'a changed rule-config comes into force without a change of stored records, which are missed then',
      false,
    )
    .option(
      '--generic-key-records <number>',
      'more records under one key that only suggests a link make it find no candidates any more',
      wholeNumber(genericKeyRecordsBounds.least, genericKeyRecordsBounds.most),
      OVER_FREQUENT_KEY_RECORDS,
    )
    .option(
      '--review-pairs <number>',
      'the most pairs in the review queue; 0 for no queue',
      wholeNumber(reviewPairsBounds.least, reviewPairsBounds.most),
      REVIEW_PAIRS,
    )
    .option(
      '--history-retention-in-days <number>',
      'days for which history of records and entities is kept; 0 keeps none',
      wholeNumber(historyRetentionBounds.least, historyRetentionBounds.most),
      0,
    )
    .option('--entity-events <target>', 'tell what becomes of entities: a file, or the address of a webhook')
    .option('--entity-events-secret-file <file>', 'holds the secret that signs webhooks')
    .option(
      '--service-identifier <name>',
      'prefix of the scopes, as service_identifier of the Terraform module',
      serviceIdentifier,
      defaultServiceIdentifier,
    )
    .option('--verbose', 'log every request', false)
    .action(start);
}

function serviceIdentifier(text: string): string {
  if (serviceIdentifierPattern.test(text)) return text;
  throw new InvalidArgumentError('Write a letter, then at most 63 letters, digits, ".", "_" or "-".');
}

async function start(files: readonly string[], given: StartOptions, command: Command): Promise<void> {
  const options = given.instance === undefined ? given : withInstance(given, given.instance, command);
  const { promise: interrupted, resolve: interrupt, reject: fail } = Promise.withResolvers<void>();
  if (files.length > 0 && !(await beginWith(files, options, command))) return;
  const interruption = onInterruption(interrupt, SERVICE_PATIENCE);
  // The directory in which commands find the service, whatever instance it runs.
  const home = options.instance === undefined ? options.dataDir : defaultDataDirectory;
  const greet = (service: Service, dataDirectory: string) => {
    for (const warning of eachOnce(service.warnings.map(problemText))) process.stderr.write(`${warning}\n`);
    process.stdout.write(greeting(service, dataDirectory, process.stdout.isTTY, home));
  };
  // Only here: the other commands need nothing of the service.
  const { startReplaceable } = await import('../../service/your-data/replaceable-service.ts');
  const running = await startReplaceable({
    first: serviceOptions(options, home),
    firstCommand: `npx entity-data ${process.argv.slice(2).map(shellWord).join(' ')}`,
    home,
    workerScript: fileURLToPath(scriptBeside(import.meta.url, '../your-data/worker')),
    commandScript: fileURLToPath(scriptBeside(import.meta.url, '../entity-data')),
    commandOf: (instance) => `npx entity-data start --instance ${shellWord(instance)}`,
    // Events of a file that is tried out are for no one else.
    optionsOf: (instance) => ({ ...serviceOptions(instanceOptions(options, instance), home), entityEvents: undefined }),
    onReplaced: (service, { dataDirectory }) => greet(service, dataDirectory),
    onLost: fail,
    onFailure: (cause) => process.stderr.write(`${cause instanceof Error ? cause.stack : String(cause)}\n`),
  }).catch((error: unknown) => {
    // Listening for the launcher's end would keep the process.
    interruption.dispose();
    throw error;
  });
  greet(running.service(), options.dataDir);
  await tellOthers(running.service(), home);
  await interrupted;
  process.stdout.write('Stopping: finishing the requests under way.\n');
  await running.close();
  process.stdout.write('Stopped.\n');
  // Whatever a library may still hold open, the data is closed: nothing is left to wait for.
  process.exit(0);
}

/** Makes the first store of the instance. Returns false if it was interrupted. */
async function beginWith(files: readonly string[], options: StartOptions, command: Command): Promise<boolean> {
  const { instance, historyRetentionInDays, entityEvents, genericKeyRecords, reviewPairs, dataDir } = options;
  if (instance === undefined) command.error('error: files need --instance: the directory with their rules');
  // Only here: a start without files needs none of it.
  const { firstLoad } = await import('../resolve/first-load.ts');
  return firstLoad(files, {
    instance,
    genericKeyRecords,
    reviewPairs,
    entityEvents: entityEvents !== undefined || historyRetentionInDays > 0,
    dataDirectory: dataDir,
  });
}

/** Says that others run here, and how commands choose this one. */
async function tellOthers(service: Service, home: string): Promise<void> {
  const others = (await findRunningServices(home)).filter((one) => one.dataDirectory !== service.dataDirectory);
  if (others.length === 0) return;
  process.stderr.write(
    `Another local service runs here. Commands that write need to know which one is meant; for this one: ${optionOf(service)}\n`,
  );
}

/** How an instance runs that takes the place of another one: with its own files and data. */
function instanceOptions(options: StartOptions, instance: string): StartOptions {
  const { ruleConfig, schema, clients, data } = instanceFiles(instance);
  return {
    ...options,
    instance,
    ruleConfig,
    schema,
    clients: existsSync(clients) ? clients : exampleClients,
    dataDir: data,
  };
}

/**
 * The options for the files of an instance. The clients and the data directory may be named apart.
 *
 * @throws InstanceDirectoryError
 */
function withInstance(options: StartOptions, directory: string, command: Command): StartOptions {
  const { ruleConfig, schema, clients, data } = instanceFiles(directory);
  const isGiven = (option: string) => command.getOptionValueSource(option) === 'cli';
  return {
    ...options,
    ruleConfig,
    schema,
    clients: isGiven('clients') || !existsSync(clients) ? options.clients : clients,
    dataDir: isGiven('dataDir') ? options.dataDir : data,
  };
}

function serviceOptions(options: StartOptions, home: string): ServiceOptions {
  return {
    ruleConfigFile: options.ruleConfig,
    schemaFile: options.schema,
    // The scopes of the example's clients begin with "svc/"; without a file there is one client with all scopes.
    clientsFile:
      options.clients === exampleClients && options.serviceIdentifier !== defaultServiceIdentifier
        ? undefined
        : options.clients,
    dataDirectory: options.dataDir,
    // Commands look for a service in the usual directory, so that they need no option after a start of an instance.
    ...(options.instance !== undefined && { instanceDirectory: options.instance, announceIn: home }),
    port: options.port,
    host: options.host,
    ipRangeAllowList: options.ipRangeAllowList,
    authorizerResultTtlInSeconds: options.authorizerResultTtlInSeconds,
    clientLimit: options.clientLimit,
    updateRecords: options.updateRecords,
    adoptChangedRules: options.adoptChangedRules,
    ruleChanges: { ...defaultRuleChangeOptions, ...ON_A_DISK, mode: options.ruleChanges },
    genericKeyRecords: options.genericKeyRecords,
    reviewPairs: options.reviewPairs,
    historyRetentionInDays: options.historyRetentionInDays,
    entityEvents:
      options.entityEvents === undefined
        ? undefined
        : { target: options.entityEvents, secretFile: options.entityEventsSecretFile },
    serviceIdentifier: options.serviceIdentifier,
    verbose: options.verbose,
  };
}

/** Reads `20` or `20,40`. */
function clientLimit(text: string): ClientLimit {
  const { rate, burst } = clientLimitBounds;
  const [first = '', second, ...more] = text.split(',');
  if (more.length > 0) throw new InvalidArgumentError('It must be a rate, or a rate and a burst such as 20,40.');
  const perSecond = wholeNumber(1, rate.most)(first);
  return {
    rate: perSecond,
    burst: second === undefined ? 2 * perSecond : wholeNumber(burst.least, burst.most)(second),
  };
}
