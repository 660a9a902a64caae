/** What SQL says of statuses, attempts and leases is declared once: other files name it. */

interface Bare {
  pattern: RegExp;
  /** The one file that declares it. */
  declaredIn?: string;
  instead: string;
}

const bare: readonly Bare[] = [
  {
    pattern: /\b(?:run_status|status_id|campaign_type)\s*(?:=|<>|[<>]=?|(?:NOT )?IN \()\s*\d/,
    instead: 'write a name of the contract, as runStatus.running',
  },
  {
    pattern:
      /(?:\b[a-z]\.|\b(?:WHERE|AND|OR|SET|WHEN) )state\s*(?:=|<>|[<>]=?|(?:NOT )?IN \()\s*\d/,
    instead: 'write entryState of src/db/entry-states.ts',
  },
  {
    pattern: /\breceipt_until IS\b/,
    declaredIn: 'src/db/attempt-states.ts',
    instead: 'write inFlight, awaitsReceipt or isAccepted of src/db/attempt-states.ts',
  },
  {
    pattern: /\bfence = \$/,
    declaredIn: 'src/db/lease-states.ts',
    instead:
      'use holdsLease of src/db/queries/lease-check.ts, or isLease of src/db/lease-states.ts',
  },
  {
    pattern: /\bl\.until [<>]=? clock_timestamp|\bcampaign_lease WHERE until\b/,
    declaredIn: 'src/db/lease-states.ts',
    instead: 'write stands or ranOut of src/db/lease-states.ts',
  },
];

/** Tests write SQL of their own: it does not change with what they test. */
const isOurs = (file: string) => file.startsWith('src/') && !/\.test\.tsx?$/.test(file);

export function sqlNamesBreaches(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].flatMap(([file, source]) => {
    if (!isOurs(file)) return [];
    return bare
      .filter(({ pattern, declaredIn }) => file !== declaredIn && pattern.test(source))
      .map(({ pattern, instead }) => `${file}: "${source.match(pattern)?.[0]}"; ${instead}`);
  });
}
