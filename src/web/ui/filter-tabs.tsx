import styles from './filter-tabs.module.css';

export interface FilterTab {
  id: string;
  label: string;
  /** How many there are. */
  count?: number;
}

interface FilterTabsProps {
  /** What is narrowed: "Contact lists". */
  label: string;
  tabs: readonly FilterTab[];
  value: string;
  onChange: (id: string) => void;
}

/** Narrows a list to one of a few groups: All 16, Active 9, Closed 7. */
export function FilterTabs({ label, tabs, value, onChange }: FilterTabsProps) {
  return (
    <fieldset className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          aria-pressed={tab.id === value}
          className={styles.tab}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {tab.count !== undefined && <span>{tab.count.toLocaleString('en-US')}</span>}
        </button>
      ))}
    </fieldset>
  );
}
