import { useState } from 'react';
import { FileHead } from './file-head.tsx';
import { ReadingForm } from './reading-form.tsx';
import type { Undesigned } from './state.ts';
import { StepProblem } from './step-problem.tsx';
import type { YourDataRequest } from './use-your-data.ts';
import { command } from './your-data.ts';

/** A file without a design: why, and what the reader can say to get one. */
export function UndesignedFile(props: {
  readonly state: Undesigned;
  readonly act: YourDataRequest['act'];
  readonly onDiscard: () => void;
}) {
  const { state, act, onDiscard } = props;
  const [request, setRequest] = useState(state.request);
  return (
    <section className="panel" aria-label="File without a design">
      <FileHead file={state.file}>
        <button type="button" className="button" onClick={onDiscard}>
          Take another file
        </button>
      </FileHead>
      <StepProblem problem={state.problem} />
      <form
        className="undesigned"
        onSubmit={(event) => {
          event.preventDefault();
          act('design', () => command('design', request));
        }}
      >
        <h3>How to read it</h3>
        <ReadingForm request={request} columns={state.columns} onChange={setRequest} />
        <button type="submit" className="button is-main">
          Design again
        </button>
      </form>
    </section>
  );
}
