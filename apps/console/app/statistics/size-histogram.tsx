import type { FoundStatistics } from '../../../../src/graphql/queries.ts';
import { SizeTable } from '../parts/size-table.tsx';
import { number } from './numbers.ts';

type Sizes = FoundStatistics['sizes'];

/** How many entities of each size there are, up to the largest. */
export function SizeHistogram({ sizes }: { readonly sizes: Sizes }) {
  const shown = sizes.slice(0, sizes.findLastIndex(({ entities }) => entities > 0) + 1);
  return (
    <section className="panel histogram" aria-labelledby="statistics-sizes">
      <h2 id="statistics-sizes">Entities by number of records</h2>
      <SizeTable rows={shown.map((range) => ({ records: rangeText(range), entities: range.entities }))} />
    </section>
  );
}

function rangeText({ from, to }: Sizes[number]): string {
  if (to === null) return `over ${number(from - 1)}`;
  return from === to ? number(from) : `${number(from)}–${number(to)}`;
}
