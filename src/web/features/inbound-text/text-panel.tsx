import { type InboundText, inboundTextTexts } from '#contract/inbound-text.ts';
import { formatPhone } from '#web/lib/format.ts';
import { SidePanel } from '#web/ui/side-panel.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { useEscape } from '#web/ui/use-escape.ts';
import { easternTime, isOptOut } from './columns.tsx';
import styles from './page.module.css';

/** The whole of one text. */
export function TextPanel({ text, onClose }: { text: InboundText; onClose: () => void }) {
  // The focus stays in the table, from where the arrow keys go on to the next text.
  useEscape(onClose);
  return (
    <SidePanel title="Text Message" width={368} onClose={onClose}>
      <div className={styles.panel}>
        <div className={styles.from}>
          <strong>{formatPhone(text.phoneNumber)}</strong>
          <span>{easternTime(text)}</span>
        </div>
        <p className={styles.message}>{text.message}</p>
        <p className={styles.intent}>
          <StatusDot color={isOptOut(text) ? 'red' : 'grey'}>
            {inboundTextTexts.intents[text.messageIntent]}
          </StatusDot>
        </p>
      </div>
    </SidePanel>
  );
}
