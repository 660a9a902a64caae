import { Link } from '@tanstack/react-router';
import { formatPhone } from '#web/lib/format.ts';
import { useSimulation } from '#web/lib/simulation.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { messageOf } from '../error-message.ts';
import { Loading } from '../load-failure.tsx';
import { ErrorBand, NoteBand } from '../notice-band.tsx';
import { SaveButton } from '../save-button.tsx';
import { SelectField } from '../select-field.tsx';
import { LastTests } from './last-tests.tsx';
import styles from './message-test.module.css';
import {
  type TestDialogProps,
  type TestDraft,
  type Tried,
  useMessageTest,
} from './use-message-test.ts';
import { ValuesFields } from './values-fields.tsx';

/** Chooses whose values the message has, calls or texts the manager, and shows how it goes. */
export function TestDialog({
  onClose,
  linkback,
  unsaved,
  ...tried
}: TestDialogProps & { onClose: () => void }) {
  const { channel, campaignId } = tried;
  const { draft, change, request, live } = useMessageTest(tried);
  const open = live.data?.tests.some(({ over }) => !over) ?? false;
  const phone = live.data?.phone ?? undefined;
  const problems = [
    phone === undefined && 'Confirm your own phone number first.',
    open && 'A call or text to you is in progress.',
    valuesProblem(draft),
  ];
  const complete = !problems.some(Boolean);
  const title = channel === 'voice' ? 'Call me' : 'Text me';
  return (
    <Dialog
      opened
      title={title}
      size="md"
      onClose={onClose}
      onSubmit={() => {
        if (complete && !request.isPending) request.mutate(draft);
      }}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <SaveButton problems={problems} busy={request.isPending}>
            {title}
          </SaveButton>
        </>
      }
    >
      {live.data ? (
        <div className={styles.dialog}>
          {request.error && <ErrorBand>{messageOf(request.error)}</ErrorBand>}
          <Goes channel={channel} phone={phone} />
          {unsaved && (
            <NoteBand>What is saved is tried. Your changes since then are not in it.</NoteBand>
          )}
          <ValuesFields {...{ channel, campaignId, draft }} onChange={change} />
          {channel === 'voice' && campaignId !== undefined && (
            <CampaignFields {...{ draft, linkback }} onChange={change} />
          )}
          <LastTests tests={live.data.tests} />
        </div>
      ) : (
        <Loading reads={[{ ...live, isError: live.error !== null, refetch: live.retry }]} />
      )}
    </Dialog>
  );
}

function valuesProblem({ values, callListId, phone }: TestDraft): string | undefined {
  if (values === 'number') return phone === '' ? 'Enter the number of an account.' : undefined;
  return values !== 'placeholders' && callListId === '' ? 'Choose a contact list.' : undefined;
}

function Goes({ channel, phone }: Pick<Tried, 'channel'> & { phone: string | undefined }) {
  const simulated = useSimulation()?.simulated;
  if (phone === undefined) {
    return (
      <NoteBand>
        Messages are tried on your own phone. <Link to="/main/user">Confirm your number</Link>{' '}
        first.
      </NoteBand>
    );
  }
  if (simulated) {
    return (
      <NoteBand>
        The carrier is simulated: <strong>{formatPhone(phone)}</strong>{' '}
        {channel === 'voice' ? 'does not ring' : 'gets no text'}, but you see how it would go.
      </NoteBand>
    );
  }
  const how = channel === 'voice' ? 'The call goes' : 'The text goes';
  return (
    <p className={styles.quiet}>
      {how} to <strong>{formatPhone(phone)}</strong> over the carrier that your campaigns use. It is
      no attempt and counts nowhere, but the carrier may charge for it.
    </p>
  );
}

interface CampaignFieldsProps {
  draft: TestDraft;
  linkback: boolean | undefined;
  onChange: (part: Partial<TestDraft>) => void;
}

function CampaignFields({ draft, linkback, onChange }: CampaignFieldsProps) {
  return (
    <>
      <SelectField
        label="Message"
        value={draft.hear}
        choices={[
          { value: 'customer', label: 'Message for a person' },
          { value: 'machine', label: 'Message for a machine' },
        ]}
        onChange={(value) => onChange({ hear: value as TestDraft['hear'] })}
      />
      {linkback && (
        <SelectField
          label="When you press 1"
          value={draft.callAgent ? 'call' : 'say'}
          choices={[
            { value: 'say', label: 'Say that an agent would be called' },
            { value: 'call', label: 'Call the agents’ number' },
          ]}
          onChange={(value) => onChange({ callAgent: value === 'call' })}
        />
      )}
    </>
  );
}
