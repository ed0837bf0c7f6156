import type { ReactNode } from 'react';
import { opinionText } from '../../../../src/workbench/learning/opinion-text.ts';
import { Problems } from '../parts/states.tsx';
import type { LabelEstimate, Share } from './design-document.ts';
import { pageHint } from './page-hint.ts';
import type { GivenFile, MadeInstance, YourDataProblem } from './state.ts';

/** The name of the file, what is known of it, and what can be done. */
export function FileHead(props: {
  readonly file: GivenFile;
  readonly about?: string | undefined;
  readonly children?: ReactNode;
}) {
  const { file, about, children } = props;
  return (
    <header className="file-head">
      <div>
        <h2>
          <bdi>{file.name}</bdi>
        </h2>
        <p className="card-about">{about ?? sizeText(file.size)}</p>
      </div>
      {children !== undefined && <div className="actions">{children}</div>}
    </header>
  );
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** Bytes in the unit that fits, such as `1.5 MB`. */
function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  const amount = bytes / 1000 ** power;
  return `${amount.toLocaleString('en', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[power]}`;
}

/** Precision and recall: measured by answers with their intervals, or what the model believes. */
export function EstimateText({ estimate: { measured, opinion } }: { readonly estimate: LabelEstimate }) {
  if (measured === undefined) {
    return <p>Not measured yet. The model's own opinion: {opinionText(opinion)}.</p>;
  }
  return (
    <p>
      Measured by your answers: precision <strong>{measured.precision.value.toFixed(3)}</strong> (
      {intervalText(measured.precision)}), recall <strong>{measured.recall.value.toFixed(3)}</strong> (
      {intervalText(measured.recall)}). Each interval holds with a probability of 90 %.
    </p>
  );
}

const intervalText = ({ low, high }: Share): string => `${low.toFixed(3)} to ${high.toFixed(3)}`;

/** How to start the instance of the file again, and how to come back to the one before. */
export function WayBack({ instance }: { readonly instance: MadeInstance }) {
  return (
    <div className="way-back">
      <h3>Start it again, and come back</h3>
      <dl>
        <div>
          <dt>This instance, the next time</dt>
          <dd>
            <pre>{instance.command}</pre>
          </dd>
        </div>
        <div>
          <dt>What ran before, with all its data: stop the service, then</dt>
          <dd>
            <pre>{instance.formerCommand}</pre>
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** Why a step did not come to its end. A stop that was asked for is no alarm. */
export function StepProblem({ problem }: { readonly problem: YourDataProblem }) {
  if (problem.isStop !== true) return <Problems problems={[pageHint(problem)]} />;
  return (
    <p className="hint" role="status">
      {problem.message} {problem.hint}
    </p>
  );
}
