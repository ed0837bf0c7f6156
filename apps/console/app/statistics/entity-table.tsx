import { useId } from 'react';
import { EntityID } from '../parts/entity-id.tsx';
import { FirstOf } from '../parts/first-of.tsx';
import { TableHead } from '../parts/table-head.tsx';
import { addressOf } from '../place.ts';
import { number } from './numbers.ts';

interface Listed {
  readonly entityID: string;
  readonly records: number;
}

interface EntityTableProps<Entity extends Listed> {
  readonly title: string;
  /** What an empty list says. */
  readonly none: string;
  readonly entities: readonly Entity[];
  /** A column more. */
  readonly figure?: { readonly name: string; readonly of: (entity: Entity) => string };
}

/** Entities with links to them. */
export function EntityTable<Entity extends Listed>({ title, none, entities, figure }: EntityTableProps<Entity>) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {entities.length === 0 && <p>{none}</p>}
      {entities.length > 0 && (
        <FirstOf items={entities} name="entities" first={5}>
          {(shown) => (
            <table className="statistics-table">
              <TableHead columns={['Entity', ['Records'], ...(figure === undefined ? [] : [[figure.name] as const])]} />
              <tbody>
                {shown.map((entity) => (
                  <tr key={entity.entityID}>
                    <th scope="row">
                      <a href={addressOf('entity', { id: entity.entityID })}>
                        <EntityID id={entity.entityID} />
                      </a>
                    </th>
                    <td className="number">{entity.records > 10_000 ? 'over 10,000' : number(entity.records)}</td>
                    {figure !== undefined && <td className="number">{figure.of(entity)}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </FirstOf>
      )}
    </section>
  );
}
