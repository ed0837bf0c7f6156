import { type RecordData, textsAt } from '../api/record-values.ts';
import { FirstOf } from '../parts/first-of.tsx';
import { RuleChips } from '../parts/rule-chip.tsx';
import { addressOf } from '../place.ts';
import { useDeployment } from '../with-deployment.tsx';
import { duplicatePairs, type Entity, type LinkedPair } from './entity.ts';

interface ChosenRecordProps {
  readonly record: RecordData | undefined;
  readonly entity: Entity;
  /** Those of the record. */
  readonly pairs: readonly LinkedPair[];
  readonly onChoose: (id: string) => void;
}

/** All values of the chosen record, and the records that it is linked with. */
export function ChosenRecord({ record, entity, pairs, onChoose }: ChosenRecordProps) {
  const { records } = useDeployment();
  if (record === undefined) {
    return (
      <aside className="panel chosen" aria-label="Chosen record">
        <p className="nothing">Choose a record in the picture to see its values and links.</p>
        {entity.records.length > 1 && (
          <ul className="choices">
            {entity.records.slice(0, 12).map(({ id }) => (
              <li key={id}>
                <button type="button" className="link-button" onClick={() => onChoose(id)}>
                  {id}
                </button>
              </li>
            ))}
          </ul>
        )}
      </aside>
    );
  }
  const links = pairs.map(({ a, b, rules }) => ({ other: a === record.id ? b : a, rules }));
  const original = duplicatePairs(entity).find(({ duplicate }) => duplicate === record.id)?.original;
  return (
    <aside className="panel chosen" aria-label="Chosen record" aria-live="polite">
      <h3>
        <code className="id">{record.id}</code>
      </h3>
      <dl className="values">
        {records.fields.map((leaf) => {
          const texts = textsAt(record, leaf);
          if (leaf.name === 'id' || texts.length === 0) return null;
          return (
            <div key={leaf.name}>
              <dt>{leaf.name}</dt>
              <dd>{texts.join(', ')}</dd>
            </div>
          );
        })}
      </dl>
      {original !== undefined && (
        <p className="nothing">
          A duplicate of{' '}
          <button type="button" className="link-button" onClick={() => onChoose(original)}>
            {original}
          </button>
        </p>
      )}
      {links.length > 0 && (
        <>
          <h4>Linked with</h4>
          <FirstOf key={record.id} items={links} name="links" first={6}>
            {(shown) => (
              <ul className="lines">
                {shown.map(({ other, rules }) => (
                  <li key={other}>
                    <button type="button" className="link-button" onClick={() => onChoose(other)}>
                      {other}
                    </button>
                    <RuleChips rules={rules} />
                    <a href={addressOf('explain', { a: record.id, b: other })}>
                      Explain<span className="unseen">{` ${record.id} and ${other}`}</span>
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </FirstOf>
        </>
      )}
    </aside>
  );
}
