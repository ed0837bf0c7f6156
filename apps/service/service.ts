import { resolve } from 'node:path';
import { type Api, createApi } from '../../functions/api/api.ts';
import { type ClientLimit, createClientThrottle } from '../../functions/api/throttle/client-throttle.ts';
import { createAuthorizer } from '../../functions/authorizer/authorizer.ts';
import { loadConfig } from '../../functions/authorizer/config.ts';
import { DocumentUnavailableError, type FetchDocument } from '../../functions/authorizer/document.ts';
import { createLog as createAuthorizerLog } from '../../functions/authorizer/log.ts';
import { createLog as createGuidanceLog } from '../../functions/guidance/log.ts';
import { createResolution } from '../../src/entities/create.ts';
import { OVER_FREQUENT_KEY_RECORDS } from '../../src/entities/items/index-keys.ts';
import { readRegister } from '../../src/entities/items/rules-register.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/create-rule-changes.ts';
import type { RuleChangeOptions, RuleChangeStatus } from '../../src/entities/rule-changes/types.ts';
import {
  chooseRules,
  type DeployedRules,
  type RulesInForce,
} from '../../src/entities/rule-changes/versions/choose-rules.ts';
import type { RegisterAccess } from '../../src/entities/rule-changes/versions/register-access.ts';
import { isDeployedInForce } from '../../src/entities/rule-changes/versions/rules-status.ts';
import type { RulesStatus } from '../../src/entities/types.ts';
import type { RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig } from '../../src/rules/types.ts';
import { observeRules, type RulesObserver } from '../../src/runtime/configuration/observe-rules.ts';
import { describeCause, type Log } from '../../src/runtime/log/log.ts';
import { observeCore } from '../../src/runtime/metrics/core-observer.ts';
import { createMeter } from '../../src/runtime/metrics/meter.ts';
import { leadsToDeployed, observeRuleChange } from '../../src/runtime/metrics/observe-rule-change.ts';
import { replaceableResolution } from '../../src/runtime/replaceable-resolution.ts';
import { restarting } from '../../src/runtime/starter.ts';
import { defaultServiceIdentifier, scopesOf } from '../../src/scopes.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store } from '../../src/store/port.ts';
import { defaultHost, defaultPort, isLoopback, originOf } from './address.ts';
import { addressAuthorizer } from './address-authorizer.ts';
import { consoleRoutes } from './console/routes.ts';
import {
  forgetFormerRules,
  identityDirectory,
  prepareDataDirectory,
  refuseOtherRules,
  storeDirectory,
} from './data-directory.ts';
import { type EntityEventsOptions, openLocalTarget } from './events/local-target.ts';
import { startPublishing } from './events/publish-loop.ts';
import type { BodyLimits } from './gateway/body.ts';
import type { HttpEvent } from './gateway/event.ts';
import { createGateway, type Gateway } from './gateway/gateway.ts';
import type { Authorizer, Route } from './gateway/route.ts';
import { type GuidanceRoute, guidanceRoute } from './guidance/route.ts';
import { createAuthorizationEndpoint } from './identity/authorization-endpoint.ts';
import { type Client, provisionClients } from './identity/credentials.ts';
import { localPerson, signInOf } from './identity/local-person.ts';
import { createSignIns, type SignIns } from './identity/sign-ins.ts';
import { createTokenEndpoint, maxBodyLength, type TokenEndpoint } from './identity/token-endpoint.ts';
import { type Instance, loadInstance } from './instance.ts';
import { instanceName } from './instance-name.ts';
import { type MetricsLog, startMetricsLog } from './metrics-log.ts';
import { createPageAccess, type PageAccess } from './pages/page-access.ts';
import type { PeriodicTask } from './periodic-task.ts';
import { startRuleChangeWorker } from './rule-change-worker.ts';
import { enterService, type ServiceDescription, type ServiceEntry } from './running-services.ts';
import { PortInUseError, PortUnavailableError, type StartProblem } from './start-error.ts';
import { startStatisticsWorker } from './statistics-worker.ts';
import { startSweeper } from './sweeper.ts';
import { yourDataRoutes } from './your-data/routes.ts';
import type { YourData } from './your-data/your-data.ts';

