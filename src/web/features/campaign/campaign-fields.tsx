import type { ReactNode } from 'react';
import { messageStatus, type VoiceMessage } from '#contract/voice-message.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { PurposeField } from '#web/ui/purpose-field.tsx';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './campaign.module.css';
import { labels } from './draft.ts';
import type { FieldsProps } from './editor-parts.ts';
import { LinkbackNumberField, LinkbackPaceFields, PacingField } from './linkback-fields.tsx';

/** The first section has no heading: the page's title is its own. */
export function CampaignFields(props: FieldsProps) {
  const { draft, change, field } = props;
  const linkback = draft.type === 'linkback';
  const purpose = (
    <PurposeField
      label={labels.purpose}
      value={draft.purpose}
      onChange={(chosenPurpose) => change({ purpose: chosenPurpose })}
    />
  );
  return (
    <section className={styles.group}>
      <div className={linkback ? styles.nameAndTwo : styles.nameAndPurpose}>
        <TextField
          label={labels.name}
          required
          maxLength={255}
          autoFocus
          autoComplete="off"
          {...field('name')}
        />
        {linkback ? (
          <LinkbackPaceFields {...props} />
        ) : (
          <>
            <NumberField label={labels.callsPerMinute} required {...field('callsPerMinute')} />
            {purpose}
          </>
        )}
      </div>
      <div className={linkback ? styles.pair : undefined}>
        {linkback && <LinkbackNumberField {...props} />}
        <div className={linkback ? styles.besideField : undefined}>
          <Switch
            label={labels.oneCallPerAccount}
            hint={
              linkback
                ? 'A person who answered at one number is not called at the others.'
                : 'When a person answers at one number of an account, its other numbers are not called.'
            }
            checked={draft.oneCallPerAccount}
            onChange={(oneCallPerAccount) => change({ oneCallPerAccount })}
          />
        </div>
      </div>
      {linkback && (
        <div className={styles.pair}>
          {purpose}
          <PacingField {...props} />
        </div>
      )}
    </section>
  );
}

interface MessageFieldsProps extends FieldsProps {
  messages: readonly VoiceMessage[];
  heading: ReactNode;
}

export function MessageFields({ draft, change, messages, heading }: MessageFieldsProps) {
  const choices = messages.map((message) => ({
    value: String(message.id),
    label: nameAndState(message),
  }));
  const none = messages.length === 0 ? ' There are no voice messages yet.' : '';
  const linkback = draft.type === 'linkback';
  return (
    <section className={styles.group}>
      {heading}
      <div className={linkback ? styles.three : styles.pair}>
        <SearchableSelect
          label={labels.customerMessageId}
          clearable
          hint={`Played when a person answers.${none}`}
          choices={choices}
          value={chosen(draft.customerMessageId)}
          onChange={(id) => change({ customerMessageId: Number(id) })}
        />
        <SearchableSelect
          label={labels.machineMessageId}
          clearable
          hint="Played after a machine's greeting."
          choices={choices}
          value={chosen(draft.machineMessageId)}
          onChange={(id) => change({ machineMessageId: Number(id) })}
        />
        {linkback && (
          <SearchableSelect
            label={labels.agentMessageId}
            clearable
            hint="Played to the agent first."
            choices={choices}
            value={chosen(draft.agentMessageId)}
            onChange={(id) => change({ agentMessageId: Number(id) })}
          />
        )}
      </div>
    </section>
  );
}

/** A message that cannot be played yet says so: its campaign will not start. */
function nameAndState({ name, messageStatusId, messageStatusName }: VoiceMessage): string {
  return messageStatusId === messageStatus.ready ? name : `${name} (${messageStatusName})`;
}

function chosen(id: number): string {
  return id === 0 ? '' : String(id);
}
