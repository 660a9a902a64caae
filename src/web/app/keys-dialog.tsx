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
  ['In Live Monitoring', [['↑ ↓ Home End', 'Show another campaign']]],
  [
    'In the Call Detail Report',
    [
      ['J or ↓', 'Next record, while one is open'],
      ['K or ↑', 'Previous record'],
      ['← → on the chart', 'Move the part that is chosen'],
      ['Shift ← Shift →', 'Make it shorter or longer'],
      ['Enter', 'Filter by it'],
    ],
  ],
  [
    'While an unclear text is open',
    [
      ['O', 'Opt out'],
      ['N', 'Not an opt-out'],
      ['L', 'Later'],
    ],
  ],
  [
    'In a menu or a select',
    [
      ['↑ ↓ Home End', 'Move to another choice'],
      ['A letter', 'In a menu, move to a choice that begins with it'],
      ['Enter', 'Take it'],
    ],
  ],
  [
    'In a form',
    [
      ['Enter', 'Save'],
      ['Ctrl Enter', 'Save from a text of several lines'],
      ['Alt ↑ Alt ↓', 'Move a step of a voice message'],
    ],
  ],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    // The focus goes to its cross: a button at the foot would scroll the first keys out of sight.
    <Dialog opened title="Keyboard Shortcuts" size="md" onClose={onClose}>
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