export interface ServiceOptions {
  readonly ruleConfigFile: string;
  readonly schemaFile: string;
  readonly clientsFile?: string | undefined;
  readonly dataDirectory: string;
  /** The directory of the instance, for commands that find the service. */
  readonly instanceDirectory?: string | undefined;
  /** Another directory in which commands look for running services. */
  readonly announceIn?: string | undefined;
  /** Port; 0 picks a free one. */
  readonly port?: number;
  /** One of `hosts` in address.ts. */
  readonly host?: string;
  readonly ipRangeAllowList?: readonly string[] | undefined;
  /** Seconds, 0 to 3600. As in API Gateway, a cached verdict applies to a token from any address. */
  readonly authorizerResultTtlInSeconds?: number;
  /** Requests of each client; by default they have no limit. */
  readonly clientLimit?: ClientLimit | undefined;
  /** Prefix of the scopes. */
  readonly serviceIdentifier?: string;
  /** Target of entity events; by default none are sent. */
  readonly entityEvents?: EntityEventsOptions | undefined;
  /** Receives the log lines of the functions; default: standard error. `info` lines are written only with `verbose`. */
  readonly writeLog?: (line: string) => void;
  /** Whether submit replaces a stored record that has the same id and other content; default false. */
  readonly updateRecords?: boolean;
  /** Whether the rule-config comes into force although stored records are indexed and linked by another one. */
  readonly adoptChangedRules?: boolean;
  /** What a changed rule-config does to stored records; default: hold. */
  readonly ruleChanges?: RuleChangeOptions | undefined;
  /** More records under one blocking key than this make it find no candidates any more. */
  readonly genericKeyRecords?: number;
  /** The most pairs in the review queue; 0 for no queue. Default 100,000. */
  readonly reviewPairs?: number | undefined;
  /** Days for which history is kept; 0, the default, keeps none. */
  readonly historyRetentionInDays?: number | undefined;
  /** What the page "Your data" works with; without it, the page says that this service takes no files. */
  readonly yourData?: YourData;
  /** Access to the pages that browsers have already; default: with a new secret. */
  readonly pageAccess?: PageAccess;
  /** Sign-ins of people that go on; default: none. */
  readonly signIns?: SignIns;
  /** Logs every request. */
  readonly verbose?: boolean;
  /** Milliseconds of computing time for a tool of the guidance server; default: as in the cloud. */
  readonly toolTimeLimit?: number;
}

/** A running service. */
export interface Service extends ServiceDescription {
  /** The file with this description, secrets included, while the service runs; only its owner can read it. */
  readonly descriptionFile: string;
  /** Name of the client in the description. */
  readonly clientName: string;
  readonly clients: readonly Client[];
  readonly recordSchema: RecordSchema;
  readonly rules: CompiledRuleConfig;
  /** Prefix of the scopes. */
  readonly serviceIdentifier: string;
  readonly pageAccess: PageAccess;
  readonly signIns: SignIns;
  readonly warnings: readonly StartProblem[];
  /** Waits for requests in flight for at most this long, then flushes and closes the store. */
  close(withinMilliseconds?: number): Promise<void>;
}

/** Milliseconds between two reads of the outbox. */
const publishInterval = 1_000;

/** Milliseconds; the interval of a deployment's scheduled sweeper. */
const sweepInterval = 60_000;
/** Milliseconds until the next look for a change of the rules, while none runs. */
const ruleChangeInterval = 1_000;
/**
 * Items that a change of the rules scans at once: about twenty records. Requests wait while the engine reads them, some two
 * milliseconds; fewer at once take more commits.
 */
const ruleChangeChunk = 200;
/** Milliseconds until the next look for a scan of statistics, while there is none. */
const statisticsInterval = 1_000;
/** Milliseconds for which requests under way may go by former rules: all of them are of this process. */
const readersTime = 5_000;
/** Milliseconds; the period of the CloudWatch metrics. */
const metricsInterval = 60_000;

