import { useCallback, useRef, useState } from 'react';
import { type Problem, problemsOf } from '../api/problem.ts';
import { usePolling } from '../use-polling.ts';
import { actOnRuleChange, type ChangeAction, type RuleChange, readRuleChange } from './rule-change.ts';

/** Milliseconds from one answer to the next request. */
const pollInterval = 2000;

interface State {
  readonly change?: RuleChange;
  readonly problems?: readonly Problem[] | undefined;
}

/** The change of the rules, read again and again while the page is visible, and what can be done with it. */
export function useRuleChange() {
  const [state, setState] = useState<State>({});
  /** Why the last action failed; stays until the next one. */
  const [refusal, setRefusal] = useState<readonly Problem[]>();
  const [isActing, setActing] = useState(false);
  // An answer to a question that was sent before an action would show the state before it.
  const actions = useRef(0);

  usePolling(async (signal) => {
    const before = actions.current;
    try {
      const change = await readRuleChange(signal);
      if (!signal.aborted && before === actions.current) setState({ change });
    } catch (error) {
      if (!signal.aborted) setState((last) => ({ ...last, problems: problemsOf(error) }));
    }
  }, pollInterval);

  const act = useCallback(async (action: ChangeAction, change: RuleChange) => {
    actions.current += 1;
    setActing(true);
    setRefusal(undefined);
    try {
      setState({ change: await actOnRuleChange(action, change) });
    } catch (error) {
      setRefusal(problemsOf(error));
    } finally {
      actions.current += 1;
      setActing(false);
    }
  }, []);
  return { ...state, problems: refusal ?? state.problems, act, isActing };
}
