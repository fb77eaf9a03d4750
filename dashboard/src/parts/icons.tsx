/** The drawings, on a field of 24 by 24. */
const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14m5 12 4.5 4.5',
  chevronDown: 'm6 9 6 6 6-6',
  chevronRight: 'm9 6 6 6-6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  cross: 'm6 6 12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2.5V4.5M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1',
  refresh: 'M20 5v5h-5M4 19v-5h5M5.5 9a7 7 0 0 1 12-2.5L20 10M18.5 15a7 7 0 0 1-12 2.5L4 14',
  grid: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 20h14',
  arrowIn: 'M19 5 6 18M6 9v9h9',
  arrowOut: 'M5 19 18 6M9 6h9v9',
  giveBack: 'M9.5 5 4.5 10l5 5M4.5 10h10a5 5 0 0 1 0 10h-2',
  wallet: 'M4 7h15a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1zM4 7l11-3v3M16 13h.1',
  approve: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M8 12.2l2.8 2.8L16 9.5',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 2.5h4L15 13h5',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1',
  send: 'M20 4 3.5 10.5l6.5 3 3 6.5zM10 13.5 20 4',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l8.5-8.5M16 7l3 3',
  people:
    'M9 5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M2.5 19.5c.6-3 3-4.7 6.5-4.7s5.9 1.7 6.5 4.7M16 5.3a3.5 3.5 0 0 1 0 6.5M18.5 15.3c1.6.7 2.6 2.1 3 4.2',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  shop: 'M4 9l1.5-5h13L20 9v1a2.7 2.7 0 0 1-5.3 0 2.7 2.7 0 0 1-5.4 0A2.7 2.7 0 0 1 4 10zM5.5 12.5V20h13v-7.5',
  exchange: 'M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4',
  plug: 'M9 3v5M15 3v5M6.5 8h11v3a5.5 5.5 0 0 1-11 0zM12 16.5V21',
  pause: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M10 9v6M14 9v6',
  book: 'M5 4h12a2 2 0 0 1 2 2v14H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h12M9 8h6',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.6-5.6l-1.2 1.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.6 5.6l1.2-1.2',
  bank: 'M4 9.5 12 4l8 5.5zM6 12.5V17M10 12.5V17M14 12.5V17M18 12.5V17M4 20h16',
  shield: 'M12 3l7.5 3v5.5c0 4.5-3 7.8-7.5 9.5-4.5-1.7-7.5-5-7.5-9.5V6zM8.8 12l2.3 2.3 4.2-4.6',
} as const

export type IconName = keyof typeof paths

/** An icon is decoration: what it means stands beside it or in the control's label. `size` in pixels. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
