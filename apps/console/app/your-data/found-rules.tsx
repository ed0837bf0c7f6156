import { opinionText } from '../../../../src/workbench/learning/opinion-text.ts';
import { FirstOf, TableHead } from '../parts/tables.tsx';

import { bitsText } from '../parts/waterfall.tsx';
import type { DesignDocument } from './design-document.ts';
import { EstimateText } from './steps.tsx';

const shownRules = 10;

/** The rules in sentences, what evidence counts, and what the model thinks of itself. */
export function FoundRules({ document }: { readonly document: DesignDocument }) {
  const { threshold, evidence, rules } = document;
  return (
    <section className="panel" aria-labelledby="your-data-rules">
      <h2 id="your-data-rules">The rules</h2>
      <p>
        Two records are one if the evidence adds up to {threshold} bits or more. Ten bits are found about a thousand
        times as often between two records of one thing as between others. A missing value counts nothing.
      </p>
      <Opinion document={document} />
      <div className="rules-columns">
        <div>
          <h3>What counts</h3>
          <EvidenceTable evidence={evidence} />
        </div>
        <div>
          <h3>How pairs are found</h3>
          <FirstOf items={rules} name="rules" first={shownRules}>
            {(some) => (
              <ul className="sentences">
                {some.map(({ why }) => (
                  <li key={why}>{firstSentence(why)}</li>
                ))}
              </ul>
            )}
          </FirstOf>
        </div>
      </div>
    </section>
  );
}

function Opinion({ document: { opinion, trial, judged } }: { readonly document: DesignDocument }) {
  if (judged !== undefined) {
    const { estimate, entities } = judged;
    return (
      <div className="opinion">
        <p>
          <strong>The weights follow your answers to {estimate.judged.toLocaleString('en')} pairs.</strong>{' '}
          {entities.sampled.toLocaleString('en')} records become {entities.count.toLocaleString('en')} entities; the
          largest has {entities.largest.toLocaleString('en')}.
        </p>
        <EstimateText estimate={estimate} />
      </div>
    );
  }
  return (
    <p className="opinion">
      <strong>The model's own opinion</strong>, learned from {trial.records.toLocaleString('en')} records without
      labels: {opinionText(opinion)}. An opinion is no measurement: only pairs that you judge tell how good the rules
      are.
    </p>
  );
}

function EvidenceTable({ evidence }: { readonly evidence: DesignDocument['evidence'] }) {
  return (
    <div className="table-frame">
      <table className="evidence">
        <TableHead columns={['Evidence', ['Agrees'], ['Differs']]} />
        <tbody>
          {evidence.map(({ title, agreement, disagreement }) => (
            <tr key={title}>
              <th scope="row">{title}</th>
              <td className={agreement > 0 ? 'number is-for' : 'number'}>{bitsText(agreement)}</td>
              <td className={disagreement < 0 ? 'number is-against' : 'number'}>{bitsText(disagreement)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What a rule compares; the rest is the same for all rules. */
const firstSentence = (text: string): string => `${text.split('. ', 1)[0]?.replace(/\.$/, '')}.`;
