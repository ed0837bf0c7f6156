import { isObject } from '../../../src/is-object.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';
import { type Answer, bodyOf, codesOf, type Silence, wantedScope } from './probe.ts';

const CHANGE = '{ ruleChange { state phase progress to waiting failure since lastHeartbeat problemCount } }';

/** Milliseconds without a heartbeat after which a worker is taken for dead; that of the alarm rule-change-stuck. */
const STUCK = 15 * 60_000;

type Change = Readonly<Record<string, unknown>>;

/** How a change of the rules goes, and what one has left behind. */
export async function ruleChangeFindings(
  ask: (query: string) => Promise<Answer | Silence>,
  now: number,
): Promise<Finding[]> {
  const body = bodyOf(await ask(CHANGE));
  const change = body?.data?.['ruleChange'];
  if (!isObject(change)) {
    const reason = codesOf(body).includes('FORBIDDEN')
      ? `not looked at: the token lacks ${wantedScope(body) ?? 'the scope query.rules'}`
      : 'the service does not tell of changes of the rules';
    return [skipped('rules.change', reason), skipped('rules.leftovers', reason)];
  }
  return [changeFinding(change, now), leftoversFinding(change)];
}

function changeFinding(change: Change, now: number): Finding {
  const { state, phase, progress, to, waiting, failure, since } = change;
  const target = `the change of the rules to ${String(phase === null ? waiting : to).slice(0, 12)}…`;
  const share = `${String(phase)}, ${Math.floor(100 * Number(progress))} %`;
  switch (state) {
    case 'STEADY':
      return ok('rules.change', 'no change of the rules is under way');
    case 'FAILED':
      return failed(
        'rules.change',
        `${target} has failed: ${String(failure)}`,
        'Correct the rule-config and deploy it, or take the change back: `entity-data rules rollback`.',
      );
    case 'HELD':
      return warning(
        'rules.change',
        phase === null
          ? `${target} waits for you, and has not begun`
          : `${target} waits for you (begun ${String(since)})`,
        'See `entity-data rules status` and `rules examples`, then `rules apply` or `rules rollback`.',
      );
    case 'PAUSED':
      return warning('rules.change', `${target} is paused: ${share}`, 'Let it go on: `entity-data rules resume`.');
    default:
      return workFinding(change, `${target} runs: ${share}`, now);
  }
}

function workFinding({ lastHeartbeat, since }: Change, message: string, now: number): Finding {
  const silent = now - Date.parse(String(lastHeartbeat ?? since));
  if (!(silent > STUCK)) return ok('rules.change', message);
  return failed(
    'rules.change',
    `${message}, and no worker has gone on for ${Math.floor(silent / 60_000)} min`,
    'See the alarm rule-change-stuck in docs/operations.md.',
  );
}

function leftoversFinding({ state, problemCount }: Change): Finding {
  const problems = Number(problemCount);
  if (!(problems > 0)) return ok('rules.leftovers', 'every stored record is indexed by the rules');
  if (state === 'STEADY') {
    return warning(
      'rules.leftovers',
      `${problems} stored records could not be taken in when the rules came into force, and are not found by their keys`,
      'See which: `entity-data rules preview FILE` with the rules in force. Submit corrected records. The number stays until the next change.',
    );
  }
  return warning(
    'rules.leftovers',
    `${problems} stored records cannot be taken in by the next rules, and are not found by their keys`,
    'List them with `ruleChange { problems { recordID code } }`, and submit corrected records.',
  );
}
