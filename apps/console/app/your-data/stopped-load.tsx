import { FileHead } from './file-head.tsx';
import type { Stopped } from './state.ts';
import { StepProblem } from './step-problem.tsx';
import type { YourDataRequest } from './use-your-data.ts';
import { WayBack } from './way-back.tsx';
import { command } from './your-data.ts';

/** A load that did not come to its end. */
export function StoppedLoad(props: {
  readonly state: Stopped;
  readonly act: YourDataRequest['act'];
  readonly onDiscard: () => void;
}) {
  const { state, act, onDiscard } = props;
  return (
    <section className="panel" aria-label="Stopped load">
      <FileHead file={state.file}>
        <button type="button" className="button is-main" onClick={() => act('resume', () => command('resume'))}>
          Go on loading
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          Take another file
        </button>
      </FileHead>
      <StepProblem problem={state.problem} />
      <p>
        The records that are loaded stay in <code>{state.instance.directory}</code>. Loading goes on where it stopped; a
        record that is sent twice is stored once.
      </p>
      <WayBack instance={state.instance} />
    </section>
  );
}
