import type { RecordLeaf } from '../api/record-type.ts';
import { type RecordData, textsAt } from '../api/record-values.ts';
import { Icon } from '../parts/icon.tsx';

interface RecordSidesProps {
  readonly a: RecordData;
  readonly b: RecordData;
  readonly fields: readonly RecordLeaf[];
}

/** Two records side by side, with fields that are equal, different, or missing in one of them. */
export function RecordSides({ a, b, fields }: RecordSidesProps) {
  const rows = fields
    .map((leaf) => ({ leaf, textsA: textsAt(a, leaf), textsB: textsAt(b, leaf) }))
    .filter(({ textsA, textsB }) => textsA.length + textsB.length > 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region has to take the focus
    <section className="panel table-frame is-panel" tabIndex={0} aria-label="The two records">
      <table className="sides">
        <caption className="unseen">The two records side by side</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">
              <code className="id">{a.id}</code>
            </th>
            <th scope="col">
              <code className="id">{b.id}</code>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ leaf }) => leaf.name !== 'id')
            .map(({ leaf: { name }, textsA, textsB }) => {
              const same = textsA.join('\n').toLowerCase() === textsB.join('\n').toLowerCase();
              const lacks = textsA.length === 0 || textsB.length === 0;
              return (
                <tr key={name} className={same ? 'is-same' : lacks ? 'is-lacking' : 'is-different'}>
                  <th scope="row">
                    <Icon name={same ? 'yes' : lacks ? 'minus' : 'no'} size={16} />
                    {name}
                    <span className="unseen">{same ? ' is the same' : lacks ? ' is on one side' : ' differs'}</span>
                  </th>
                  <Side texts={textsA} />
                  <Side texts={textsB} />
                </tr>
              );
            })}
        </tbody>
      </table>
    </section>
  );
}

function Side({ texts }: { readonly texts: readonly string[] }) {
  return (
    <td>
      {texts.length === 0 ? (
        <span className="nothing">no value</span>
      ) : (
        <span className="side">{texts.join(', ')}</span>
      )}
    </td>
  );
}
