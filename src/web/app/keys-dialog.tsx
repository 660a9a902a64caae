import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './keys-dialog.module.css';

/** Each key combination, and what it does. */
const groups: readonly [where: string, keys: readonly [keys: string, does: string][]][] = [
  [
    'Anywhere',
    [
      ['Ctrl K', 'Find a screen, campaign, number or person, or do something'],
      ['?', 'These keys'],
      ['Escape', 'Close what is open; asks if something was typed'],
    ],
  ],
  [
    'In a list',
    [
      ['↑ ↓ Page Up Page Down Home End', 'Move to another row'],
      ['Enter', 'Open the row, or do the first thing in its menu'],
      ['Space', 'Select the row for an action on several'],
      ['Shift F10', "Open the row's menu"],
    ],
  ],
  [
    'In a form',
    [
      ['Enter', 'Save'],
      ['Alt ↑ Alt ↓', 'Move a step of a voice message'],
    ],
  ],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      opened
      title="Keyboard Shortcuts"
      size="md"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {groups.map(([where, keys]) => (
        <section key={where} className={styles.group}>
          <h3>{where}</h3>
          <dl>
            {keys.map(([combination, does]) => (
              <div key={combination}>
                <dt>
                  <kbd>{combination}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
