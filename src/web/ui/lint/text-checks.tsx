import { formatNumber } from '#web/lib/format.ts';
import { counted } from '#web/lib/plural.ts';
import styles from './findings.module.css';
import { Checks, Findings } from './findings.tsx';
import { type TextUse, useTextLint } from './use-lint.ts';

interface TextChecksProps extends TextUse {
  message: string;
}

/** What the checks find in a text as it is written, and what it takes over a real list. */
export function TextChecks({ message, ...use }: TextChecksProps) {
  const read = useTextLint(message, use);
  if (message.trim() === '') return null;
  const { data } = read;
  return (
    <Checks findings={data?.findings} reads={[read]}>
      <Findings findings={data?.findings ?? []} none="Nothing was found in this text." />
      {data && data.callListName !== null && (
        <>
          <p className={styles.none}>
            Over {data.callListName}
            {data.more && ', as far as it was counted'}:
          </p>
          <dl className={styles.spread}>
            {data.spread.map(({ segments, numbers }) => (
              <div key={segments}>
                <dt>{counted(segments, 'segment')}</dt>
                <dd>
                  {formatNumber(numbers)} {numbers === 1 ? 'number' : 'numbers'}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Checks>
  );
}
