import type { ReactNode } from 'react';
import type { LintFinding } from '#contract/lint.ts';
import { levelWords } from '#domain/lint/lint-words.ts';
import { counted } from '#web/lib/plural.ts';
import { LoadFailure, type Read } from '../load-failure.tsx';
import styles from './findings.module.css';

interface FindingsProps {
  findings: readonly LintFinding[];
  /** Said where nothing is found. */
  none: string;
  /** Of several messages: each finding names its own. */
  named?: boolean;
}

/** What the checks found, what blocks first: the sentence, its place, its cure and its source. */
export function Findings({ findings, none, named = false }: FindingsProps) {
  if (findings.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ul className={styles.findings}>
      {findings.map((finding) => (
        <li key={keyOf(finding)} data-level={finding.level}>
          <p>
            <strong>{levelWords[finding.level]}</strong> {finding.sentence}
          </p>
          <p className={styles.cure}>{finding.cure}</p>
          <p className={styles.place}>
            {named && `${finding.messageName} · `}
            {finding.place} · {finding.source}
          </p>
        </li>
      ))}
    </ul>
  );
}

const keyOf = ({ rule, messageId, place, sentence }: LintFinding) =>
  `${messageId} ${rule} ${place} ${sentence}`;

/** Each finding once, what blocks first, although several reads have it. */
export function together(all: readonly LintFinding[]): LintFinding[] {
  const once = [...new Map(all.map((finding) => [keyOf(finding), finding])).values()];
  const order = ['block', 'warn', 'note'];
  return once.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
}

/** "1 blocks the start, 2 warnings": what a heading says of them. */
export function findingCounts(findings: readonly LintFinding[]): string {
  const of = (level: LintFinding['level']) =>
    findings.filter((finding) => finding.level === level).length;
  const blocks = of('block');
  return [
    blocks > 0 && `${blocks} ${blocks === 1 ? 'blocks' : 'block'} the start`,
    of('warn') > 0 && counted(of('warn'), 'warning'),
    of('note') > 0 && counted(of('note'), 'note'),
  ]
    .filter(Boolean)
    .join(', ');
}

interface ChecksProps {
  /** Undefined while it is read. */
  findings: readonly LintFinding[] | undefined;
  reads: readonly Read[];
  children: ReactNode;
  /** A quiet line below the heading. */
  lead?: ReactNode;
}

/** A part of a screen: the heading with its counts, and what was found below it. */
export function Checks({ findings, reads, children, lead }: ChecksProps) {
  const failed = reads.find(({ isError, data }) => isError && data === undefined);
  return (
    <section className={styles.checks} aria-label="Checks">
      <div className={styles.heading}>
        <h2>Checks</h2>
        {findings && <span className={styles.counts}>{findingCounts(findings)}</span>}
      </div>
      {lead && <p className={styles.none}>{lead}</p>}
      {failed ? (
        <LoadFailure
          sentence="The checks could not be made."
          retry={() => {
            for (const read of reads) void read.refetch();
          }}
        />
      ) : findings ? (
        children
      ) : (
        <p className={styles.none}>Checking ...</p>
      )}
    </section>
  );
}
