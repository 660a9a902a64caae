import type { ReactNode } from 'react';

export interface IconProps {
  /** 16 or 18; 16 by default. */
  size?: number;
  className?: string;
}

export type Icon = (props: IconProps) => ReactNode;

/** Icons have no accessible name: the control that holds one has it. */
export function icon(shape: ReactNode, filled = false): Icon {
  return function DrawnIcon({ size = 16, className }) {
    return (
      <svg
        viewBox="0 0 24 24"
        width={size}
        height={size}
        fill={filled ? 'currentColor' : 'none'}
        stroke={filled ? 'none' : 'currentColor'}
        strokeWidth={1.6}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        className={className}
      >
        {shape}
      </svg>
    );
  };
}

export const line = (d: string) => icon(<path d={d} />);

export const MessageIcon = line(
  'M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1h-7l-5 4v-4H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM7.5 8.5h9M7.5 12.5h6',
);
export const PhoneIcon = line(
  'M5 3h3.2a1 1 0 0 1 1 .8l.8 3.7a1 1 0 0 1-.3 1l-1.9 1.8a13 13 0 0 0 5.9 5.9l1.8-1.9a1 1 0 0 1 1-.3l3.7.8a1 1 0 0 1 .8 1V19a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 3 5.2 2 2 0 0 1 5 3Z',
);
export const ContactListIcon = icon(
  <>
    <rect x="5" y="3" width="15" height="18" rx="1.5" />
    <path d="M3 8h3M3 12h3M3 16h3M9.5 16.5c.4-1.6 1.6-2.5 3-2.5s2.6.9 3 2.5" />
    <circle cx="12.5" cy="9.5" r="2" />
  </>,
);
export const ActivityIcon = line('M2.5 12H7l3-8 4.5 16 2.5-8h4.5');
export const ReportIcon = icon(
  <>
    <path d="M8 4.5H6a1.5 1.5 0 0 0-1.5 1.5v13.5A1.5 1.5 0 0 0 6 21h12a1.5 1.5 0 0 0 1.5-1.5V6A1.5 1.5 0 0 0 18 4.5h-2M9 17v-4M12 17v-2M15 17v-5" />
    <rect x="8" y="2.5" width="8" height="4" rx="1" />
  </>,
);
export const CollapseIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="16" rx="1.5" />
    <path d="M9 4v16M16 9.5 13.5 12l2.5 2.5" />
  </>,
);
export const ExpandIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="16" rx="1.5" />
    <path d="M9 4v16M13.5 9.5 16 12l-2.5 2.5" />
  </>,
);
export const MenuIcon = line('M3 6h18M3 12h18M3 18h18');
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5.5 5.5" />
  </>,
);
export const PlusIcon = line('M12 5v14M5 12h14');
export const CloseIcon = line('m5 5 14 14M19 5 5 19');
export const ChevronUpIcon = line('m6 14.5 6-6 6 6');
export const ChevronDownIcon = line('m6 9.5 6 6 6-6');
export const ChevronLeftIcon = line('m14.5 6-6 6 6 6');
export const ChevronRightIcon = line('m9.5 6 6 6-6 6');
export const ArrowUpIcon = line('M12 19V5m-5.5 5.5L12 5l5.5 5.5');
export const ArrowDownIcon = line('M12 5v14m-5.5-5.5L12 19l5.5-5.5');
export const EllipsisIcon = icon(
  <>
    <circle cx="4.5" cy="12" r="1.7" />
    <circle cx="12" cy="12" r="1.7" />
    <circle cx="19.5" cy="12" r="1.7" />
  </>,
  true,
);
/** Reports in progress or waiting for download. */
export const ReportDownloadIcon = line(
  'M6 3h8l5 5v12a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1ZM14 3v5h5M12 10.5v7M9 14.5l3 3 3-3',
);
export const ColumnsIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="16" rx="1" />
    <path d="M9 4v16M15 4v16" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 6.5V12l3.5 2" />
  </>,
);
export const AlertIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5.5M12 16.4v.1" />
  </>,
);
export const CheckIcon = line('m5 12.5 4.5 4.5L19 7.5');
export const EyeIcon = icon(
  <>
    <path d="M2.5 12C4.5 8 8 5.8 12 5.8S19.5 8 21.5 12c-2 4-5.5 6.2-9.5 6.2S4.5 16 2.5 12Z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const EyeOffIcon = icon(
  <>
    <path d="M2.5 12C4.5 8 8 5.8 12 5.8S19.5 8 21.5 12c-2 4-5.5 6.2-9.5 6.2S4.5 16 2.5 12ZM4 20 20 4" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const PlayIcon = icon(
  <path d="M7 4.5v15a.5.5 0 0 0 .8.4l12-7.5a.5.5 0 0 0 0-.8l-12-7.5a.5.5 0 0 0-.8.4Z" />,
  true,
);
export const PauseIcon = icon(
  <>
    <rect x="5.5" y="4" width="4.5" height="16" rx="1" />
    <rect x="14" y="4" width="4.5" height="16" rx="1" />
  </>,
  true,
);
export const StopIcon = icon(<rect x="6" y="6" width="12" height="12" rx="1" />, true);
/** Work in progress, as opposed to the spinner of work that waits. */
export const LoadingIcon = line(
  'M12 3v4.5M12 16.5V21M3 12h4.5M16.5 12H21M5.6 5.6l3.2 3.2M15.2 15.2l3.2 3.2M5.6 18.4l3.2-3.2M15.2 8.8l3.2-3.2',
);
export const SpeakerIcon = line(
  'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5H4ZM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
);
export const AccountFieldIcon = icon(
  <>
    <path d="M11 7H4a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h7M18 7h2a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-2" />
    <path d="M12.5 3.5c1.2 0 2 .6 2 1.8v13.4c0 1.2-.8 1.8-2 1.8M16.5 3.5c-1.2 0-2 .6-2 1.8M16.5 20.5c-1.2 0-2-.6-2-1.8M6.5 12h4.5" />
  </>,
);
export const DoNotCallIcon = line(
  'M9.6 7.6 9.2 3.8a1 1 0 0 0-1-.8H5a2 2 0 0 0-2 2.2 16.4 16.4 0 0 0 3.6 8.3M9.5 16.6a16.5 16.5 0 0 0 9.3 4.4 2 2 0 0 0 2.2-2v-3.2a1 1 0 0 0-.8-1l-3.7-.8a1 1 0 0 0-1 .3l-1.8 1.9M3 21 21 3',
);
/** A pair of scales. */
export const PolicyIcon = line(
  'M12 3v18M7.5 21h9M5 6.5h14M5 6.5 2 13.5a3 3 0 0 0 6 0L5 6.5ZM19 6.5l-3 7a3 3 0 0 0 6 0l-3-7Z',
);
export const ManagersIcon = icon(
  <>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 19.5c.4-3.4 3-5.5 6.5-5.5s6.1 2.1 6.5 5.5M15.5 5a3.2 3.2 0 0 1 0 6.2M18 14.6c2 .7 3.2 2.4 3.5 4.9" />
  </>,
);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.6-4 3.7-6.5 7.5-6.5s6.9 2.5 7.5 6.5" />
  </>,
);
export const InboxIcon = line('M5.5 5h13L21 12.5V19H3v-6.5L5.5 5ZM3 12.5h5.5l1.5 3h4l1.5-3H21');
export const SendIcon = line('M21 3 10.5 13.5M21 3l-6.5 18-4-7.5L3 9.5 21 3Z');
export const ArchiveIcon = icon(
  <>
    <rect x="3" y="4" width="18" height="5" rx="1" />
    <path d="M5 9v10a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V9M10 13h4" />
  </>,
);
export const ChevronsIcon = line('m8 9.5 4-4 4 4M8 14.5l4 4 4-4');
