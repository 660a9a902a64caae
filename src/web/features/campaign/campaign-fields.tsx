import { messageStatus, type VoiceMessage } from '#contract/voice-message.ts';
import { NumberField } from '#web/ui/number-field.tsx';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { Switch } from '#web/ui/switch.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './campaign.module.css';
import type { FieldsProps } from './editor-parts.ts';
import { LinkbackFields } from './linkback-fields.tsx';

export function CampaignFields(props: FieldsProps) {
  const { draft, change, field } = props;
  return (
    <section className={styles.group}>
      <TextField
        label="Name"
        required
        maxLength={255}
        autoFocus
        autoComplete="off"
        {...field('name')}
      />
      {draft.type === 'broadcast' ? (
        <NumberField
          label="Calls per minute"
          required
          className={styles.short ?? ''}
          hint="Spread evenly over the minute."
          {...field('callsPerMinute')}
        />
      ) : (
        <LinkbackFields {...props} />
      )}
      <Switch
        label="One call per account"
        hint="When a person answers at one number of an account, its other numbers are not called."
        checked={draft.oneCallPerAccount}
        onChange={(oneCallPerAccount) => change({ oneCallPerAccount })}
      />
    </section>
  );
}

interface MessageFieldsProps extends FieldsProps {
  messages: readonly VoiceMessage[];
}

export function MessageFields({ draft, change, messages }: MessageFieldsProps) {
  const choices = messages.map((message) => ({
    value: String(message.id),
    label: nameAndState(message),
  }));
  const none = messages.length === 0 ? ' There are no voice messages yet.' : '';
  return (
    <section className={styles.group}>
      <h2>Messages</h2>
      <SearchableSelect
        label="Customer message"
        clearable
        hint={`Played when a person answers.${none}`}
        choices={choices}
        value={chosen(draft.customerMessageId)}
        onChange={(id) => change({ customerMessageId: Number(id) })}
      />
      <SearchableSelect
        label="Machine message"
        clearable
        hint="Played to an answering machine after its greeting."
        choices={choices}
        value={chosen(draft.machineMessageId)}
        onChange={(id) => change({ machineMessageId: Number(id) })}
      />
      {draft.type === 'linkback' && (
        <SearchableSelect
          label="Agent message"
          clearable
          hint="Played to the agent before the customer is connected."
          choices={choices}
          value={chosen(draft.agentMessageId)}
          onChange={(id) => change({ agentMessageId: Number(id) })}
        />
      )}
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
