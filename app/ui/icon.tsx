/** A closed set of line icons on a 16 px grid. They accompany words; one that stands alone needs `label`. */
const paths = {
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14h3',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  down: 'M4 6l4 4 4-4',
  left: 'M10 3L5 8l5 5',
  right: 'M6 3l5 5-5 5',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3.5 3.5',
  user: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 14c.6-3 2.6-4.5 5.5-4.5s4.9 1.5 5.5 4.5',
  panel: 'M2 3h12v10H2zM6.5 3v10',
  refresh: 'M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3',
  plus: 'M8 3v10M3 8h10',
  edit: 'M3 13l.5-3L11 2.5 13.5 5 6 12.5z',
  lock: 'M4 7h8v6H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  unlock: 'M4 7h8v6H4zM5.5 7V5a2.5 2.5 0 0 1 4.8-1',
  archive: 'M2 3h12v3H2zM3 6v7h10V6M6.5 9h3',
  download: 'M8 2v8M5 7l3 3 3-3M3 13h10',
  upload: 'M8 10V2M5 5l3-3 3 3M3 13h10',
  print: 'M4 6V2h8v4M4 11H2V6h12v5h-2M4 9h8v5H4z',
  columns: 'M2 3h12v10H2zM6 3v10M10 3v10',
  filter: 'M2 3h12l-4.5 5.5V13l-3-1.5v-3z',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5V11M8 5h.01',
  warning: 'M8 2l6.5 12h-13zM8 6.5V10M8 12h.01',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.5V8l2.5 1.5',
  link: 'M6.5 9.5l3-3M7 4.5l1-1a3 3 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3 3 0 0 1 3.5 8l1-1',
  home: 'M2 8l6-5.5L14 8M4 7v6.5h8V7',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, label, className }: { name: IconName; label?: string; className?: string }) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 16 16"
      width="16"
      height="16"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={paths[name]} />
    </svg>
  )
}
