import type { Context as LambdaContext } from 'aws-lambda';
import { isDeployedInForce } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { WritePace } from '../../src/entities/rule-changes/worker.ts';
import { openDeployedService } from '../../src/runtime/aws/open-deployed-service.ts';
import { loadConfig } from '../../src/runtime/configuration/environment.ts';
import { createTelemetry } from '../../src/runtime/lambda.ts';
import { leadsToDeployed, observeRuleChange } from '../../src/runtime/metrics/observe-rules.ts';
import { type OpenService, openRuleChanges } from '../../src/runtime/open-service.ts';
import { isSelfCheck, type SelfCheckPassed } from '../../src/runtime/self-check.ts';
import { createStarter, type Started } from '../../src/runtime/starter.ts';
import { createRuleChangeWorker, createStatisticsWorker, createSweeper, workingTime } from './sweeper.ts';

const telemetry = createTelemetry('sweeper', process.env);
const { log, meter } = telemetry;

const starter = await createStarter<StartedSweeper>(start, {
  onFailure: (cause) => log.error('start failed', { cause }),
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
  readonly service: OpenService;
  sweep(): Promise<void>;
  work(milliseconds: number): Promise<void>;
  count(milliseconds: number): Promise<void>;
}

async function start(): Promise<StartedSweeper> {
  const pace = new WritePace();
  // A change of the rules, on which this function works itself, replaces them with each step.
  const current = async () => (await starter.current()).service;
  const service = await openDeployedService(loadConfig(process.env), { telemetry, pace, current });
  const { resolution, parts, deployed, register } = service;
  const sweep = createSweeper({
    resolution,
    report: ({ finished, oldestInterrupted }) => {
      if (finished > 0) log.info('finished interrupted operations', { finished });
      meter.record('OperationsFinished', finished);
      meter.record('UnfinishedWork', oldestInterrupted === null ? 0 : 1);
      meter.record('UnfinishedWorkAge', Math.round((oldestInterrupted ?? 0) / 1_000));
    },
    onFailure: (cause) => log.error('sweep failed', { cause }),
  });
  const work = createRuleChangeWorker({
    ruleChanges: openRuleChanges(parts, deployed, { pace }),
    report: (status) => {
      observeRuleChange(meter, status, Date.now());
      const isExpected = isDeployedInForce(register.status) || leadsToDeployed(status, register.status.deployed);
      meter.record('FormerRules', isExpected ? 0 : 1);
    },
    onFailure: (cause) => log.error('work on the change of the rules failed', { cause }),
  });
  const count = createStatisticsWorker({
    resolution,
    onFailure: (cause) => log.error('counting statistics failed', { cause }),
  });
  return { service, sweep, work, count, isReplaced: service.isReplaced };
}
