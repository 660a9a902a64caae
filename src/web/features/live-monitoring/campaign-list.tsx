import type { Campaign } from '#contract/campaign.ts';
import { offersStop } from '#web/lib/campaign-run.ts';
import { campaignStatusColor } from '#web/lib/campaign-status.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { statusSentence } from '#web/lib/status-sentence.ts';
import { SearchableSelect } from '#web/ui/searchable-select.tsx';
import { StatusDot } from '#web/ui/status-dot.tsx';
import { SearchField } from '#web/ui/text-field.tsx';
import styles from './campaign-list.module.css';
import { statusWithReason } from './run-state.ts';
import type { WatchedCampaign } from './use-monitoring.ts';

interface ChoiceProps {
  campaigns: readonly WatchedCampaign[];
  chosen: Campaign;
  onChoose: (campaignId: number) => void;
}

interface ListProps extends ChoiceProps {
  /** What is searched, as the address has it. */
  find: string;
  onFind: (typed: string) => void;
}

/** Choose at the left: each campaign with its status and share. Arrow keys move the choice. */
export function CampaignList({ campaigns, chosen, onChoose, find, onFind }: ListProps) {
  const running = campaigns.filter((campaign) => offersStop(campaign.campaignStatusId)).length;
  const words = find.trim().toLowerCase();
  const found = campaigns.filter(({ name }) => name.toLowerCase().includes(words));
  // One stop of the Tab key for hundreds of campaigns.
  const stop = found.find(({ campaignId }) => campaignId === chosen.campaignId) ?? found[0];
  return (
    <section className={styles.list} aria-label="Campaigns">
      <header>
        <h2>Campaigns</h2>
        <span>
          {formatNumber(running)} running, {formatNumber(campaigns.length)} in all
        </span>
      </header>
      <div className={styles.search}>
        <SearchField label="Find by name" value={find} onChange={onFind} />
      </div>
      {found.length === 0 && (
        <p className={styles.none} role="status">
          No campaign has this name.
        </p>
      )}
      <ul>
        {found.map((campaign) => (
          <li key={campaign.campaignId}>
            <button
              type="button"
              tabIndex={campaign === stop ? 0 : -1}
              className={styles.campaign}
              aria-current={campaign.campaignId === chosen.campaignId || undefined}
              onClick={() => onChoose(campaign.campaignId)}
              onKeyDown={moveBetween}
            >
              <span className={styles.name}>{campaign.name}</span>
              <span className={styles.state}>
                <StatusLine campaign={campaign} />
                <span className={styles.share}>{formatPercent(campaign.progress)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A waiting campaign shows its reason instead of its type. */
function StatusLine({ campaign }: { campaign: Campaign }) {
  const { campaignStatusName, campaignTypeName } = campaign;
  const withReason = statusWithReason(campaign, platformNow());
  return (
    <>
      <span className={styles.status} title={statusSentence(campaign, platformNow()) ?? undefined}>
        <StatusDot color={campaignStatusColor(campaignStatusName)}>
          {withReason ?? campaignStatusName}
        </StatusDot>
      </span>
      {!withReason && <span className={styles.type}>{campaignTypeName}</span>}
    </>
  );
}

function moveBetween(event: React.KeyboardEvent<HTMLButtonElement>): void {
  const row = event.currentTarget.closest('li');
  const next = {
    ArrowDown: row?.nextElementSibling,
    ArrowUp: row?.previousElementSibling,
    Home: row?.parentElement?.firstElementChild,
    End: row?.parentElement?.lastElementChild,
  }[event.key];
  const button = next?.querySelector('button');
  if (!button) return;
  event.preventDefault();
  button.focus();
  button.click();
}

/** The same choice on a small screen: one line above the detail, searched by typing. */
export function CampaignPicker({ campaigns, chosen, onChoose }: ChoiceProps) {
  return (
    <div className={styles.picker}>
      <SearchableSelect
        label="Campaign"
        hideLabel
        choices={campaigns.map(({ campaignId, name, campaignTypeName }) => ({
          ...{ value: String(campaignId), label: name, kind: campaignTypeName },
        }))}
        value={String(chosen.campaignId)}
        onChange={(value) => onChoose(Number(value))}
      />
    </div>
  );
}
