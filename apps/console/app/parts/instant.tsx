const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** A point in time in the reader's zone; hovering shows it in RFC 3339. */
export function Instant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at} data-varies-time="">
      {format.format(new Date(at))}
    </time>
  );
}
