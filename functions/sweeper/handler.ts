import type { Context as LambdaContext } from 'aws-lambda';
import { createResolution } from '../../src/entities/create.ts';
import { createRuleChanges } from '../../src/entities/rule-changes/rule-changes.ts';
import { isDeployedInForce } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { WritePace } from '../../src/entities/rule-changes/worker.ts';
import type { Resolution } from '../../src/entities/types.ts';
import { connectDynamoDB } from '../../src/runtime/aws/connect-dynamodb.ts';
import { loadConfig } from '../../src/runtime/configuration/environment.ts';
import { loadRules } from '../../src/runtime/configuration/load-rules.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { observeCore, observeRetries } from '../../src/runtime/metrics/core-observer.ts';
import { leadsToDeployed, observeRuleChange } from '../../src/runtime/metrics/observe-rule-change.ts';
import { replaceableResolution } from '../../src/runtime/replaceable-resolution.ts';
import { isSelfCheck, type SelfCheckPassed } from '../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../src/runtime/starter.ts';
import { traceCalls } from '../../src/runtime/traces/trace-calls.ts';
import type { RetryCause } from '../../src/store/dynamodb/failure.ts';
import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { createRuleChangeWorker, workingTime } from './rule-change-worker.ts';
import { createStatisticsWorker } from './statistics-worker.ts';
import { createSweeper } from './sweeper.ts';

const telemetry = createTelemetry('sweeper', process.env);
const { meter } = telemetry;

const starter = await createStarter<StartedSweeper>(start, {
  onFailure: (cause) => telemetry.log('ERROR', 'start failed', { cause }),
});

// With an invalid configuration every call fails: the alarm on errors goes off, and the log lists every problem.
export const handler = async (
  event: unknown,
  context?: Pick<LambdaContext, 'awsRequestId' | 'getRemainingTimeInMillis'>,
): Promise<SelfCheckPassed | undefined> => {
  const begun = performance.now();
  const timeLeft = () => context?.getRemainingTimeInMillis() ?? 0;
  telemetry.begin({ requestId: context?.awsRequestId ?? '' });
  if (isSelfCheck(event)) return starter.check(timeLeft);
  try {
    const { sweep, work, count } = await starter.current();
    // Either goes on where the other one fails.
    const [swept] = await Promise.allSettled([sweep()]);
    const [worked] = await Promise.allSettled([work(workingTime(performance.now() - begun, timeLeft()))]);
    await count(workingTime(performance.now() - begun, timeLeft()));
    for (const outcome of [swept, worked]) if (outcome.status === 'rejected') throw outcome.reason;
    return undefined;
  } finally {
    telemetry.publish();
  }
};

interface StartedSweeper extends Started {
  readonly resolution: Resolution;
  sweep(): Promise<void>;
  work(milliseconds: number): Promise<void>;
  count(milliseconds: number): Promise<void>;
}

async function start(): Promise<StartedSweeper> {
  const config = loadConfig(process.env);
  const { tableName, genericKeyRecords, reviewPairs, entityEvents, historyRetentionInDays } = config;
  const dynamodb = traceCalls(connectDynamoDB(process.env), process.env, telemetry.requestId);
  const pace = new WritePace();
  const countRetry = observeRetries(meter);
  const onRetry = (cause: RetryCause) => {
    countRetry(cause);
    if (cause === 'throttled') pace.noteThrottled();
  };
  const options = { tableName, dynamodb, onRetry };
  const store = createDynamoDBStore(options);
  const { rules, register, deployed } = await loadRules({
    ...config,
    dynamodb,
    store,
    meter,
    warn: (message, fields) => telemetry.log('WARN', message, fields),
  });
  const table = createDynamoDBScan(options);
  const resolution = createResolution({
    store,
    table,
    rules,
    register,
    genericKeyRecords,
    reviewPairs,
    entityEvents,
    historyRetentionInDays,
    onOverFrequentKey: ({ plan }) => telemetry.log('WARN', 'generic key', { rules: plan.ruleIDs }),
    observer: observeCore(meter),
  });
  // A change of the rules, on which this function works itself, replaces them with each step.
  const current = replaceableResolution(resolution, async () => (await starter.current()).resolution);
  const sweep = createSweeper({
    resolution: current,
    report: ({ finished, oldestInterrupted }) => {
      if (finished > 0) telemetry.log('INFO', 'finished interrupted operations', { finished });
      meter.record('OperationsFinished', finished);
      meter.record('UnfinishedWork', oldestInterrupted === null ? 0 : 1);
      meter.record('UnfinishedWorkAge', Math.round((oldestInterrupted ?? 0) / 1_000));
    },
    onFailure: (cause) => telemetry.log('ERROR', 'sweep failed', { cause }),
  });
  const work = createRuleChangeWorker({
    ruleChanges: createRuleChanges({
      store,
      table,
      deployed,
      options: config.ruleChanges,
      genericKeyRecords,
      reviewPairs,
      entityEvents: entityEvents || historyRetentionInDays > 0,
      observer: observeCore(meter),
      pace,
    }),
    report: (status) => {
      observeRuleChange(meter, status, Date.now());
      const isExpected = isDeployedInForce(register.status) || leadsToDeployed(status, register.status.deployed);
      meter.record('FormerRules', isExpected ? 0 : 1);
    },
    onFailure: (cause) => telemetry.log('ERROR', 'work on the change of the rules failed', { cause }),
  });
  const count = createStatisticsWorker({
    resolution: current,
    onFailure: (cause) => telemetry.log('ERROR', 'counting statistics failed', { cause }),
  });
  return { resolution, sweep, work, count, isReplaced: () => register.isReplaced };
}
