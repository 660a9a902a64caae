const bell =
  'M.4 9.6C1.7 8.5 2.1 6.9 2.2 4.9 2.35 2.1 3.3.4 5 .4S7.65 2.1 7.8 4.9c.1 2 .5 3.6 1.8 4.7Z';

interface MarkProps {
  /** Pixels; below 26 only the big bell keeps its clapper. */
  height?: number;
}

/** Three bells falling in size under a beam, in the accent's text colour. */
export function Mark({ height = 22 }: MarkProps) {
  const clappers = height >= 26;
  return (
    <svg
      viewBox="0 0 32 22"
      width={(height * 32) / 22}
      height={height}
      fill="currentColor"
      style={{ color: 'var(--accent)', flex: 'none' }}
      aria-hidden="true"
    >
      <rect x="1" y="1" width="30" height="2" rx="1" />
      <Bell at="translate(.8 4.2) scale(1.32)" clapper />
      <Bell at="translate(14.2 4.2) scale(.96)" clapper={clappers} />
      <Bell at="translate(24 4.2) scale(.68)" clapper={clappers} />
    </svg>
  );
}

interface BellProps {
  at: string;
  clapper: boolean;
}

export function Bell({ at, clapper }: BellProps) {
  return (
    <g transform={at}>
      <path d={bell} />
      {clapper && <circle cx="5" cy="11.3" r="1.2" />}
    </g>
  );
}
