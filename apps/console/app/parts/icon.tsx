const shapes = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM20 20l-4.8-4.8',
  entity:
    'M12 8.2a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM5.6 20.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM18.4 20.5a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2ZM10.8 7.9 6.9 15.5M13.2 7.9l3.9 7.6M8.2 17.9h7.6',
  explain: 'M4 5h6.5v14H4ZM13.5 5H20v14h-6.5ZM6.3 9h2M6.3 12.5h2M15.8 9h2M15.8 12.5h2',
  review: 'm4 6.5 1.8 1.8L9 5M4 13.5l1.8 1.8L9 12M12.5 7H20M12.5 14H20M4 20h16',
  rules:
    'M9 4.5H7.5A2.5 2.5 0 0 0 5 7v2.6L3.5 12 5 14.4V17a2.5 2.5 0 0 0 2.5 2.5H9M15 4.5h1.5A2.5 2.5 0 0 1 19 7v2.6l1.5 2.4-1.5 2.4V17a2.5 2.5 0 0 1-2.5 2.5H15M10 12.5l1.6 1.7 2.7-4',
  metrics: 'M4 20h16M6.5 16.5v-5M11 16.5v-9M15.5 16.5v-7M20 16.5V4',
  statistics: 'M4 20h16M5 17.5V12h3.5v5.5M10.25 17.5v-12h3.5v12M15.5 17.5V9H19v8.5',
  'your-data': 'M12 15.5V4.5M7.5 8.5 12 4l4.5 4.5M4.5 15v3A2.5 2.5 0 0 0 7 20.5h10a2.5 2.5 0 0 0 2.5-2.5v-3',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  yes: 'm5 12.5 4.5 4.5L19 7.5',
  no: 'm6.5 6.5 11 11M17.5 6.5l-11 11',
  warning: 'M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17v.2',
  previous: 'm14.5 6-6 6 6 6',
  next: 'm9.5 6 6 6-6 6',
} as const;

export type IconName = keyof typeof shapes;

/** A decorative icon; the text beside it has the same meaning. */
export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  );
}
