import { useState } from 'react';
import type { PolicyPreset } from '#contract/policy.ts';
import { dayWords } from '#domain/day-words.ts';
import { recordedWords } from '#domain/policy/recorded-words.ts';
import { counted } from '#web/lib/plural.ts';
import { useRefusal } from '#web/lib/rights.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { messageOf } from '#web/ui/error-message.ts';
import { ErrorBand } from '#web/ui/notice-band.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Switch } from '#web/ui/switch.tsx';
import styles from './page.module.css';
import { useSwitchPreset } from './use-policy.ts';
import { groupOf, presetGroups } from './words.ts';

interface PresetListProps {
  /** Those that the search and the place show. */
  presets: readonly PolicyPreset[];
  all: readonly PolicyPreset[];
  onShowAll: () => void;
}

/** Rules of law to switch on: those of the country, then by state. */
export function PresetList({ presets, all, onShowAll }: PresetListProps) {
  const { change, start } = useSwitchPreset();
  const [leaving, setLeaving] = useState<PolicyPreset>();
  const [widening, setWidening] = useState<PolicyPreset>();
  const failed = change.isError ? change.variables : undefined;
  const failedName = all.find(({ code }) => code === failed?.code)?.name;
  const busy = change.isPending ? change.variables.code : undefined;
  const press = (preset: PolicyPreset, on: boolean) => {
    if (change.isPending) return;
    if (!on) setLeaving(preset);
    else if (recordedWords(preset)) setWidening(preset);
    else start(preset.code, true).catch(() => undefined);
  };
  const on = all.filter((preset) => preset.on).length;
  return (
    <div className={styles.presets}>
      <p className={styles.count} role="status">
        {on} of {counted(all.length, 'preset')} {on === 1 ? 'is' : 'are'} on.
        {presets.length < all.length && ` ${presets.length} shown.`}
      </p>
      {failed && (
        <ErrorBand
          action={
            <Button size="sm" onClick={() => start(failed.code, failed.on).catch(() => undefined)}>
              Try again
            </Button>
          }
        >
          {failedName}: {messageOf(change.error)}
        </ErrorBand>
      )}
      {presets.length === 0 && (
        <div className={styles.none}>
          <strong>No preset found</strong>
          <p>
            States whose hours are the federal ones have none: those hours hold anyway. A rule of
            your own can be about any state.
          </p>
          <Button size="sm" onClick={onShowAll}>
            Show all
          </Button>
        </div>
      )}
      {presetGroups.map(({ id, name }) => {
        const group = presets.filter((preset) => groupOf(preset) === id);
        if (group.length === 0) return null;
        return (
          <section key={id} className={styles.group} aria-label={name}>
            <h2>{name}</h2>
            <ul>
              {group.map((preset) => (
                <Preset
                  key={preset.code}
                  preset={preset}
                  busy={busy}
                  onSwitch={(next) => press(preset, next)}
                />
              ))}
            </ul>
          </section>
        );
      })}
      <SwitchQuestions
        {...{ leaving, widening, start }}
        onClose={() => {
          setLeaving(undefined);
          setWidening(undefined);
        }}
      />
    </div>
  );
}

interface SwitchQuestionsProps {
  leaving: PolicyPreset | undefined;
  /** Its law is about recorded calls alone, its rules are not. */
  widening: PolicyPreset | undefined;
  start: (code: string, on: boolean) => Promise<unknown>;
  onClose: () => void;
}

/** Before a preset is switched off, and before one holds more than its law does. */
function SwitchQuestions({ leaving, widening, start, onClose }: SwitchQuestionsProps) {
  return (
    <>
      <ConfirmDialog
        opened={leaving !== undefined}
        title="Switch Off Preset"
        confirmLabel="Switch Off"
        danger
        onConfirm={() => leaving && start(leaving.code, false)}
        onClose={onClose}
      >
        Switch off {leaving?.name}? Numbers that only this preset holds may be called and texted at
        once.
      </ConfirmDialog>
      <ConfirmDialog
        opened={widening !== undefined}
        title="Switch On Preset"
        confirmLabel="Switch On"
        onConfirm={() => widening && start(widening.code, true)}
        onClose={onClose}
      >
        Switch on {widening?.name}? {widening && recordedWords(widening)}
      </ConfirmDialog>
    </>
  );
}

interface PresetProps {
  preset: PolicyPreset;
  /** The code of the one that is being switched. */
  busy: string | undefined;
  onSwitch: (on: boolean) => void;
}

function Preset({ preset, busy, onSwitch }: PresetProps) {
  const { code, name, meaning, source, sourceDate, seen, differs, on } = preset;
  const wider = recordedWords(preset);
  const refusal = useRefusal('administrator');
  const isBusy = busy === code;
  return (
    <li className={styles.preset}>
      <Switch
        label={<strong>{name}</strong>}
        hint={wider ? `${meaning} ${wider}` : meaning}
        checked={isBusy ? !on : on}
        readOnly={refusal !== undefined || busy !== undefined}
        onChange={onSwitch}
      />
      {isBusy && (
        <p className={styles.working} role="status">
          <Spinner /> {on ? 'Switching off' : 'Switching on'}. It holds in about 2 seconds, when
          nothing taken before it can still go out.
        </p>
      )}
      <details className={styles.source}>
        <summary>
          {source}, looked up {dayWords(sourceDate)}
        </summary>
        <p>
          Read in:{' '}
          {seen.map((address, at) => (
            <span key={address}>
              {at > 0 && ', '}
              <a href={address} target="_blank" rel="noopener noreferrer">
                {hostOf(address)}
              </a>
            </span>
          ))}
        </p>
        <p>{differs ?? 'The sources agree.'}</p>
      </details>
    </li>
  );
}

function hostOf(address: string): string {
  try {
    return new URL(address).host.replace(/^www\./, '');
  } catch {
    return address;
  }
}
