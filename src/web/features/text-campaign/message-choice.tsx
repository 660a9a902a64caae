import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TextMessage } from '#contract/text-message.ts';
import { linkSearch } from '#web/lib/link-search.ts';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { labels } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';
import styles from './text-campaign.module.css';
import { TextPreview } from './text-preview.tsx';
import { useSample } from './use-sample.ts';

interface MessageChoiceProps extends FieldsProps {
  /** 0 for a new campaign. */
  campaignId: number;
  messages: readonly TextMessage[];
  heading: ReactNode;
}

/** The text to send, and how one account will read it. */
export function MessageChoice(props: MessageChoiceProps) {
  const { draft, change, errorAt, refusalAt, messages } = props;
  const sample = useSample(props.campaignId);
  const chosen = messages.find(({ id }) => id === draft.messageTextId);
  return (
    <section className={styles.area}>
      {props.heading}
      <SearchableSelect
        label={labels.messageTextId}
        required
        choices={messages.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chosen ? String(chosen.id) : ''}
        error={errorAt('messageTextId')}
        errorNow={refusalAt('messageTextId')}
        hint={
          messages.length === 0 && (
            <>
              There are no text messages yet.{' '}
              <Link to="/main/messages/textmessages" search={linkSearch({ messageId: 0 })}>
                Write one
              </Link>
            </>
          )
        }
        onChange={(id) => change({ messageTextId: Number(id) })}
      />
      <TextPreview message={chosen} sample={sample} />
    </section>
  );
}
