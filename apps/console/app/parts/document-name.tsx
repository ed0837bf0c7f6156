/** The beginning of a rule-config's SHA-256; its title has the whole. */
export function DocumentName({ name }: { readonly name: string }) {
  return (
    <code className="id" title={name}>
      {name.slice(0, 12)}…
    </code>
  );
}
