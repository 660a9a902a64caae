import type { CallList } from '#contract/call-list.ts';
import { Called } from './called.tsx';
import { CampaignOfList, ListStatus } from './columns.tsx';
import styles from './page.module.css';

/** A row below 700 px: name, campaign, then status and share. */
export function CompactList({ list }: { list: CallList }) {
  return (
    <>
      <div className={styles.compactName}>{list.originalFileName}</div>
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
