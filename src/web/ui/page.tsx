import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { platformNow } from '../lib/simulation.ts';
import { zoneName } from '../lib/zone.ts';
import styles from './page.module.css';
import { useNameZone, ZoneNamed } from './zone-named.ts';

export interface Crumb {
  label: string;
  /** Absent for a group that has no page. */
  path?: string | undefined;
}

/** The crumbs of the route that is shown, from the route table. Set by the frame. */
export const Breadcrumbs = createContext<readonly Crumb[]>([]);

interface PageProps {
  title: string;
  /** At most one sentence below the title. */
  sentence?: ReactNode;
  /**
   * The page shows times: the sentence ends by naming their zone, once for all of them. `other`: all but those that
   * the sentence names.
   */
  times?: boolean | 'other';
  /** Buttons at the right, the main one last. */
  actions?: ReactNode;
  /** What an open editor edits: named in the browser's tab. */
  thing?: string | undefined;
  /** One more crumb after the route's, for an editor that is open: "Edit message". */
  crumb?: string;
  /** A press on the route's own crumb while `crumb` is shown: closes the editor. */
  onCrumbBack?: () => void;
  /** A line below the header: search, tabs, counts, a stepper. */
  toolbar?: ReactNode;
  /** Below the header, as wide as the page: a line of filters. */
  below?: ReactNode;
  /** A `SidePanel` docked at the right. Below 900 px it replaces the content. */
  aside?: ReactNode;
  /** A line below the header; for content that does not begin with a table. */
  divided?: boolean;
  /** `flow` scrolls as one; `fill` gives the content the room and lets its parts scroll. */
  layout?: 'flow' | 'fill';
  children: ReactNode;
}

/** The one frame of a screen: breadcrumb, title, sentence, actions; then its content. */
export function Page(props: PageProps) {
  const {
    title,
    thing,
    sentence,
    times = false,
    actions,
    crumb,
    toolbar,
    aside,
    divided,
    layout = 'flow',
    children,
  } = props;
  useEffect(() => {
    document.title = [thing, title, 'Carillon'].filter(Boolean).join(' - ');
  }, [thing, title]);
  useNameZone(times !== false);
  const main = (
    <main id="content" tabIndex={-1} className={`${styles.page} ${aside ? styles.withAside : ''}`}>
      <header className={`${styles.header} ${divided ? styles.divided : ''}`}>
        <div className={styles.top}>
          <div className={styles.titles}>
            <BreadcrumbTrail last={crumb} onBack={props.onCrumbBack} />
            <h1 className={styles.title}>{title}</h1>
            {(sentence || times) && (
              <p className={styles.sentence}>
                {sentence}
                {times && ` ${timesWord(times)} are in ${zoneName(platformNow())}.`}
              </p>
            )}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
        {toolbar && <div className={styles.toolbar}>{toolbar}</div>}
      </header>
      {props.below}
      <div className={styles.body}>
        <div className={`${styles.content} ${styles[layout]}`}>{children}</div>
        {aside}
      </div>
    </main>
  );
  return <ZoneNamed value={times !== false}>{main}</ZoneNamed>;
}

const timesWord = (times: true | 'other') => (times === 'other' ? 'Other times' : 'Times');

interface BreadcrumbTrailProps {
  last: string | undefined;
  onBack: (() => void) | undefined;
}

function BreadcrumbTrail({ last, onBack }: BreadcrumbTrailProps) {
  const route = useContext(Breadcrumbs);
  const above = last === undefined ? route.slice(0, -1) : route;
  const here = last ?? route[route.length - 1]?.label;
  return (
    <nav aria-label="Breadcrumb" className={styles.crumbs}>
      <ol>
        {above.map((crumb, index) => (
          <li key={crumb.label}>
            <CrumbLabel
              crumb={crumb}
              // The route's own page is below the editor: its crumb goes back without a navigation.
              onBack={last !== undefined && index === above.length - 1 ? onBack : undefined}
            />
          </li>
        ))}
        <li>
          <span aria-current="page">{here}</span>
        </li>
      </ol>
    </nav>
  );
}

function CrumbLabel({ crumb, onBack }: { crumb: Crumb; onBack: (() => void) | undefined }) {
  if (onBack) {
    return (
      <button type="button" onClick={onBack}>
        {crumb.label}
      </button>
    );
  }
  if (crumb.path === undefined) return <span>{crumb.label}</span>;
  return <Link to={crumb.path}>{crumb.label}</Link>;
}

/** The sides and the 16 px rhythm of content that is not a table. */
export function Section({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <section className={`${styles.section} ${className}`}>{children}</section>;
}
