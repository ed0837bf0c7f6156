import '../shared.ts';
import { useEffect, useRef } from 'react';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { DesignReview } from './design-review.tsx';
import { DropZone } from './drop-zone.tsx';
import { JudgePairs } from './judge-pairs.tsx';
import { LoadedFile } from './loaded-file.tsx';
import type { YourDataState } from './state.ts';
import { StepProblem } from './step-problem.tsx';
import { StoppedLoad } from './stopped-load.tsx';
import { UndesignedFile } from './undesigned-file.tsx';
import { sendFile, stopSending, useIsSending } from './upload.ts';
import { useYourData, type YourDataRequest } from './use-your-data.ts';
import { WorkUnderWay } from './work-under-way.tsx';
import { command } from './your-data.ts';

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
