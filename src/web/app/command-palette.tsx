import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { linkSearch } from '../lib/link-search.ts';
import { SearchIcon } from '../ui/icons.tsx';
import styles from './command-palette.module.css';
import { callLists, campaigns } from './palette-records.ts';
import { findEntries, type PaletteEntry, type PaletteSource, screens } from './palette-sources.ts';

interface CommandPaletteProps {
  opened: boolean;
  onClose: () => void;
}

/** Goes anywhere by typing. Arrow keys move, Enter goes, Escape closes. */
export function CommandPalette({ opened, onClose }: CommandPaletteProps) {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (opened) box.current?.showModal();
    else box.current?.close();
  }, [opened]);
  return (
    <dialog
      ref={box}
      aria-label="Command palette"
      className={styles.palette}
      onClose={onClose}
      onPointerDown={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      {opened && <Finder onClose={onClose} />}
    </dialog>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState('');
  const [active, setActive] = useState(0);
  const id = useId();
  const found = findEntries(useEntries(), asked);
  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return;
    onClose();
    void navigate({ to: entry.href, search: linkSearch(entry.search ?? {}) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(found[active]);
    }
  };
  return (
    <>
      <div className={styles.ask}>
        <SearchIcon size={18} />
        <input
          type="text"
          role="combobox"
          aria-label="Find a screen, campaign or list"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder="Find a screen, campaign or list"
          value={asked}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setAsked(event.target.value);
            setActive(0);
          }}
        />
      </div>
      <div id={id} role="listbox" aria-label="Results" className={styles.found}>
        {found.map((entry, index) => (
          <Found
            key={entry.id}
            id={`${id}-${index}`}
            entry={entry}
            active={index === active}
            onPoint={() => setActive(index)}
            onGo={() => go(entry)}
          />
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>No matches.</p>}
    </>
  );
}

interface FoundProps {
  id: string;
  entry: PaletteEntry;
  active: boolean;
  onPoint: () => void;
  onGo: () => void;
}

function Found({ id, entry, active, onPoint, onGo }: FoundProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) line.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // The input keeps the focus and has the keys; a press is for the pointer.
    <div
      ref={line}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={styles.entry}
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        event.preventDefault();
        onGo();
      }}
    >
      <span>{entry.label}</span>
      <span className={styles.kind}>{entry.kind}</span>
    </div>
  );
}

/** Add a source here for each new kind of result. */
const sources: Record<string, PaletteSource> = { screens, campaigns, callLists };

/** Screens appear at once; results from the server are added as they arrive. */
function useEntries(): readonly PaletteEntry[] {
  return useQueries({
    queries: Object.entries(sources).map(([name, source]) => ({
      queryKey: ['palette', name],
      queryFn: () => source(),
      throwOnError: false,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
}
