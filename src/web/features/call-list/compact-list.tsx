import type { CallList } from '#contract/call-list.ts';
import { CompactName } from '#web/ui/table/compact-name.tsx';
import { Called } from './called.tsx';
import { CampaignOfList, ListStatus } from './columns.tsx';
import styles from './page.module.css';

/** A row below 700 px: name, campaign, then status and share. */
export function CompactList({ list }: { list: CallList }) {
  return (
    <>
      <CompactName>{list.originalFileName}</CompactName>
      <div className={styles.compactCampaign}>
        <CampaignOfList list={list} />
      </div>
      <div className={styles.compactStatus}>
        <ListStatus list={list} />
        <Called list={list} />
      </div>
    </>
  );
}
