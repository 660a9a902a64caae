import type { AuditEntry } from '#contract/audit.ts';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { Outcome, timeOf } from './columns.tsx';
import styles from './page.module.css';
import { actorOf, changesOf, operationOf, reasonOf, thingOf } from './words.ts';

/** One entry: who, from where, and each field before and after. */
export function EntryPanel({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const facts: [string, string | undefined][] = [
    ['Time', timeOf(entry)],
    ['Who', actorOf(entry)],
    ['Thing', thingOf(entry)],
    ['Address', entry.address],
    ['Browser', entry.browser],
    ['Reason', reasonOf(entry)],
    ['Number', String(entry.sequence)],
  ];
  return (
    <SidePanel title={operationOf(entry)} width={368} onClose={onClose}>
      <dl className={styles.facts}>
        <dt>Outcome</dt>
        <dd>
          <Outcome entry={entry} />
        </dd>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <ul className={styles.changes} aria-label="Changed fields">
        {changesOf(entry).map(({ name, before, after }) => (
          <li key={name}>
            <h3>{name}</h3>
            {entry.before && (
              <p className={styles.before}>
                <span className={styles.label}>Before</span> {before || '--'}
              </p>
            )}
            {entry.after && (
              <p className={styles.after}>
                {entry.before && <span className={styles.label}>After</span>} {after || '--'}
              </p>
            )}
          </li>
        ))}
      </ul>
    </SidePanel>
  );
}
