import { useCallback, useRef, useState } from 'react';
import { type Statistics, statisticsSelection } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import { type Problem, problemsOf } from '../api/problem.ts';
import { usePolling } from '../use-polling.ts';

/** Milliseconds from one answer to the next request, while a scan is under way. */
const pollInterval = 2000;

interface State {
  readonly statistics?: Statistics;
  readonly problems?: readonly Problem[];
}

type Asked = { readonly statistics: Statistics };

/** The statistics, read again while a scan is under way and the page is visible, and how to ask for a scan. */
export function useStatistics() {
  const [state, setState] = useState<State>({});
  const [isAsking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  // An answer to a question that was sent before a scan was asked for would show the state before it.
  const refreshes = useRef(0);
  const isCounting = state.statistics?.scan != null;

  const read = async (signal: AbortSignal) => {
    const before = refreshes.current;
    try {
      const { statistics } = await ask<Asked>(`{ statistics ${statisticsSelection} }`, {}, signal);
      if (!signal.aborted && before === refreshes.current) setState({ statistics });
    } catch (error) {
      if (!signal.aborted) setState((last) => ({ ...last, problems: problemsOf(error) }));
    }
  };
  usePolling(read, isCounting ? pollInterval : undefined, round);

  const refresh = useCallback(async () => {
    refreshes.current += 1;
    setAsking(true);
    try {
      setState(await ask<Asked>(`mutation { statistics: refreshStatistics ${statisticsSelection} }`));
    } catch (error) {
      setState((last) => ({ ...last, problems: problemsOf(error) }));
    } finally {
      setAsking(false);
    }
  }, []);
  const repeat = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, refresh, isAsking, repeat };
}