/**
 * Starts the service on this machine: the handlers of authorizer, API and guidance behind an emulated HTTP API, a token
 * endpoint, and the embedded store in the data directory.
 *
 * @throws StartError with every problem of the instance's files, DataDirectoryError, RulesChangedError, PortInUseError,
 *   PortUnavailableError, StoredRulesError, StoreUnavailableError, StoreFormatError, IdentityFileError, EntityEventsError,
 *   WebhookSecretError
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const {
    dataDirectory,
    serviceIdentifier = defaultServiceIdentifier,
    port = defaultPort,
    host = defaultHost,
    clientLimit,
  } = options;
  const instance = await loadInstance({ ...options, scopes: scopesOf(serviceIdentifier).all });
  const writeLine = options.writeLog ?? ((line) => void process.stderr.write(`${line}\n`));
  const eventTarget = options.entityEvents && (await openLocalTarget(options.entityEvents));
  const verbose = options.verbose ?? false;
  const log = createServiceLog(writeLine, verbose);

  prepareDataDirectory(dataDirectory);
  const clients = await provisionClients(instance.clients, identityDirectory(dataDirectory));
  const store = await openEmbeddedStore({ directory: storeDirectory(dataDirectory) });
  const entries: ServiceEntry[] = [];
  let gateway: Gateway | undefined;
  let guidance: GuidanceRoute | undefined;
  let sweeper: PeriodicTask | undefined;
  let ruleChangeWorker: PeriodicTask | undefined;
  let statisticsWorker: PeriodicTask | undefined;
  let publishing: PeriodicTask | undefined;
  let metricsLog: MetricsLog | undefined;

  const close = async (withinMilliseconds?: number): Promise<void> => {
    for (const entry of entries) await entry.remove();
    await gateway?.close(withinMilliseconds);
    await guidance?.close();
    await sweeper?.stop();
    await ruleChangeWorker?.stop();
    await statisticsWorker?.stop();
    await publishing?.stop();
    metricsLog?.stop();
    await store.durable();
    await store.close();
  };

  try {
    const meter = createMeter();
    const observer = observeCore(meter);
    const entityEvents = options.entityEvents !== undefined;
    const historyRetentionInDays = options.historyRetentionInDays ?? 0;
    const genericKeyRecords = options.genericKeyRecords ?? OVER_FREQUENT_KEY_RECORDS;
    let serving: RegisterAccess | undefined;
    const startRules = async () => {
      const chosen = await chooseLocalRules(options, instance, store, observeRules(meter, log.warn));
      const { rules, register } = chosen;
      serving = register;
      const resolution = createResolution({
        store,
        table: store,
        rules,
        register,
        updateRecords: options.updateRecords ?? false,
        entityEvents,
        genericKeyRecords,
        reviewPairs: options.reviewPairs,
        historyRetentionInDays,
        onOverFrequentKey: ({ plan }) => log.warn('generic key', { rules: plan.ruleIDs }),
        observer,
      });
      return { ...chosen, resolution, isReplaced: () => register.isReplaced };
    };
    const first = await startRules();
    const inForce = restarting(startRules, first);
    const { rules, register } = first;
    metricsLog = startMetricsLog({ meter, interval: metricsInterval, tell: (summary) => log.info('metrics', summary) });
    const resolution = replaceableResolution(first.resolution, async () => (await inForce()).resolution);
    const ruleChanges = createRuleChanges({
      store,
      table: store,
      deployed: deployedRules(instance),
      ...(options.ruleChanges === undefined ? {} : { options: options.ruleChanges }),
      genericKeyRecords,
      reviewPairs: options.reviewPairs,
      entityEvents: entityEvents || historyRetentionInDays > 0,
      observer,
      readersTime,
      chunk: ruleChangeChunk,
    });
    const logGuidance = createGuidanceLog(writeLine);
    guidance = guidanceRoute({
      serviceIdentifier,
      loopbackOnly: isLoopback(host),
      timeLimit: options.toolTimeLimit,
      log: (entry) => {
        if (verbose || entry.level !== 'info') logGuidance(entry);
      },
    });
    const api = createApi({
      resolution,
      ruleChanges,
      recordSchema: instance.recordSchema,
      serviceIdentifier,
      log,
      meter,
      ...(clientLimit === undefined ? {} : { throttle: createClientThrottle({ store, limitOf: () => clientLimit }) }),
    });
    gateway = createGateway({
      routes: [{ routeKey: '$default', integration: () => ({ statusCode: 503, body: 'The service is starting.' }) }],
      onFailure: ({ cause, ...failure }) => log.error('function failed', { ...failure, cause: describeCause(cause) }),
      onConnectionsRefused: (count) => log.warn('connections refused', { count }),
    });
    const listeningPort = await listen(gateway, port, host);
    const origin = originOf(host, listeningPort);
    const access = options.pageAccess ?? createPageAccess(listeningPort);

    const client = mostAllowed(clients);
    const signIns = options.signIns ?? createSignIns();
    const person = localPerson({ clientId: signIns.clientId, port: listeningPort, client, serviceIdentifier });
    const endpoint = await createTokenEndpoint({
      clients,
      issuer: origin,
      keyDirectory: identityDirectory(dataDirectory),
      people: { client: person.client, signIns },
    });
    const authorizerConfig = loadConfig({
      AUTHORIZER_ISSUER_URL: origin,
      // Tokens of client credentials have no `aud`: the client takes its place.
      AUTHORIZER_AUDIENCE: JSON.stringify([...clients, person.client].map(({ clientId }) => clientId)),
      AUTHORIZER_PEOPLE: JSON.stringify(person.rules),
      IP_RANGE_ALLOW_LIST: JSON.stringify(options.ipRangeAllowList ?? null),
      SERVICE_IDENTIFIER: serviceIdentifier,
    });
    const logAuthorizer = createAuthorizerLog('authorizer', writeLine);
    const authorizer: Authorizer = {
      authorize: createAuthorizer(authorizerConfig, { fetch: documentsOf(endpoint), log: logAuthorizer, meter }),
      identitySources: ['$request.header.Authorization'],
      resultTtlInSeconds: options.authorizerResultTtlInSeconds ?? 0,
    };
    // Where other machines reach the service, the allow list covers what needs no token too.
    const { allowList } = authorizerConfig;
    const addresses =
      allowList === undefined || isLoopback(host)
        ? undefined
        : addressAuthorizer({ allowList, log: logAuthorizer, meter });
    let requests = 0;
    gateway.deploy([
      {
        routeKey: 'POST /',
        integration: (event) => {
          requests += 1;
          return api(event as Parameters<Api>[0]);
        },
        authorizer,
      },
      ...[guidance, ...identityRoutes(endpoint)].map((route) => ({
        ...route,
        ...(addresses === undefined ? {} : { authorizer: addresses }),
      })),
      ...consoleRoutes({
        documents: async () => ({
          name: instanceName(options),
          ...instance.documents,
          ruleConfig: (await inForce()).text,
        }),
        configuration: (pageOrigin) => ({
          serviceIdentifier,
          mcpUrl: `${pageOrigin}/mcp`,
          signIn: signInOf(person.client, origin, pageOrigin),
          pages: ['your-data'],
        }),
        authorization: createAuthorizationEndpoint({ issuer: origin, client: person.client, signIns }),
        access,
        authorizer,
        onFailure: (cause) => log.error('console failed', { cause: describeCause(cause) }),
      }),
      ...yourDataRoutes({
        yourData: options.yourData,
        access,
        onFailure: (cause) => log.error('console failed', { cause: describeCause(cause) }),
      }),
    ]);
    if (eventTarget !== undefined) {
      publishing = startPublishing({
        store,
        historyRetentionInDays: options.historyRetentionInDays ?? 0,
        target: eventTarget,
        interval: publishInterval,
        onRefusal: ({ failed, dead, reason }) => log.warn('events were not taken', { failed, dead, reason }),
        onFailure: (cause) => log.error('publishing events failed', { cause: describeCause(cause) }),
      });
    }
    let ruleChange: RuleChangeStatus | undefined;
    ruleChangeWorker = startRuleChangeWorker({
      ruleChanges,
      interval: ruleChangeInterval,
      onStatus: (status) => {
        const { state, phase } = status;
        if (phase !== ruleChange?.phase) serving?.noteReplaced();
        if (state !== ruleChange?.state || phase !== ruleChange.phase) log.info('rule change', { state, phase });
        ruleChange = status;
      },
      onFailure: (cause) => log.error('work on the change of the rules failed', { cause: describeCause(cause) }),
    });
    statisticsWorker = startStatisticsWorker({
      resolution,
      requests: () => requests,
      interval: statisticsInterval,
      onFailure: (cause) => log.error('counting statistics failed', { cause: describeCause(cause) }),
    });
    sweeper = startSweeper({
      resolution,
      interval: sweepInterval,
      onSwept: (finished) => {
        if (finished > 0) meter.record('OperationsFinished', finished);
        if (ruleChange !== undefined) observeRuleChange(meter, ruleChange, Date.now());
        if (serving !== undefined && isFormer(serving.status, ruleChange)) meter.record('FormerRules', 1);
      },
      onFailure: (cause) => log.error('sweep failed', { cause: describeCause(cause) }),
    });

    const description: ServiceDescription = {
      apiUrl: `${origin}/`,
      tokenUrl: endpoint.tokenUrl,
      mcpUrl: `${origin}/mcp`,
      consoleUrl: access.addressOf(new URL(origin)),
      clientId: client.clientId,
      clientSecret: client.clientSecret,
      dataDirectory: resolve(dataDirectory),
      instanceDirectory: options.instanceDirectory === undefined ? undefined : resolve(options.instanceDirectory),
    };
    const entry = await enterService(dataDirectory, description);
    entries.push(entry);
    if (options.announceIn !== undefined && resolve(options.announceIn) !== resolve(dataDirectory)) {
      prepareDataDirectory(options.announceIn);
      entries.push(await enterService(options.announceIn, description));
    }
    const { recordSchema } = instance;
    const warnings = [
      ...instance.warnings,
      ...register.status.findings.map((finding) => ({
        source: options.ruleConfigFile,
        severity: 'warning' as const,
        ...finding,
      })),
    ];
    return {
      ...description,
      descriptionFile: entry.file,
      clientName: client.name,
      clients,
      recordSchema,
      rules,
      serviceIdentifier,
      pageAccess: access,
      signIns,
      warnings,
      close,
    };
  } catch (error) {
    await close(0);
    throw error;
  }
}

/** The rules that the data are indexed by, as a function of a deployment finds them. */
async function chooseLocalRules(
  { dataDirectory, ruleConfigFile, adoptChangedRules = false }: ServiceOptions,
  instance: Instance,
  store: Store,
  { onTooManyKeys }: RulesObserver,
): Promise<RulesInForce> {
  const register = await readRegister(store);
  if (register === undefined) await refuseOtherRules(dataDirectory, instance.rules.parts, ruleConfigFile);
  const chosen = await chooseRules(store, deployedRules(instance), { adoptChanged: adoptChangedRules, onTooManyKeys });
  await forgetFormerRules(dataDirectory);
  return chosen;
}

