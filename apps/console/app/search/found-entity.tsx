import { titleOf } from '../api/record-values.ts';
import { EntityID } from '../parts/entity-id.tsx';
import { RecordTable } from '../parts/record-table.tsx';
import { RuleChip } from '../parts/rule-chip.tsx';
import { Score } from '../parts/score.tsx';
import { addressOf } from '../place.ts';
import { useDeployment } from '../with-deployment.tsx';
import type { FoundEntity } from './search.ts';

/** So many records show what an entity is; its own view has them all. */
const shownRecords = 4;

export function FoundEntityCard({ entity: { id, hits, hitScore, records } }: { readonly entity: FoundEntity }) {
  const { records: type } = useDeployment();
  const hit = records.find((record) => Object.hasOwn(hits, record.id)) ?? records[0];
  const rules = [...new Set(Object.values(hits).flat())];
  const title = hit === undefined ? id : titleOf(hit, type.fields);
  const more = records.length - shownRecords;
  return (
    <article className="panel card">
      <header className="card-head">
        <div>
          <h3>
            <a href={addressOf('entity', { id })}>{title}</a>
          </h3>
          <p className="card-about">
            {records.length === 1 ? '1 record' : `${records.length.toLocaleString('en')} records`} ·{' '}
            <EntityID id={id} />
          </p>
        </div>
        <Score label="Hit" value={hitScore} />
      </header>
      <p className="chips">
        <span className="chips-label">Found by</span>
        {rules.map((rule) => (
          <RuleChip key={rule} rule={rule} />
        ))}
      </p>
      <RecordTable caption={`Records of ${title}`} records={records.slice(0, shownRecords)} fields={type.fields} />
      {more > 0 && (
        <p className="card-more">
          <a href={addressOf('entity', { id })}>
            {more === 1 ? 'and 1 more record' : `and ${more.toLocaleString('en')} more records`}
          </a>
        </p>
      )}
    </article>
  );
}
