/** An id of an entity; the service makes them up, so that they differ from one data directory to another. */
export function EntityID({ id }: { readonly id: string }) {
  return (
    <code className="id" data-varies="">
      {id}
    </code>
  );
}
