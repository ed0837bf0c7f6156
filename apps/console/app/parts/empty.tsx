import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** Explains why a view is empty and what to do. */
export function Empty(props: { readonly icon: IconName; readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={props.icon} size={28} />
      </span>
      <h2>{props.title}</h2>
      <div className="empty-text">{props.children}</div>
    </div>
  );
}
