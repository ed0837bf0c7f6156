import { Problems } from '../parts/problems.tsx';
import { pageHint } from './page-hint.ts';
import type { YourDataProblem } from './state.ts';

/** Why a step did not come to its end. A stop that was asked for is no alarm. */
export function StepProblem({ problem }: { readonly problem: YourDataProblem }) {
  if (problem.isStop !== true) return <Problems problems={[pageHint(problem)]} />;
  return (
    <p className="hint" role="status">
      {problem.message} {problem.hint}
    </p>
  );
}
