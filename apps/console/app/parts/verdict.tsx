import { Icon } from './icon.tsx';

/** Yes or no, distinguished by shape and word, not by colour alone. */
export function Verdict({ holds, yes, no }: { readonly holds: boolean; readonly yes: string; readonly no: string }) {
  return (
    <span className={holds ? 'verdict is-yes' : 'verdict is-no'}>
      <Icon name={holds ? 'yes' : 'no'} size={16} />
      {holds ? yes : no}
    </span>
  );
}
