import type { RuleChange } from '../client/rule-change.ts';
import { progressText } from './rule-change-text.ts';

export interface WatchOptions {
  readonly read: () => Promise<RuleChange>;
  /** Receives a line for each change of the state. */
  readonly tell: (line: string) => void;
  /** Waits before the next read. */
  readonly pause: () => Promise<void>;
}

/** Follows a change until it is done, or waits for its owner. */
export async function watchRuleChange({ read, tell, pause }: WatchOptions): Promise<RuleChange> {
  let told: string | undefined;
  for (;;) {
    const change = await read();
    const line = progressText(change);
    if (line !== told) tell(line);
    told = line;
    if (change.state !== 'RUNNING' && change.state !== 'WAITING') return change;
    await pause();
  }
}