/** True if a former rule-config serves, and no change leads to the deployed one. */
const isFormer = (status: RulesStatus, change: RuleChangeStatus | undefined): boolean =>
  !isDeployedInForce(status) && !(change !== undefined && leadsToDeployed(change, status.deployed));

const deployedRules = ({ ruleConfig, documents, recordSchema }: Instance): DeployedRules => ({
  config: ruleConfig,
  text: documents.ruleConfig,
  recordSchema,
});

async function listen(gateway: Gateway, port: number, host: string): Promise<number> {
  try {
    return (await gateway.listen(port, host)).port;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      ? new PortInUseError(host, port)
      : new PortUnavailableError(host, port, error);
  }
}

/** Limits for unauthenticated callers of the token endpoint. */
const tokenRequests: BodyLimits = { largest: maxBodyLength, together: 64 * maxBodyLength };

function identityRoutes(endpoint: TokenEndpoint): Route[] {
  const integration = async ({ requestContext, rawPath, headers, body, isBase64Encoded }: HttpEvent) => {
    const { method } = requestContext.http;
    const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : body;
    const answer = await endpoint.handle({ method, path: rawPath, headers, body: text });
    return { statusCode: answer.status, headers: answer.headers, body: answer.body };
  };
  return [...endpoint.paths].map((path) => ({ routeKey: `ANY ${path}`, bodies: tokenRequests, integration }));
}

/**
 * Reads the discovery documents of the service's own issuer in process. If the machine is suspended during a network
 * request, its answer comes too late, and the authorizer would refuse every caller for a while.
 */
function documentsOf({ handle }: TokenEndpoint): FetchDocument {
  return async ({ href, pathname }) => {
    const { status, body } = await handle({ method: 'GET', path: pathname, headers: {} });
    if (status !== 200) throw new DocumentUnavailableError(`${href} answered with status ${status}, not 200.`);
    return body;
  };
}

/** The client with the most scopes, for the examples that `start` prints. */
function mostAllowed(clients: readonly Client[]): Client {
  return clients.reduce((best, client) => (client.allowedScopes.length > best.allowedScopes.length ? client : best));
}

function createServiceLog(writeLine: (line: string) => void, verbose: boolean): Log {
  const write = (level: string) => (message: string, fields: Readonly<Record<string, unknown>>) =>
    writeLine(JSON.stringify({ timestamp: new Date().toISOString(), service: 'api', level, message, ...fields }));
  return { info: verbose ? write('info') : () => {}, warn: write('warn'), error: write('error') };
}
