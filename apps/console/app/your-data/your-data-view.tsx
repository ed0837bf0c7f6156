import '../shared.ts';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Loading, Problems } from '../parts/states.tsx';
import { DesignReview } from './design-review.tsx';
import { JudgePairs } from './judge-pairs.tsx';
import { LoadedFile } from './loaded-file.tsx';
import { ReadingForm } from './reading-form.tsx';
import type { GivenFile, Stopped, Undesigned, WorkerProgress, YourDataState } from './state.ts';
import { FileHead, StepProblem, WayBack } from './steps.tsx';
import { sendFile, stopSending, useIsSending } from './upload.ts';
import { useYourData, type YourDataRequest } from './use-your-data.ts';
import { command } from './your-data.ts';

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly isSmall?: boolean;
}

/** Takes a file that is dropped, or chosen with mouse or keyboard. */
export function DropZone({ onFile, isSmall = false }: DropZoneProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  return (
    <section
      className={`drop-zone${isOver ? ' is-over' : ''}${isSmall ? ' is-small' : ''}`}
      aria-label="Your file"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file !== undefined) onFile(file);
      }}
    >
      {!isSmall && (
        <span className="empty-icon">
          <Icon name="your-data" size={28} />
        </span>
      )}
      <div className="drop-zone-text">
        {!isSmall && <h2>Drop a file of records here</h2>}
        <label className="button is-main" htmlFor={id}>
          Choose a file
        </label>
        <input
          id={id}
          className="unseen"
          type="file"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file !== undefined) onFile(file);
            // The same file can be chosen again after it was corrected.
            target.value = '';
          }}
        />
      </div>
      {!isSmall && (
        <div className="drop-zone-about">
          <p>
            CSV with any delimiter, TSV, JSON lines, JSON or Parquet, of any size. You see what each column is taken
            for, and which records would become one, before anything starts.
          </p>
          <p>
            <strong>Nothing leaves this machine.</strong> The page gives the file to the service on this machine, which
            keeps it in its data directory.
          </p>
        </div>
      )}
    </section>
  );
}

/** A file of the reader's own on its way to entities. */
export function YourDataView() {
  const { state, problems, act } = useYourData();
  const frame = useFocusOfStep(state?.step);
  return (
    <div className="your-data" ref={frame} tabIndex={-1}>
      {problems !== undefined && <Problems problems={problems} />}
      {state === undefined ? problems === undefined && <Loading what="your file" /> : <Step state={state} act={act} />}
    </div>
  );
}

function Step({ state, act }: { readonly state: YourDataState; readonly act: YourDataRequest['act'] }) {
  const take = (file: File) => act('send', () => sendFile(file));
  const cancel = () =>
    act('cancel', () => {
      stopSending();
      return command('cancel');
    });
  const discard = () => act('discard', () => command('discard'));
  const isSending = useIsSending();
  switch (state.step) {
    case 'empty':
      return (
        <>
          {state.problem !== undefined && <StepProblem problem={state.problem} />}
          <DropZone onFile={take} />
        </>
      );
    case 'receiving':
      return isSending ? (
        <WorkUnderWay
          file={state.file}
          progress={{ step: 'Reading the file', share: state.received / state.file.size }}
          onCancel={cancel}
          needsPage={true}
        />
      ) : (
        <>
          <WorkUnderWay
            file={state.file}
            progress={{ step: 'Another tab sends the file', share: state.received / state.file.size }}
            onCancel={cancel}
          />
          <p className="hint">If that tab is closed, choose the same file to go on, or cancel.</p>
          <DropZone onFile={take} isSmall={true} />
        </>
      );
    case 'designing':
      return <WorkUnderWay file={state.file} progress={state.progress} onCancel={cancel} />;
    case 'undesigned':
      return (
        <UndesignedFile key={`${state.file.name} ${state.file.modified}`} state={state} act={act} onDiscard={discard} />
      );
    case 'designed':
      return <DesignReview key={state.design} state={state} act={act} onDiscard={discard} />;
    case 'judging':
      return state.isReady ? (
        <JudgePairs file={state.file} act={act} onEnd={cancel} />
      ) : (
        <WorkUnderWay file={state.file} progress={state.progress} onCancel={cancel} />
      );
    case 'starting':
      return <WorkUnderWay file={state.file} progress={state.progress} />;
    case 'loading':
      return <WorkUnderWay file={state.file} progress={state.progress} onCancel={cancel} />;
    case 'stopped':
      return <StoppedLoad state={state} act={act} onDiscard={discard} />;
    case 'loaded':
      return <LoadedFile state={state} onDiscard={discard} />;
  }
}

/** Where a step takes the focused element away, the focus moves to the next step and not to the page's beginning. */
function useFocusOfStep(step: string | undefined) {
  const frame = useRef<HTMLDivElement>(null);
  const former = useRef<string>();
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (former.current !== undefined && former.current !== step && isLost) {
      frame.current?.focus({ preventScroll: true });
      window.scrollTo({ top: 0 });
    }
    former.current = step;
  }, [step]);
  return frame;
}

/** A load that did not come to its end. */
function StoppedLoad(props: {
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

/** A file without a design: why, and what the reader can say to get one. */
function UndesignedFile(props: {
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

interface WorkUnderWayProps {
  readonly file: GivenFile;
  readonly progress: WorkerProgress;
  readonly onCancel?: () => void;
  /** True while this page does the work. */
  readonly needsPage?: boolean;
}

/** What is done with the file, how much of it, and a way to stop it. */
function WorkUnderWay({ file, progress, onCancel, needsPage = false }: WorkUnderWayProps) {
  const { step, share, records, refused = 0 } = progress;
  const percent = share === undefined ? undefined : Math.floor(Math.min(1, share) * 100);
  return (
    <section className="panel work" aria-label="Progress">
      <FileHead file={file}>
        {onCancel !== undefined && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </FileHead>
      <p className="work-step">
        <span role="status">{step} …</span>
        {percent !== undefined && <span className="work-percent">{percent} %</span>}
      </p>
      <progress max={100} value={percent} aria-label={step} />
      {records !== undefined && (
        <p className="card-about">
          {records.toLocaleString('en')} records loaded
          {refused > 0 && `, ${refused.toLocaleString('en')} refused`}
        </p>
      )}
      <p className="card-about">
        {needsPage
          ? 'Keep this page open until the file is read.'
          : 'You may close this page: it shows the present step when you open it again.'}
      </p>
    </section>
  );
}
