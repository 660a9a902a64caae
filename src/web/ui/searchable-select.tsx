import { useId, useRef, useState } from 'react';
import fieldStyles from './field.module.css';
import { controlProps, FieldFrame, type FieldProps, useField } from './field.tsx';
import { type FoundChoice, findChoices } from './find-choices.ts';
import { ChevronDownIcon } from './icons.tsx';
import styles from './searchable-select.module.css';
import { type Choice, SelectField } from './select-field.tsx';
import { useFloating } from './use-floating.ts';

interface SearchableSelectProps extends FieldProps {
  choices: readonly Choice[];
  /** '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** `Please choose...` by default. */
  placeholder?: string;
  /** Lets the user clear the choice: the placeholder becomes the first option. */
  clearable?: boolean;
}

/** With more choices than this, typing narrows them; a few are best in the browser's own select. */
const few = 7;

/** A select whose choices can be searched by typing once there are many. */
export function SearchableSelect(props: SearchableSelectProps) {
  return props.choices.length > few ? <Combobox {...props} /> : <SelectField {...props} />;
}

/** The ARIA 1.2 combobox: the focus stays in the input, arrows move through the list below. */
function Combobox(props: SearchableSelectProps) {
  const { placeholder = 'Please choose...', value, choices, clearable = false } = props;
  const field = useField(props);
  const list = useChoiceList(props, placeholder);
  const input = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();
  useFloating(input, popup, list.open, 'bottom-start');
  const chosen = choices.find((choice) => choice.value === value);
  return (
    <FieldFrame field={field} given={props}>
      <div className={fieldStyles.wrap}>
        <input
          {...controlProps(field, props)}
          ref={input}
          type="text"
          role="combobox"
          aria-expanded={list.open}
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={list.open ? `${id}-${list.active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={chosen?.label ?? placeholder}
          value={list.open ? list.typed : (chosen?.label ?? '')}
          onChange={(event) => list.search(event.target.value)}
          onClick={list.show}
          onKeyDown={list.onKeyDown}
          onBlur={(event) => {
            list.close();
            field.leave(event);
          }}
        />
        <span className={fieldStyles.after}>
          <ChevronDownIcon />
        </span>
      </div>
      {list.open && (
        <div
          ref={popup}
          popover="manual"
          className={styles.popup}
          style={{ width: input.current?.offsetWidth }}
        >
          <div id={id} role="listbox" aria-label={props.label} className={styles.list}>
            {list.found.map((choice, index) => (
              <Option
                key={choice.value}
                id={`${id}-${index}`}
                choice={choice}
                active={index === list.active}
                chosen={choice.value === value && (clearable || value !== '')}
                onPoint={() => list.point(index)}
                onChoose={() => list.choose(choice)}
              />
            ))}
          </div>
          <p className={list.found.length > 0 ? 'visually-hidden' : styles.nothing} role="status">
            {list.found.length > 0 ? `${list.found.length} choices` : 'No matches.'}
          </p>
        </div>
      )}
    </FieldFrame>
  );
}

interface OptionProps {
  id: string;
  choice: FoundChoice;
  active: boolean;
  chosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, choice, active, chosen, onPoint, onChoose }: OptionProps) {
  return (
    // The input keeps the focus and has the keys; a press is for the pointer.
    <div
      ref={active ? reveal : undefined}
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={choice.disabled}
      tabIndex={-1}
      className={`${styles.option} ${chosen ? styles.chosen : ''}`}
      onPointerMove={onPoint}
      onPointerDown={(event) => {
        event.preventDefault();
        onChoose();
      }}
    >
      <span className={styles.label}>{choice.label}</span>
      {choice.kind && <span className={styles.kind}>{choice.kind}</span>}
    </div>
  );
}

function reveal(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

/** What was typed, what it finds, which of it is active; undefined typed while closed. */
function useChoiceList(props: SearchableSelectProps, placeholder: string) {
  const { choices, value, onChange, clearable = false } = props;
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const open = typed !== undefined;
  const clearing = clearable ? [{ value: '', label: placeholder }] : [];
  const found = findChoices([...clearing, ...choices], typed ?? '');
  const close = () => setTyped(undefined);
  const show = () => {
    if (open || props.disabled) return;
    setTyped('');
    const all = findChoices([...clearing, ...choices], '');
    setActive(
      Math.max(
        0,
        all.findIndex((choice) => choice.value === value),
      ),
    );
  };
  const choose = (choice: FoundChoice | undefined) => {
    if (!choice || choice.disabled) return;
    onChange(choice.value);
    close();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      if (!open) show();
      else setActive(Math.max(0, Math.min(found.length - 1, active + step)));
    } else if (open && (event.key === 'Enter' || event.key === 'Escape')) {
      // Neither the form nor what is below may take the key.
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Enter') choose(found[active]);
      else close();
    } else if (event.key === 'Tab') close();
  };
  const search = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  return {
    open,
    typed: typed ?? '',
    found,
    active,
    point: setActive,
    show,
    close,
    choose,
    search,
    onKeyDown,
  };
}
