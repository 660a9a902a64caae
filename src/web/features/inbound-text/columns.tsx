import { type InboundText, messageIntent } from '#contract/inbound-text.ts';
import { formatDateTime, formatPhone } from '#web/lib/format.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { Switch } from '#web/ui/switch.tsx';
import type { Column } from '#web/ui/table/column.ts';
import styles from './page.module.css';

/** "Nov 20, 10:41 AM (ET)". */
export function easternTime(text: InboundText): string {
  return `${formatDateTime(text.date, platformNow())} (ET)`;
}

export const isOptOut = (text: InboundText) => text.messageIntent === messageIntent.optOut;

/** With a word in front of a text that may be an opt-out. */
function Message({ text: { message, messageIntent: intent } }: { text: InboundText }) {
  if (intent !== messageIntent.unclear) return message || '--';
  return (
    <>
      <span className={styles.badge}>Unclear</span> {message || '--'}
    </>
  );
}

/** The documents' columns. */
export const columns: readonly Column<InboundText>[] = [
  {
    id: 'phoneNumber',
    header: 'Phone Number',
    value: (text) => text.phoneNumber,
    cell: (text) => formatPhone(text.phoneNumber),
    width: 148,
    look: 'name',
  },
  {
    id: 'date',
    header: 'Date and Time',
    value: (text) => text.date,
    cell: (text) => easternTime(text),
    width: 188,
    look: 'quiet',
  },
  {
    id: 'message',
    header: 'Message',
    value: (text) => text.message,
    cell: (text) => <Message text={text} />,
    width: 180,
    grow: 1,
  },
  {
    id: 'optOut',
    header: 'Opt out?',
    value: isOptOut,
    cell: (text) => (
      <span className={styles.toggle}>
        <Switch label="Opt out?" hideLabel readOnly untabbed checked={isOptOut(text)} />
      </span>
    ),
    width: 96,
  },
];

/** The same facts on a small screen. */
export function InboundTextCompact({ text }: { text: InboundText }) {
  return (
    <div className={styles.compact}>
      <strong>{formatPhone(text.phoneNumber)}</strong>
      <span>
        <Message text={text} />
      </span>
      <span>
        {easternTime(text)}
        {isOptOut(text) && ', opt-out'}
      </span>
    </div>
  );
}
