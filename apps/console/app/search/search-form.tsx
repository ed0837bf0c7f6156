import { type FormEvent, useId, useState } from 'react';
import type { RecordLeaf } from '../api/record-type.ts';
import { isOfList } from '../api/record-values.ts';
import { useFormOf } from '../use-kept.ts';

interface SearchFormProps {
  /** What was searched by; another one fills in its own texts. */
  readonly asked: string;
  /** By name of the field. */
  readonly typed: ReadonlyMap<string, string>;
  readonly rules: string | undefined;
  readonly fields: readonly RecordLeaf[];
  readonly ruleSets: readonly string[];
  readonly onSearch: (typed: ReadonlyMap<string, string>, rules: string | undefined) => void;
}

/** A field for everything that the deployment's records can be searched by. */
export function SearchForm({ asked, typed, rules, fields: leaves, ruleSets, onSearch }: SearchFormProps) {
  // Who knows the id looks the record up; it stands last.
  const fields = [...leaves]
    .sort((a, b) => Number(a.name === 'id') - Number(b.name === 'id'))
    .map((leaf) => ({ ...leaf, about: aboutOf(leaf) }));
  const id = useId();
  const [emptyFor, setEmptyFor] = useState<string>();
  const frame = useFormOf(asked);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const texts = new Map(fields.map(({ name }) => [name, String(form.get(`f.${name}`) ?? '')]));
    const isBlank = [...texts.values()].every((text) => text.trim() === '');
    setEmptyFor(isBlank ? asked : undefined);
    if (isBlank) return;
    const chosen = String(form.get('rules') ?? 'default');
    onSearch(texts, chosen === 'default' ? undefined : chosen);
  };
  return (
    <form ref={frame} className="panel search-form" onSubmit={submit} aria-label="Search">
      <div className="fields">
        {fields.map(({ name, scalar, about }) => (
          <div key={name} className="field">
            <label htmlFor={`${id}${name}`}>{name}</label>
            <input
              id={`${id}${name}`}
              name={`f.${name}`}
              defaultValue={typed.get(name) ?? ''}
              autoComplete="off"
              spellCheck={false}
              inputMode={scalar === 'Int' || scalar === 'Float' ? 'decimal' : undefined}
              placeholder={about}
              aria-describedby={about === '' ? undefined : `${id}${name}-about`}
            />
            {about !== '' && (
              <p id={`${id}${name}-about`} className="unseen">
                {about}
              </p>
            )}
          </div>
        ))}
        {ruleSets.length > 1 && (
          <div className="field">
            <label htmlFor={`${id}-rules`}>Rule set</label>
            <select key={rules} id={`${id}-rules`} name="rules" defaultValue={rules ?? 'default'}>
              {ruleSets.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
      </div>
      {emptyFor === asked && (
        <p className="field-problem" role="alert">
          Fill in a field at least.
        </p>
      )}
      <button type="submit" className="button is-main">
        Search
      </button>
    </form>
  );
}

function aboutOf(leaf: RecordLeaf): string {
  const list = isOfList(leaf) ? 'Several are parted by semicolons.' : undefined;
  return [leaf.description, list].filter((text) => text !== undefined).join(' ');
}
