import type { ReactNode } from 'react';
import type { TextMessage } from '#contract/text-message.ts';
import { hasField, textParts } from '#domain/text-message.ts';
import { Token } from '#web/ui/chip.tsx';
import { TextSegments } from '#web/ui/text-segments.tsx';
import styles from './text-campaign.module.css';
import { type Sample, sampleText } from './use-sample.ts';

interface TextPreviewProps {
  /** Absent while none is chosen. */
  message: TextMessage | undefined;
  /** null when the client has no account yet, undefined until loaded. */
  sample: Sample | undefined;
}

/** The chosen text with a real account's values, as a telephone shows it. */
export function TextPreview({ message, sample }: TextPreviewProps) {
  if (!message) {
    return (
      <div className={styles.screen}>
        <p className={styles.nothing}>Choose a text message to see what is sent.</p>
      </div>
    );
  }
  const withField = hasField(message.message);
  const text = sampleText(message.message, sample);
  return (
    <>
      <figure className={styles.screen} aria-label="Preview">
        <p className={styles.bubble}>{sample ? text : <Unfilled message={message.message} />}</p>
        {withField && <figcaption>{sourceInWords(sample)}</figcaption>}
      </figure>
      <TextSegments text={text} approximate={withField} />
    </>
  );
}

/** Shows field names when there is no account to take values from. */
function Unfilled({ message }: { message: string }) {
  const shown: ReactNode[] = [];
  let at = 0;
  for (const part of textParts(message)) {
    const text = part.kind === 'words' ? part.text : part.token;
    shown.push(part.kind === 'words' ? text : <Token key={at}>{text}</Token>);
    at += text.length;
  }
  return shown;
}

function sourceInWords(sample: Sample | undefined): string {
  if (sample) return `With the values of an account in ${sample.callListName}.`;
  return sample === null
    ? 'There are no accounts yet to take values from.'
    : 'With the names of the account fields.';
}
