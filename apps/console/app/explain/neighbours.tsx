import type { Link } from '../entity/entity.ts';
import { Loading } from '../parts/loading.tsx';
import { Problems } from '../parts/problems.tsx';
import { RuleChip } from '../parts/rule-chip.tsx';
import { addressOf } from '../place.ts';
import { useRequest } from '../use-request.ts';
import { mostNeighbours, readNeighbours } from './explanation.ts';

/** What each two neighbours of a chain share. */
export function Neighbours({ chain }: { readonly chain: readonly Link[] }) {
  const { value, problems, repeat } = useRequest(chain.map(({ a, b }) => `${a}:${b}`).join(), (signal) =>
    readNeighbours(chain, signal),
  );
  return (
    <section className="panel" aria-label="Chain">
      <h3>What neighbours share</h3>
      {problems !== undefined && <Problems problems={problems} onRepeat={repeat} />}
      {value === undefined && problems === undefined && <Loading what="the chain" lines={chain.length} />}
      <ol className="lines">
        {value?.map(({ link: { a, b, rule }, values }) => (
          <li key={`${a}:${b}`}>
            <span>
              <code className="id">{a}</code> and <code className="id">{b}</code>
            </span>
            <RuleChip rule={rule} />
            <span className="key-parts">
              {values.map((shared) => (
                <code key={shared.resolver} title={shared.resolver}>
                  {shared.a === shared.b ? shared.a : `${shared.a} ~ ${shared.b}`}
                </code>
              ))}
              {values.length === 0 && <span className="nothing">{reasonWithoutValues(rule)}</span>}
            </span>
            <a href={addressOf('explain', { a, b })}>
              Explain<span className="unseen">{` ${a} and ${b}`}</span>
            </a>
          </li>
        ))}
      </ol>
      {chain.length > mostNeighbours && (
        <p className="nothing">The chain has {chain.length - mostNeighbours} more links.</p>
      )}
    </section>
  );
}

function reasonWithoutValues(rule: string): string {
  if (rule === 'STATIC') return 'a person or a submit linked them';
  return rule === 'duplicate' ? 'one is a duplicate of the other' : '';
}
