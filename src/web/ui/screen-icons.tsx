/** Icons of screens that are loaded when they are opened; those that the first screen shows are in icons.tsx. */
import { icon, line } from './icons.tsx';

export const MinusIcon = line('M5 12h14');
export const ArrowRightIcon = line('M4 12h16m-5-5 5 5-5 5');
export const UploadIcon = line(
  'M12 15V4M7.5 8.5 12 4l4.5 4.5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
);
export const DownloadIcon = line(
  'M12 4v11M7.5 10.5 12 15l4.5-4.5M4 16v3a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-3',
);
export const CalendarIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="16" rx="1.5" />
    <path d="M3 10h18M8 2.5V7M16 2.5V7" />
  </>,
);
export const FilterIcon = line('M3 4.5h18l-7 8.5v6l-4 2v-8L3 4.5Z');
export const GripIcon = icon(
  <>
    <circle cx="9" cy="5" r="1.6" />
    <circle cx="15" cy="5" r="1.6" />
    <circle cx="9" cy="12" r="1.6" />
    <circle cx="15" cy="12" r="1.6" />
    <circle cx="9" cy="19" r="1.6" />
    <circle cx="15" cy="19" r="1.6" />
  </>,
  true,
);
export const FileIcon = line(
  'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM14 3v5h5M8.5 13h7M8.5 17h7',
);
export const SoundFileIcon = line(
  'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM14 3v5h5M11.5 17v-6l3 1.2M11.5 17a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z',
);
export const FieldTokenIcon = line(
  'M8 4H7a2 2 0 0 0-2 2v3.5L3.5 12 5 14.5V18a2 2 0 0 0 2 2h1M16 4h1a2 2 0 0 1 2 2v3.5l1.5 2.5-1.5 2.5V18a2 2 0 0 1-2 2h-1',
);
export const FixedTextIcon = line('M4 20 11 4h2l7 16M7 14h10M10.5 20 13 13.5');
