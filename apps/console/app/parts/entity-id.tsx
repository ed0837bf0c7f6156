/** An entity's id. The service generates ids, so they differ between data directories. */
export function EntityID({ id }: { readonly id: string }) {
  return (
    <code className="id" data-varies="">
      {id}
    </code>
  );
}
