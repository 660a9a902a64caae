import { useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../button.tsx';
import styles from './message-test.module.css';
import { TestDialog } from './test-dialog.tsx';
import type { TestDialogProps } from './use-message-test.ts';

interface TestButtonProps extends TestDialogProps {
  size?: 'sm';
}

/** "Call me" or "Text me": opens the dialog. Nothing while what is edited is new. */
export function TestButton({ size, ...tried }: TestButtonProps) {
  const [opened, setOpened] = useState(false);
  const { campaignId, voiceMessageId, textMessageId } = tried;
  if (!campaignId && !voiceMessageId && !textMessageId) return null;
  return (
    <>
      <Button changes {...(size && { size })} onClick={() => setOpened(true)}>
        {tried.channel === 'voice' ? 'Call me' : 'Text me'}
      </Button>
      {/* Outside of the heading that the button may stand in. */}
      {opened &&
        createPortal(<TestDialog {...tried} onClose={() => setOpened(false)} />, document.body)}
    </>
  );
}

/** Beside a campaign's form. */
export function TestPart(props: TestButtonProps) {
  if (!props.campaignId) return null;
  const how = props.channel === 'voice' ? 'Hear the campaign' : 'Read the text';
  return (
    <section className={styles.part} aria-label="Try it">
      <h2>Try it</h2>
      <p className={styles.quiet}>
        {how} on your own phone, as an account gets it. It counts nowhere.
      </p>
      <div>
        <TestButton {...props} />
      </div>
    </section>
  );
}
