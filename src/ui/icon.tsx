// Drawn on a grid of 24, with one stroke width. Icons are decorative: a label or `aria-label` names the control.
const paths = {
  theme: 'M12 3v18M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 0a9 9 0 0 1 0 18M15 6.5v11M18 9.5v5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c-3 3-3.5 6-3.5 9s.5 6 3.5 9c3-3 3.5-6 3.5-9S15 6 12 3',
  bell: 'M6 17v-6a6 6 0 0 1 12 0v6l1.5 2h-15L6 17ZM10 21h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  contents: 'M4 7h.01M4 12h.01M4 17h.01M8 7h12M8 12h12M8 17h12',
  close: 'M6 6l12 12M18 6 6 18',
  down: 'm6 9 6 6 6-6',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  pin: 'M9 4h6l-1 6 4 4H6l4-4-1-6ZM12 14v6',
  up: 'm6 15 6-6 6 6',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20',
  left: 'm15 6-6 6 6 6',
  right: 'm9 6 6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  check: 'm5 12 5 5 9-10',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  minus: 'M5 12h14',
  whole: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  scissors:
    'M6 4l12 13M18 4 6 17M6.5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM17.5 20a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  listen: 'M4 10v4h3l5 4V6L7 10ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  play: 'M8 5v14l11-7Z',
  pause: 'M8 5v14M16 5v14',
  previous: 'M18 6v12l-9-6ZM6 6v12',
  next: 'M6 6v12l9-6ZM18 6v12',
  printer: 'M7 9V4h10v5M7 17H4v-8h16v8h-3M7 14h10v6H7z',
  facebook: 'M14 8h3V4h-3a4 4 0 0 0-4 4v3H7v4h3v6h4v-6h3l1-4h-4V8.5c0-.3.2-.5.5-.5Z',
  x: 'M4 4l16 16M20 4 4 20',
  instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4Zm5 5a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm5-1.5h.01',
  youtube:
    'M3 7.5A2.5 2.5 0 0 1 5.5 5h13A2.5 2.5 0 0 1 21 7.5v9a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 16.5v-9ZM10 9l5 3-5 3V9Z',
} as const;

export type IconName = keyof typeof paths;

// Arrows that point along the text: in right-to-left languages they point the other way. Media controls do not.
const alongText: readonly IconName[] = ['left', 'right'];

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={alongText.includes(name) ? `${className} rtl:-scale-x-100` : className}
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
